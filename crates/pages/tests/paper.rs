//! Pages to print: every stage of a tournament from the draw to the diplomas, for its staff only.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "support/played.rs"]
mod played;

use domain::event::{Grant, Role};
use played::PlayedTournament;

const PEOPLE: [(&str, &str); 8] = [
    ("Łucja", "Żabińska"),
    ("Adam", "Ćwikła"),
    ("Ewa", "Cebula"),
    ("Jan", "Łoś"),
    ("Olga", "Lis"),
    ("Piotr", "Świt"),
    ("Zofia", "Sowa"),
    ("Igor", "<script>alert(1)</script>"),
];

#[test]
fn everything_to_print_is_there_for_each_stage_in_both_languages() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej \"><img src=x onerror=alert(2)>");
    let index = played.page(&played.organiser, &played.print("pl", "")).text();
    assert!(index.contains("/print/sheets/1") && !index.contains("/print/sheets/2"), "{index}");
    assert!(!index.contains("/print/results"), "{index}");
    played.play("1", 2, 3, true);
    played.play("2", 2, 3, true);
    played.play("3", 2, 3, true);
    played.play("final", 1, 4, false);
    played.post(&played.organiser, &played.path("close"), &serde_json::json!({}));
    for lang in ["pl", "en"] {
        let mut parts: Vec<String> =
            ["", "/labels/a4", "/labels/a5", "/results", "/diplomas/3", "/diplomas/10"].map(str::to_owned).to_vec();
        for stage in ["1", "2", "3", "final"] {
            let of_stage = ["/sheets/", "/standings/"].map(|part| format!("{part}{stage}"));
            parts.extend(of_stage);
            parts.extend([format!("/seating/{stage}/names"), format!("/seating/{stage}/tables")]);
        }
        for part in parts {
            let address = played.print(lang, &part);
            let page = played.page(&played.organiser, &address);
            let text = page.text();
            assert_eq!(page.status, 200, "{address}: {text}");
            assert!(text.contains(&format!("<html lang=\"{lang}\">")), "{address}");
            assert!(!text.contains('⟨'), "{address} lacks words: {text}");
            assert_eq!(text.matches("<h1").count(), 1, "{address}");
            assert_eq!(page.header("cache-control"), "private, no-store", "{address}");
            assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{address}");
            for hostile in ["<script>", "<img src=x", " style=", "<style"] {
                assert!(!text.contains(hostile), "{address} has {hostile}");
            }
        }
    }
}

#[test]
fn a_sheet_has_its_name_the_seats_the_games_a_code_and_the_notice() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej na papierze");
    let text = played.page(&played.referee, &played.print("pl", "/sheets/1")).text();
    for wanted in ["R1-S01", "R1-S02", "Łucja Żabińska", "id=\"table-2\"", "<svg", "45 minut", "/pl/privacy"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert_eq!(text.matches("<article class=\"sheet\"").count(), 2);
    // Three games at each of two tables, each with four places for points.
    assert_eq!(text.matches("<th scope=\"row\">").count(), 6);
    assert_eq!(text.matches("class=\"seat\"").count(), 8);
}

#[test]
fn tokens_are_offered_only_to_those_who_may_give_them_out_and_come_with_a_picture() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej na papierze");
    let offer = format!("data-api=\"{}\"", played.path("stages/1/table-tokens"));
    assert!(played.page(&played.organiser, &played.print("pl", "/sheets/1")).text().contains(&offer));
    let event = Some(domain::event::GrantedCompetition {
        kind: domain::event::CompetitionKind::Tournament,
        id: domain::values::ids::CompetitionId::parse(&played.id).unwrap(),
    });
    let referee = played.instance.member("sara", &[Grant { role: Role::Referee, event }]);
    let page = played.page(&referee, &played.print("pl", "/sheets/1"));
    assert_eq!(page.status, 200);
    assert!(!page.text().contains(&offer), "a referee gives out no tokens");
    let issued = played.post(&played.organiser, &played.path("stages/1/table-tokens"), &serde_json::json!({}));
    let tokens = issued["tokens"].as_array().unwrap();
    assert_eq!(tokens.len(), 2);
    for token in tokens {
        let picture = token["qr_svg"].as_str().unwrap();
        assert!(picture.starts_with("<svg") && !picture.contains(token["token"].as_str().unwrap()), "{picture}");
    }
    let again = played.page(&played.organiser, &played.print("pl", "/sheets/1")).text();
    assert!(again.contains("nadal działają"), "{again}");
    for token in tokens {
        assert!(!again.contains(token["token"].as_str().unwrap()));
    }
}

#[test]
fn the_list_for_the_door_is_in_the_order_of_the_polish_alphabet() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej na papierze");
    let text = played.page(&played.organiser, &played.print("pl", "/seating/1/names")).text();
    let at = |name: &str| text.find(name).unwrap_or_else(|| panic!("{name} is on the list: {text}"));
    let order = ["Cebula Ewa", "Ćwikła Adam", "Lis Olga", "Łoś Jan", "Sowa Zofia", "Świt Piotr", "Żabińska Łucja"];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{text}");
}

#[test]
fn standings_after_a_round_stay_those_of_that_round() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej na papierze");
    played.play("1", 2, 3, true);
    let after_one = played.instance.get(&played.path("standings?after=1")).json();
    played.play("2", 2, 3, true);
    let again = played.instance.get(&played.path("standings?after=1")).json();
    assert_eq!(after_one["lines"], again["lines"]);
    assert_eq!((&again["stage"], &again["provisional"]), (&"1".into(), &false.into()));
    let now = played.instance.get(&played.path("standings")).json();
    assert_ne!(now["lines"], again["lines"]);
    assert_eq!(played.instance.get(&played.path("standings?after=nowhere")).status, 400);
    let page = played.page(&played.organiser, &played.print("pl", "/standings/1")).text();
    let best = again["lines"][0]["first_name"].as_str().unwrap();
    assert!(page.contains(best) && page.contains("runda 1"), "{page}");
}

#[test]
fn nobody_but_the_staff_is_led_to_what_is_printed() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej na papierze");
    let stranger = played.instance.member("obcy", &[]);
    for part in ["", "/sheets/1", "/seating/1/names", "/standings/1", "/labels/a4", "/results", "/diplomas/3"] {
        let address = played.print("pl", part);
        assert_eq!(played.page(&stranger, &address).status, 403, "{part}");
        let led = played.instance.get(&address);
        assert_eq!(led.status, 303, "{part}");
        assert!(led.header("location").starts_with("/pl/sign-in?next="), "{part}");
    }
    for part in ["/sheets/2", "/sheets/7", "/standings/nowhere", "/results", "/diplomas/3", "/labels/a3"] {
        assert_eq!(played.page(&played.organiser, &played.print("pl", part)).status, 404, "{part}");
    }
}
