use super::*;
use domain::event::{
    Commitment, CompetitionKind, FormatPlan, GrantedCompetition, NumberedFact, Role, SheetEntry, SheetGame,
    TieQuestion, TournamentFact,
};
use domain::game::Ending;
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use events::stored::STORED_TYPES;
use formats::localization::Lang;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// All players are called Anna but `gone`, who was erased, and `nobody`; every event is called Memoriał but `plain`.
struct FewNames;

impl NameLookup for FewNames {
    fn player(&self, id: &PlayerId) -> PlayerLabel {
        match id.as_str() {
            "gone" => PlayerLabel::Erased,
            "nobody" => PlayerLabel::Unnamed,
            _ => PlayerLabel::Named("Anna Przykładowa".to_owned()),
        }
    }

    fn event(&self, stream: &StreamName) -> Option<String> {
        (stream.id() != "plain").then(|| "Memoriał".to_owned())
    }
}

fn said(lang: Lang, event: &Event, stream: &str) -> String {
    lang.render(&sentence(event, &StreamName::parse(stream).unwrap(), &FewNames))
}

/// Every event of the golden files, in the newest version of each stored form.
fn examples() -> Vec<(&'static str, Event)> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../events/tests/golden");
    let mut all = Vec::new();
    for known in STORED_TYPES {
        let file = golden.join(format!("{}.v{}.json", known.event_type, known.current()));
        for line in fs::read_to_string(file).unwrap().lines() {
            all.push((known.event_type, stored::decode(known.event_type, known.current(), line.as_bytes()).unwrap()));
        }
    }
    all
}

#[test]
fn every_event_type_has_its_words_in_both_languages() {
    let examples = examples();
    assert!(examples.len() > STORED_TYPES.len());
    for (event_type, event) in examples {
        let stream = format!("{}/7k3m9q0x2v4b8n000001", stored::stream_kind(&event).name());
        let texts = [Lang::Pl, Lang::En].map(|lang| said(lang, &event, &stream));
        for text in &texts {
            // An id without text shows itself in brackets, and a value that is missing shows its name in braces.
            assert!(!text.contains(['⟨', '{', '}']), "{event_type}: {text}");
        }
        assert_ne!(texts[0], texts[1], "{event_type} is not translated");
    }
}

#[test]
fn players_are_called_by_name_by_id_or_deleted() {
    let erased = Event::Player(PlayerEvent::Erased);
    assert_eq!(said(Lang::Pl, &erased, "player/anna"), "Usunięto dane gracza: Anna Przykładowa");
    assert_eq!(said(Lang::Pl, &erased, "player/gone"), "Usunięto dane gracza: gracz usunięty");
    assert_eq!(said(Lang::En, &erased, "player/gone"), "The data of a player were erased: deleted player");
    assert_eq!(said(Lang::En, &erased, "player/nobody"), "The data of a player were erased: nobody");
}

#[test]
fn a_role_says_what_it_is_for() {
    let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse("t1").unwrap() });
    let grant = Grant { role: Role::MainReferee, event };
    let granted = Event::Account(AccountEvent::RoleGranted(grant));
    assert_eq!(said(Lang::Pl, &granted, "account/k7"), "Nadano rolę sędziego głównego w turnieju „Memoriał”: k7");
    assert_eq!(
        said(Lang::En, &granted, "account/k7"),
        "The role of main referee at the tournament “Memoriał” was granted: k7"
    );
    let revoked = Event::Account(AccountEvent::RoleRevoked(Grant { role: Role::Admin, event: None }));
    assert_eq!(said(Lang::Pl, &revoked, "account/k7"), "Odebrano rolę administratora: k7");
}

#[test]
fn every_role_and_every_kind_of_event_has_its_words() {
    for role in Role::ALL {
        for kind in CompetitionKind::ALL {
            let event = Some(GrantedCompetition { kind: *kind, id: CompetitionId::parse("plain").unwrap() });
            let granted = Event::Account(AccountEvent::RoleGranted(Grant { role: *role, event }));
            for lang in [Lang::Pl, Lang::En] {
                let text = said(lang, &granted, "account/k7");
                assert!(text.contains("plain") && !text.contains('⟨'), "{text}");
            }
        }
    }
}

#[test]
fn an_order_names_its_first_players_and_counts_the_rest() {
    let tie = |ids: &[&str]| {
        let order = ids.iter().map(|id| PlayerId::parse(id).unwrap()).collect();
        said(Lang::Pl, &Event::League(LeagueEvent::Tie(TieEvent::Decided { order })), "league/plain")
    };
    assert_eq!(tie(&["nobody", "gone"]), "Rozstrzygnięto remis o awans z ligi plain: nobody, potem gracz usunięty");
    assert!(tie(&["nobody"; 8]).ends_with("potem nobody i jeszcze 3"), "{}", tie(&["nobody"; 8]));
    assert!(tie(&[]).ends_with(": –"));
}

#[test]
fn without_names_there_are_ids_only() {
    let stream = StreamName::parse("tournament/t1").unwrap();
    let withdrawn = Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn);
    let text = Lang::Pl.render(&sentence(&withdrawn, &stream, &NoNames));
    assert_eq!(text, "Wycofano decyzję o mniejszej liczbie uczestników turnieju: t1");
}

fn told(lang: Lang, fact: TournamentFact) -> String {
    let act = NumberedFact { number: 9, by: ActorRef::parse("account/a").unwrap(), fact };
    said(lang, &Event::Tournament(TournamentEvent::Act(act)), "tournament/t1")
}

fn ids(names: &[&str]) -> Vec<PlayerId> {
    names.iter().map(|name| PlayerId::parse(name).unwrap()).collect()
}

#[test]
fn players_stages_and_tables_are_counted_and_named() {
    let seated = |tables: usize| TournamentFact::StageSeated { stage: Stage::Top, tables: vec![vec![]; tables] };
    for (tables, expected) in [(1, "1 stolik"), (3, "3 stoliki"), (5, "5 stolików"), (22, "22 stoliki")] {
        assert_eq!(
            told(Lang::Pl, seated(tables)),
            format!("Rozsadzono graczy w turnieju „Memoriał”: etap TOP, {expected}")
        );
    }
    let present = |names: &[&str]| TournamentFact::PlayersCheckedIn { players: ids(names) };
    assert_eq!(
        told(Lang::Pl, present(&["anna"])),
        "Potwierdzono obecność gracza na turnieju „Memoriał”: Anna Przykładowa"
    );
    assert_eq!(
        told(Lang::Pl, present(&["anna", "gone"])),
        "Potwierdzono obecność 2 graczy na turnieju „Memoriał”: Anna Przykładowa, gracz usunięty"
    );
    assert!(told(Lang::En, present(&["nobody"; 91])).ends_with("nobody, nobody and 86 more"));
    let confirmed = TournamentFact::SheetConfirmed { stage: Stage::Round(2), table: 1234 };
    assert_eq!(
        told(Lang::En, confirmed),
        "A score sheet was confirmed by a second entry at the tournament “Memoriał”: round 2, table 1234"
    );
}

#[test]
fn what_may_be_absent_leaves_no_trace() {
    let opened = |game| TournamentFact::DisputeOpened {
        dispute: 3,
        stage: Stage::Final,
        table: 1,
        game,
        matter: Commitment([0; 32]),
    };
    let words = "Zgłoszono sytuację sporną nr 3 w turnieju „Memoriał”: finał, stolik 1";
    assert_eq!(told(Lang::Pl, opened(None)), words);
    assert_eq!(told(Lang::Pl, opened(Some(2))), format!("{words}, gra 2"));
    let plan = |top, final_games| FormatPlan {
        name: None,
        rounds: vec![4; 4],
        round_minutes: None,
        top,
        top_games: 2,
        final_games,
        turn_seconds: 60,
        second_entry: false,
    };
    let chosen = |top, final_games| told(Lang::Pl, TournamentFact::FormatChosen(plan(top, final_games)));
    assert_eq!(chosen(None, None), "Wybrano format turnieju „Memoriał”: 4 rundy, bez finału");
    assert_eq!(chosen(Some(TopSize::Top12), Some(4)), "Wybrano format turnieju „Memoriał”: 4 rundy, TOP12, finał");
}

#[test]
fn every_sanction_and_every_question_of_a_tie_has_words_of_its_own() {
    for lang in [Lang::Pl, Lang::En] {
        let given = |sanction: &Sanction| TournamentFact::SanctionGiven {
            player: ids(&["anna"]).remove(0),
            sanction: *sanction,
            reason: Commitment([0; 32]),
        };
        let sanctions: BTreeSet<String> = Sanction::ALL.iter().map(|sanction| told(lang, given(sanction))).collect();
        assert_eq!(sanctions.len(), Sanction::ALL.len());
        let decided = |question: &TieQuestion| TournamentFact::TieDecided {
            question: *question,
            order: ids(&["anna", "nobody"]),
            reason: None,
        };
        let ties: BTreeSet<String> = TieQuestion::ALL.iter().map(|question| told(lang, decided(question))).collect();
        assert_eq!(ties.len(), TieQuestion::ALL.len());
    }
}

#[test]
fn the_sentence_of_a_sheet_is_the_same_whatever_its_points_are() {
    let sheet = |games| SheetEntry { stage: Stage::Final, table: 1, games, reason: None, hidden: true };
    let game = SheetGame { ending: Ending::RackEmptied, small: vec![Some(57), Some(-57)], racks: None };
    for lang in [Lang::Pl, Lang::En] {
        let [some, none] =
            [vec![game.clone()], vec![]].map(|games| told(lang, TournamentFact::SheetEntered(sheet(games.into()))));
        assert_eq!(some, none);
        assert!(!some.contains("57"), "{some}");
    }
}

#[test]
fn a_sentence_without_its_subject_says_the_rest() {
    for (_, event) in examples() {
        let Event::Tournament(_) = &event else { continue };
        let stream = StreamName::parse("tournament/t1").unwrap();
        for lang in [Lang::Pl, Lang::En] {
            let (whole, short) =
                (said(lang, &event, "tournament/t1"), sentence_without_subject(&event, &stream, &FewNames, lang));
            assert!(!short.contains([OMITTED, '⟨']) && !short.contains("Memoriał"), "{short}");
            assert!(!short.is_empty() && short.len() < whole.len(), "{whole}");
        }
    }
}
