//! Hidden results and confidential acts: no form of the log and no stream tells them.

use crate::event_stream::EventStream;
use api::testing::{Instance, Reply};
use commands::event_writer::EventWriter;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Approval, Commitment, Event, FormatPlan, NumberedFact, Registration, Role, RulebookRecord, SheetEntry,
    SheetGame, TournamentApplication, TournamentDetails, TournamentEvent, TournamentFact,
};
use domain::game::Ending;
use domain::rulebook::Preset;
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::draw::Seed;
use domain::tournament::sanction::Sanction;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::envelope::{Actor, StreamName};
use events::environment::Environment;
use serde_json::Value;
use std::cell::Cell;

/// Small points that stand nowhere else.
const POINTS: i32 = 7311;

/// A tournament that is written down fact by fact, by no decider; the vault knows nothing of it.
struct Tournament<'a> {
    instance: &'a Instance,
    acts: Cell<u32>,
}

impl<'a> Tournament<'a> {
    fn applied_for(instance: &'a Instance) -> Self {
        let tournament = Self { instance, acts: Cell::new(0) };
        tournament.record(TournamentFact::Applied(TournamentApplication {
            details: details(),
            contact: commitment(),
            class: TournamentClass::Ordinary,
            variant: Variant::Standard,
            planned_players: 4,
            experienced: true,
            sponsors_consulted: None,
            submitted_at: moment(),
        }));
        tournament
    }

    /// Four players sit at the one table of the first and only round.
    fn under_way(instance: &'a Instance) -> Self {
        let tournament = Self::applied_for(instance);
        tournament.record(approved());
        tournament.record(TournamentFact::FormatChosen(FormatPlan {
            name: None,
            // A sheet of one game is not the last: results stay hidden until somebody shows them.
            rounds: vec![2],
            round_minutes: None,
            top: None,
            top_games: 0,
            final_games: None,
            turn_seconds: 60,
            second_entry: false,
        }));
        tournament.record(registered());
        tournament.record(TournamentFact::PlayersCheckedIn { players: players().into() });
        tournament.record(TournamentFact::Drawn { stage: STAGE, number: 1, order: players().into(), reason: None });
        tournament.record(TournamentFact::StageStarted { stage: STAGE });
        tournament
    }

    /// Where it is recorded; the read models know of it.
    fn record(&self, fact: TournamentFact) -> u64 {
        self.acts.set(self.acts.get() + 1);
        let act = NumberedFact { number: self.acts.get(), by: ActorRef::parse("account/a").unwrap(), fact };
        let Instance { log, vault, clock, .. } = self.instance;
        let stream = StreamName::parse("tournament/t-9").unwrap();
        let event_writer = EventWriter::new(&**log, vault, &**clock, Actor::operator());
        let event = Event::Tournament(TournamentEvent::Act(act));
        let event = event_writer.write(&stream, events::envelope::EventId::new(&**clock), &event, clock.now());
        let position = log.append(Append::of(vec![event])).wait().unwrap().last().0;
        // The answer waits for the read models.
        assert_eq!(self.instance.get(&format!("/api/v1?wait_for={position}")).status, 200);
        position
    }
}

const STAGE: Stage = Stage::Round(1);

fn commitment() -> Commitment {
    Commitment([5; 32])
}

fn moment() -> Moment {
    Moment::parse("2025-02-01T12:00:00+01:00").unwrap()
}

fn details() -> TournamentDetails {
    let day = Day::parse("2025-03-01").unwrap();
    let (name, venue) = (commitment(), commitment());
    TournamentDetails { name, venue, voivodeship: Voivodeship::Opolskie, first_day: day, last_day: day }
}

fn players() -> [PlayerId; 4] {
    ["p1", "p2", "p3", "p4"].map(|id| PlayerId::parse(id).unwrap())
}

fn registered() -> TournamentFact {
    let (age, guardian_consent, accompanied, walk_in) = (AgeGroup::Minor, true, false, false);
    let registration = |player| Registration { player, age, guardian_consent, accompanied, walk_in };
    TournamentFact::PlayersRegistered(players().map(registration).into())
}

fn approved() -> TournamentFact {
    TournamentFact::ApplicationApproved(Approval {
        class: TournamentClass::Ordinary,
        rulebook_id: RulebookId::parse("r1").unwrap(),
        rulebook: RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] },
        seed: Seed::new([1; 32]).commitment(),
        approved_at: moment(),
    })
}

fn sheet(hidden: bool) -> TournamentFact {
    let small = [POINTS, -POINTS, 0, 0].map(Some).to_vec();
    let games = vec![SheetGame { ending: Ending::RackEmptied, small, racks: None }];
    TournamentFact::SheetEntered(SheetEntry { stage: STAGE, table: 1, games: games.into(), reason: None, hidden })
}

/// An event in every form in which the log shows it, apart from streams.
fn shown(instance: &Instance, auditor: &str, position: u64) -> Vec<(&'static str, String)> {
    let get = |path: &str, accept: &str| -> Reply {
        let reply = instance.send("GET", path, &[("Authorization", auditor), ("Accept", accept)], None);
        assert_eq!(reply.status, 200, "{path} {accept}: {}", reply.text());
        reply
    };
    let page = format!("/api/v1/log/events?after={}", position - 1);
    let forms = ["application/json", "application/x-ndjson", "text/csv", "application/cloudevents-batch+json"];
    let mut all: Vec<(&str, String)> = forms.iter().map(|form| (*form, get(&page, form).text())).collect();
    let by_stream =
        format!("/api/v1/log/events?stream=tournament/t-9&type=tournament.sheet_entered&after={}", position - 1);
    all.push(("of its stream", get(&by_stream, "application/json").text()));
    all.push(("alone", get(&format!("/api/v1/log/events/{position}"), "application/json").text()));
    all
}

fn tells_points(text: &str) -> bool {
    text.contains(&POINTS.to_string())
}

fn leaf(instance: &Instance, position: u64) -> Value {
    let proof = instance.get(&format!("/api/v1/log/events/{position}/proof"));
    assert_eq!(proof.status, 200, "{}", proof.text());
    assert!(!tells_points(&proof.text()));
    proof.json()["leaf"].clone()
}

fn watch(instance: &Instance, path: &str, headers: &[(&str, &str)]) -> EventStream {
    let stream = EventStream::open(instance.address, path, headers).unwrap();
    assert_eq!(stream.status, 200, "{}", stream.head);
    stream
}

/// What a stream says of an event; empty if it tells the position only.
fn told_of(stream: &mut EventStream, position: u64) -> String {
    loop {
        let message = stream.next_id().unwrap();
        if message.id == Some(position) {
            return message.data.unwrap_or_default();
        }
    }
}

#[test]
fn auditors_see_hidden_results_when_everybody_does_and_not_before() {
    let instance = Instance::start();
    let auditor = instance.signed_in(Role::Auditor);
    let tournament = Tournament::under_way(&instance);
    tournament.record(TournamentFact::ResultsHidden { stage: STAGE });
    let position = tournament.record(sheet(true));
    for (form, text) in shown(&instance, &auditor, position) {
        assert!(!tells_points(&text), "{form}: {text}");
        assert!(text.contains("withheld"), "{form}: {text}");
    }
    let alone: Value = serde_json::from_str(&shown(&instance, &auditor, position).pop().unwrap().1).unwrap();
    for field in ["nonce", "payload_base64", "content_base64"] {
        assert_eq!(alone[field], Value::Null, "{field}");
    }
    assert_eq!(alone["payload"], serde_json::json!({ "withheld": true }));
    let export = || instance.send("GET", "/api/v1/log/export", &[("Authorization", &auditor)], None);
    let refused = export();
    assert_eq!((refused.status, refused.json()["reason"].as_str().unwrap()), (409, "results-hidden"));
    let hidden_leaf = leaf(&instance, position);
    assert_eq!(alone["leaf"], hidden_leaf);

    tournament.record(TournamentFact::ResultsRevealed { stage: STAGE });
    for (form, text) in shown(&instance, &auditor, position) {
        assert!(tells_points(&text), "{form}: {text}");
        assert!(!text.contains("withheld"), "{form}: {text}");
    }
    assert_eq!(leaf(&instance, position), hidden_leaf);
    assert_eq!(export().status, 200);
}

#[test]
fn a_sheet_that_was_never_hidden_is_shown() {
    let instance = Instance::start();
    let auditor = instance.signed_in(Role::Auditor);
    let position = Tournament::under_way(&instance).record(sheet(false));
    for (form, text) in shown(&instance, &auditor, position) {
        assert!(tells_points(&text), "{form}: {text}");
    }
}

#[test]
fn a_stream_never_tells_a_sheet_that_was_hidden_when_it_was_entered() {
    let instance = Instance::start();
    let auditor = instance.signed_in(Role::Auditor);
    let tournament = Tournament::under_way(&instance);
    tournament.record(TournamentFact::ResultsHidden { stage: STAGE });
    let headers = [("Authorization", auditor.as_str()), ("Accept", "text/event-stream")];
    let mut live = watch(&instance, "/api/v1/log/events", &headers);
    let position = tournament.record(sheet(true));
    let told = told_of(&mut live, position);
    let event: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(event["data"], serde_json::json!({ "withheld": true }));
    assert_eq!(event["position"], position);
    assert!(!tells_points(&told));
    let mut again = watch(&instance, "/api/v1/log/events?after=0", &headers);
    assert_eq!(told_of(&mut again, position), told);
    let shown = tournament.record(sheet(false));
    assert!(tells_points(&told_of(&mut live, shown)));
    let mut feed = watch(&instance, "/api/v1/feed?last_event_id=0", &[]);
    assert!(!tells_points(&told_of(&mut feed, position)));
}

#[test]
fn the_feed_does_not_name_what_is_confidential() {
    let instance = Instance::start();
    let tournament = Tournament::applied_for(&instance);
    let applied = instance.position().0;
    let changed = || TournamentFact::DetailsChanged { details: details(), reason: None, late_notice: false };
    let before = tournament.record(changed());
    let approved = tournament.record(approved());
    let after = tournament.record(changed());
    let [player, other, ..] = players();
    let reason = commitment();
    let entered = tournament.record(registered());
    let sanctioned = tournament.record(TournamentFact::SanctionGiven {
        player: player.clone(),
        sanction: Sanction::YellowCard,
        reason,
    });
    let disqualified = tournament.record(TournamentFact::Disqualified { player });
    let left = tournament.record(TournamentFact::PlayerLeft { player: other });
    let mut feed = watch(&instance, "/api/v1/feed?last_event_id=0", &[]);
    for (position, is_told) in [
        (applied, false),
        (before, false),
        (approved, false),
        (after, true),
        (entered, true),
        (sanctioned, false),
        (disqualified, false),
        (left, false),
    ] {
        assert_eq!(!told_of(&mut feed, position).is_empty(), is_told, "{position}");
    }
}
