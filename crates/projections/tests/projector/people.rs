//! Players and accounts: lists, searches, and what nobody may see.

use crate::store::{Store, TIMEOUT, player_id};
use domain::event::{AccountEvent, CompetitionKind, Correction, Grant, GrantedCompetition, Role};
use domain::values::ids::{AccountId, CompetitionId};
use events::envelope::Position;
use events::vault::{PersonalField, Visibility, register};
use projections::views::{PublicPerson, PublicPlayer, Views};

const PEOPLE: [(&str, &str, &str); 8] = [
    ("Łukasz", "Łabędź", "Łódź"),
    ("Anna", "Lis", "Warszawa"),
    ("Jan", "Lisowski", "Warszawa"),
    ("Ewa", "Żak", "Gdańsk"),
    ("Ewa", "Zych", "Gdańsk"),
    ("Celina", "Ćwik-Mazur", "Kraków"),
    ("Adam", "Czyż", "Kraków"),
    ("Maria", "Mazur", "Lisków"),
];

fn store() -> Store {
    let store = Store::new();
    for (number, who) in PEOPLE.iter().enumerate() {
        store.register(&format!("p{number}"), *who);
    }
    store
}

fn surname(player: &PublicPlayer) -> &str {
    player.person.as_ref().unwrap().surname.as_str()
}

fn found<'a>(views: &'a Views, text: &str) -> Vec<&'a str> {
    views.players.search(text, None, 20, |_| true).into_iter().map(|(_, player)| surname(player)).collect()
}

#[test]
fn players_are_listed_in_the_polish_alphabet_page_by_page() {
    let views = store().caught_up().views();
    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let page = views.players.page(after.as_ref(), 3);
        let Some((last, _)) = page.last() else { break };
        after = Some((*last).clone());
        listed.extend(page.iter().map(|(_, player)| surname(player).to_owned()));
    }
    assert_eq!(listed, ["Czyż", "Ćwik-Mazur", "Lis", "Lisowski", "Łabędź", "Mazur", "Zych", "Żak"]);
    assert_eq!(views.players.len(), PEOPLE.len());
}

#[test]
fn a_page_goes_on_after_a_player_who_has_gone() {
    let store = store();
    let projector = store.caught_up();
    let first = projector.views().players.page(None, 3).last().unwrap().0.clone();
    let erased = store.erase("p1");
    projector.wait_for_blocking(erased, TIMEOUT).unwrap();
    let views = projector.views();
    let next = views.players.page(Some(&first), 1);
    assert_eq!(surname(next[0].1), "Lisowski");
}

#[test]
fn a_search_needs_no_polish_letters_and_takes_beginnings_of_words_in_any_order() {
    let views = store().caught_up().views();
    assert_eq!(found(&views, "lukasz"), ["Łabędź"]);
    assert_eq!(found(&views, "ŁAB, łuk"), ["Łabędź"]);
    assert_eq!(found(&views, "lodz"), ["Łabędź"]);
    assert_eq!(found(&views, "gdansk ewa"), ["Zych", "Żak"]);
    assert_eq!(found(&views, "krakow a"), ["Czyż"]);
    assert_eq!(found(&views, "kasz"), [""; 0]);
    assert_eq!(found(&views, " , "), [""; 0]);
}

#[test]
fn whole_words_come_before_longer_ones_and_each_part_is_in_alphabetical_order() {
    let views = store().caught_up().views();
    assert_eq!(found(&views, "lis"), ["Lis", "Lisowski", "Mazur"]);
    assert_eq!(found(&views, "mazur"), ["Ćwik-Mazur", "Mazur"]);
    assert_eq!(views.players.search("lis", None, 2, |_| true).len(), 2);
    assert_eq!(views.players.search("lis", None, 0, |_| true).len(), 0);
}

#[test]
fn a_rectified_player_is_found_by_the_new_name_only_and_older_views_show_it_too() {
    let store = store();
    let projector = store.caught_up();
    let before = store.head();
    let rectified = store.rectify("p1", ("Anna", "Wilk", "Warszawa"));
    projector.wait_for_blocking(rectified, TIMEOUT).unwrap();
    for views in [projector.views(), projector.views_at(before).unwrap()] {
        assert_eq!(found(&views, "anna"), ["Wilk"], "at {}", views.position);
        assert_eq!(found(&views, "lis"), ["Lisowski", "Mazur"]);
    }
    assert_eq!(projector.views().players.get(&player_id("p1")).unwrap().etag, rectified);
    assert_eq!(projector.views().players.changed, rectified);
}

#[test]
fn nobody_who_was_erased_has_a_name_in_current_or_older_views() {
    let store = store();
    let projector = store.caught_up();
    let head = projector.position();
    let between = Position(head.0 - 3);
    let shown = |views: &Views| format!("{:?}", views.players.get(&player_id("p0")).map(|player| &player.person));
    projector.views_at(between).unwrap();
    let erased = store.erase("p0");
    projector.wait_for_blocking(erased, TIMEOUT).unwrap();
    for position in [between, head, erased] {
        let views = projector.views_at(position).unwrap();
        assert_eq!(views.position, position);
        assert_eq!(shown(&views), "Some(None)", "at {position}");
        assert_eq!(found(&views, "lukasz"), [""; 0], "at {position}");
        assert!(views.players.page(None, 100).iter().all(|(_, player)| player.id != player_id("p0")));
    }
    let views = projector.views();
    let player = views.players.get(&player_id("p0")).unwrap();
    assert!(player.erased && player.person.is_none());
    assert_eq!((player.etag, views.players.len()), (erased, PEOPLE.len() - 1));
}

fn path<F: PersonalField>(_: &F) -> &'static str {
    F::ENTRY.path
}

#[test]
fn what_everybody_sees_of_a_player_is_what_the_register_calls_public_and_nothing_else() {
    // Taking the value apart names every field, so that a new one has to be thought of here.
    let store = store();
    let views = store.caught_up().views();
    let PublicPlayer { id, person, foreign, erased, etag } = views.players.get(&player_id("p0")).unwrap();
    let PublicPerson { first_name, surname, city, voivodeship, country } = person.as_ref().unwrap();
    let shown = [path(first_name), path(surname), path(city), path(voivodeship), path(country)];
    let public = register().iter().filter(|entry| entry.visibility == Visibility::Public);
    let public: Vec<&str> = public.map(|entry| entry.path).filter(|path| path.starts_with("player.")).collect();
    assert_eq!(shown.as_slice(), public);
    assert_eq!((id.as_str(), *foreign, *erased, etag.0), ("p0", false, false, 1));
    assert_eq!(found(&views, "tajny-alias"), [""; 0]);
}

#[test]
fn an_account_is_found_by_its_login_however_the_letters_are_written() {
    let store = Store::new();
    store.open_account("a1", "Zofia.Żak");
    store.open_account("a2", "zofia");
    let projector = store.caught_up();
    let id = |login: &str| projector.views().accounts.with_login(login).map(|account| account.id.as_str().to_owned());
    assert_eq!(id(" ZOFIA.ŻAK ").as_deref(), Some("a1"));
    assert_eq!(id("zofia").as_deref(), Some("a2"));
    assert_eq!(id("zof"), None);
    // Whoever takes somebody else's login does not take the account.
    let (record, texts) = store.account_texts("Zofia.Żak", "Ktoś Inny");
    let taken = store.account("a2", AccountEvent::Rectified(Correction { record, reason: None }), &texts);
    projector.wait_for_blocking(taken, TIMEOUT).unwrap();
    assert_eq!((id("zofia.żak").as_deref(), id("zofia")), (Some("a1"), None));
    let (record, texts) = store.account_texts("nowa", "Zofia Żak");
    let left = store.account("a1", AccountEvent::Rectified(Correction { record, reason: None }), &texts);
    projector.wait_for_blocking(left, TIMEOUT).unwrap();
    assert_eq!((id("zofia.żak").as_deref(), id("nowa").as_deref()), (Some("a2"), Some("a1")));
}

#[test]
fn an_account_has_what_was_granted_until_it_is_revoked_and_nothing_while_it_is_disabled() {
    let store = Store::new();
    store.open_account("a1", "admin");
    let admin = Grant { role: Role::Admin, event: None };
    let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse("t1").unwrap() };
    let referee = Grant { role: Role::Referee, event: Some(event.clone()) };
    let projector = store.projector();
    let state = |change: AccountEvent| {
        let position = store.account("a1", change, &[]);
        projector.wait_for_blocking(position, TIMEOUT).unwrap();
        let views = projector.views();
        let account = views.accounts.find(&AccountId::parse("a1").unwrap()).unwrap();
        assert_eq!((account.etag, views.accounts.changed), (position, position));
        let admins = views.accounts.admins().count();
        (admins, account.has(Role::Referee, Some(&event)), account.has(Role::Referee, None), account.disabled)
    };
    assert_eq!(state(AccountEvent::RoleGranted(admin.clone())), (1, false, false, false));
    assert_eq!(state(AccountEvent::RoleGranted(referee.clone())), (1, true, false, false));
    assert_eq!(state(AccountEvent::Disabled { reason: None }), (0, false, false, true));
    assert_eq!(state(AccountEvent::Enabled), (1, true, false, false));
    assert_eq!(state(AccountEvent::RoleRevoked(admin)), (0, true, false, false));
    assert_eq!(state(AccountEvent::RoleRevoked(referee)), (0, false, false, false));
}
