//! Hidden results never leak (R-PUB-02, E35, invariant 13): every operation that reads, asked by everybody who may not
//! know them.

use super::hall::{GAMES, Hall, ROUNDS};
use crate::event_stream::EventStream;
use api::testing::{Instance, Reply};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::tournament::course::{Stage, TournamentAction};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const LAST: Stage = Stage::Round(ROUNDS);
const TABLES: u32 = 8;
/// No sum of ordinary points comes near it.
const LOSS: i32 = 70_011;

/// Somebody who may not know hidden results.
struct Caller {
    name: &'static str,
    authorization: Option<String>,
}

/// What was found in an answer: which address, who asked, in which form, how it went, and the text.
struct Answer {
    what: String,
    status: u16,
    text: String,
}

fn callers(hall: &Hall<'_>) -> Vec<Caller> {
    let instance = hall.instance;
    let other = Hall::in_round_one(instance, 8);
    let elsewhere = |role| {
        let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: other.id.clone() });
        Some(instance.member("elsewhere", &[Grant { role, event }]).authorization)
    };
    let admin = instance.signed_in(Role::Admin);
    let path = format!("/api/v1/tournaments/{}/table-tokens", hall.id);
    let body = json!({ "round": ROUNDS, "table": TABLES, "good_for_hours": 1 });
    let issued = instance.send_json("POST", &path, &[("Authorization", &admin)], &body);
    assert_eq!(issued.status, 201, "{}", issued.text());
    let table_token = format!("Bearer {}", issued.json()["secret"].as_str().unwrap());
    vec![
        Caller { name: "anonymous", authorization: None },
        Caller { name: "auditor", authorization: Some(instance.signed_in(Role::Auditor)) },
        Caller { name: "arbiter", authorization: Some(instance.signed_in(Role::Arbiter)) },
        Caller { name: "organiser elsewhere", authorization: elsewhere(Role::Organiser) },
        Caller { name: "main referee elsewhere", authorization: elsewhere(Role::MainReferee) },
        Caller { name: "token of another table", authorization: Some(table_token) },
    ]
}

/// Every number that results of the last round would tell: points, sums of the round and totals.
fn secrets(hall: &Hall<'_>) -> BTreeSet<String> {
    let standings = hall.entry().state().unwrap().standings(|_| true);
    let mut numbers = BTreeSet::new();
    for line in &standings.lines {
        let of_round = line.by_stage.get(&LAST).map(|tally| tally.small.0).unwrap_or_default();
        numbers.extend([of_round, line.tally.small.0].into_iter().filter(|number| number.abs() > 10_000));
    }
    for table in 0..TABLES as i32 {
        for game in 0..GAMES as i32 {
            let loss = i64::from(LOSS + 101 * table + game);
            numbers.extend([-loss, 3 * loss]);
        }
    }
    numbers.iter().map(|number| number.abs().to_string()).collect()
}

/// Whether a number stands in a text as such, or in something that is written there in base 64.
fn tells(text: &str, secrets: &BTreeSet<String>) -> Option<String> {
    let plain = |text: &str| {
        let numbers = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        numbers.map(str::to_owned).find(|number| secrets.contains(number))
    };
    let is_encoded = |letter: char| letter.is_ascii_alphanumeric() || "+/=_-".contains(letter);
    let pieces = text.split(|letter: char| !is_encoded(letter)).filter(|piece| piece.len() >= 24);
    plain(text).or_else(|| {
        pieces.into_iter().find_map(|piece| {
            let decoded = STANDARD.decode(piece).or_else(|_| URL_SAFE_NO_PAD.decode(piece)).ok()?;
            plain(&String::from_utf8_lossy(&decoded))
        })
    })
}

/// The addresses of an operation with everything in them that is there, each with parameters and without.
fn addresses(hall: &Hall<'_>, path: &str, operation: &Value, positions: &[u64]) -> Vec<String> {
    let collection = path.split('/').nth(3).unwrap_or_default();
    let id = match collection {
        "players" => hall.players[0].to_string(),
        "rulebooks" | "presets" => "pl-2024-25".to_owned(),
        _ => hall.id.to_string(),
    };
    let mut filled =
        vec![path.replace("{id}", &id).replace("{stage}", &LAST.to_string()).replace("{name}", "pl-2024-25")];
    let each = |filled: Vec<String>, name: &str, values: Vec<String>| -> Vec<String> {
        let fill = |path: String| {
            if path.contains(name) {
                values.iter().map(|value| path.replace(name, value)).collect()
            } else {
                vec![path]
            }
        };
        filled.into_iter().flat_map(fill).collect()
    };
    filled = each(filled, "{table}", (1..=TABLES).map(|table| table.to_string()).collect());
    filled = each(filled, "{position}", positions.iter().map(u64::to_string).collect());
    filled = each(filled, "{player}", hall.players.iter().take(4).map(ToString::to_string).collect());
    // Whatever else an address names is counted from 1.
    let filled = filled.into_iter().map(|path| {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        parts.collect::<Vec<_>>().join("/")
    });
    let parameters: Vec<&str> =
        operation["parameters"].as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
    let has = |name: &str| parameters.contains(&name);
    let mut queries = vec![String::new()];
    if has("limit") {
        queries.push("limit=200".to_owned());
    }
    if has("after") {
        queries.push(format!("after={}", positions[0] - 1));
    }
    if has("stage") {
        queries.push(format!("stage={LAST}"));
    }
    if has("from") {
        queries = vec!["from=1".to_owned(), format!("from={}", positions[0])];
    }
    if has("dialect") {
        queries.push("dialect=excel".to_owned());
    }
    let with = |path: String| {
        let query = |query: &String| if query.is_empty() { path.clone() } else { format!("{path}?{query}") };
        queries.iter().map(query).collect::<Vec<_>>()
    };
    filled.flat_map(with).collect()
}

/// The forms in which an operation answers.
fn forms(operation: &Value) -> Vec<String> {
    let content = operation["responses"]["200"]["content"].as_object();
    content.into_iter().flatten().map(|(form, _)| form.clone()).collect()
}

fn told(reply: &Reply) -> String {
    let headers =
        reply.headers.iter().map(|(name, value)| format!("{name}: {}\n", String::from_utf8_lossy(value.as_bytes())));
    headers.collect::<String>() + &reply.text()
}

/// Everything that a stream says up to a position.
fn told_by_stream(instance: &Instance, path: &str, authorization: Option<&str>, last: u64) -> (u16, String) {
    let mut headers = vec![("Last-Event-ID", "0")];
    headers.extend(authorization.map(|it| ("Authorization", it)));
    let mut stream = EventStream::open(instance.address, path, &headers).unwrap();
    let mut text = stream.head.clone();
    while stream.status == 200 {
        let message = stream.next_message().unwrap();
        text.push_str(&message.data.clone().unwrap_or_default());
        text.push('\n');
        if message.id.is_some_and(|id| id >= last) {
            break;
        }
    }
    (stream.status, text)
}

/// Everything that can be read, by everybody who may not know hidden results.
fn everything(hall: &Hall<'_>, callers: &[Caller], positions: &[u64]) -> Vec<Answer> {
    let document: Value = serde_json::from_str(&api::documents().newest).unwrap();
    let instance = hall.instance;
    let last = instance.position().0;
    let mut answers = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let operation = &item["get"];
        if !operation.is_object() {
            continue;
        }
        let forms = forms(operation);
        for address in addresses(hall, path, operation, positions) {
            for caller in callers {
                let authorization = caller.authorization.as_deref();
                for form in &forms {
                    let what = format!("{address} as {form} for {}", caller.name);
                    let (status, text) = if form == "text/event-stream" {
                        told_by_stream(instance, &address, authorization, last)
                    } else {
                        let mut headers = vec![("Accept", form.as_str())];
                        headers.extend(authorization.map(|it| ("Authorization", it)));
                        let reply = instance.send("GET", &address, &headers, None);
                        assert!(reply.status < 500, "{what}: {}", reply.text());
                        (reply.status, told(&reply))
                    };
                    answers.push(Answer { what, status, text });
                }
            }
        }
    }
    answers
}

fn standings(hall: &Hall<'_>) -> Vec<(String, String)> {
    let forms = ["standings", "standings?dialect=rfc4180", "standings?dialect=excel"];
    let read = |part: &&str| {
        let reply = hall.instance.get(&hall.address(part));
        assert_eq!(reply.status, 200, "{}", reply.text());
        (reply.header("etag").to_owned(), reply.text())
    };
    forms.iter().map(read).collect()
}

#[test]
fn e35_hidden_results_are_told_to_nobody_before_the_last_sheet_and_to_everybody_after_it() {
    let instance = Instance::start_with(|settings| settings.limits.streams_per_client = 1000);
    let hall = Hall::in_last_round(&instance, 4 * TABLES as usize);
    let callers = callers(&hall);
    hall.run(&|_| Ok(TournamentAction::HideResults { stage: LAST }));
    let before = standings(&hall);
    assert!(before[0].1.contains(&format!("\"hidden\":\"{LAST}\"")), "{}", before[0].1);

    let enter = |table: u32| hall.enter(LAST, table, LOSS + 101 * (table as i32 - 1));
    let mut positions: Vec<u64> = (1..TABLES).map(enter).collect();
    assert_eq!(standings(&hall), before);
    // What is undone and entered again is as hidden as before.
    let act = hall.entry().course.hosted().unwrap().acts();
    hall.run(&|_| Ok(TournamentAction::Undo { act, reason: None }));
    assert_eq!(standings(&hall), before);
    positions.push(instance.position().0);
    positions.push(enter(TABLES - 1));
    assert_eq!(standings(&hall), before);
    let progress = instance.get(&hall.address("progress")).json();
    assert_eq!((&progress["entered"], &progress["missing"]), (&json!(TABLES - 1), &json!([TABLES])));

    let secrets = secrets(&hall);
    assert!(secrets.len() > 30, "{secrets:?}");
    let answers = everything(&hall, &callers, &positions);
    assert!(answers.len() > 300, "{}", answers.len());
    for answer in &answers {
        let told = tells(&answer.text, &secrets);
        assert_eq!(told, None, "{}: {}", answer.what, answer.text);
    }
    // The searches find what is there: staff of the tournament read what the others do not.
    let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: hall.id.clone() });
    let organiser = instance.member("here", &[Grant { role: Role::Organiser, event }]).authorization;
    let sheet = hall.address(&format!("stages/{LAST}/tables/1/sheet"));
    let reply = instance.send("GET", &sheet, &[("Authorization", &organiser)], None);
    assert!(tells(&reply.text(), &secrets).is_some(), "{}", reply.text());

    enter(TABLES);
    let after = standings(&hall);
    assert!(after.iter().zip(&before).all(|(after, before)| after.0 != before.0));
    for (_, text) in &after {
        assert!(tells(text, &secrets).is_some(), "{text}");
    }
    let headers = [("Authorization", callers[1].authorization.as_deref().unwrap())];
    let event = instance.send("GET", &format!("/api/v1/log/events/{}", positions[0]), &headers, None);
    assert!(tells(&event.text(), &secrets).is_some(), "{}", event.text());
}

#[test]
fn no_public_answer_has_a_word_for_a_disqualification() {
    let instance = Instance::start_with(|settings| settings.limits.streams_per_client = 1000);
    let hall = Hall::in_round_one(&instance, 8);
    hall.enter(Stage::Round(1), 1, 20);
    let position = hall.disqualify(&hall.seats(Stage::Round(1), 1)[0]);
    hall.enter(Stage::Round(1), 2, 20);
    let anonymous = [Caller { name: "anonymous", authorization: None }];
    let words = [
        "disqualif",
        "dsq",
        "sanction",
        "yellow",
        "warning",
        "caution",
        "referee",
        "dyskwalif",
        "sankcj",
        "kartk",
        "ostrzeż",
        "upomni",
        "sędzi",
        "rękaw",
    ];
    let answers = everything(&hall, &anonymous, &[position]);
    // The rules and the list of addresses speak of sanctions, but of nobody's; refusals name roles.
    let is_about_rules =
        |what: &str| ["/api/v1 as", "/api/v1/rulebooks", "/api/v1/presets"].iter().any(|start| what.starts_with(start));
    let public: Vec<&Answer> =
        answers.iter().filter(|answer| answer.status == 200 && !is_about_rules(&answer.what)).collect();
    assert!(public.len() > 20, "{}", public.len());
    for Answer { what, text, .. } in public {
        let text = text.to_lowercase();
        // Short ones as whole words only: signatures have all letters.
        let is_said = |word: &&&str| match word.len() {
            ..=3 => text.split(|letter: char| !letter.is_alphanumeric()).any(|said| said == **word),
            _ => text.contains(**word),
        };
        let found: Vec<&&str> = words.iter().filter(is_said).collect();
        assert!(found.is_empty(), "{what}: {found:?}: {text}");
    }
}
