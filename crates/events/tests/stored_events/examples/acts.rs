//! What people do while a tournament is prepared and played.

use super::{commitment, day, moment, place, player, players, rulebook};
use domain::competitions::class::TournamentClass;
use domain::event::*;
use domain::game::Ending;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::rulebook::{Preset, Raw};
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::draw::Seed;
use domain::tournament::format::FormatName;
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use std::sync::Arc;

fn seed() -> Seed {
    Seed::new(commitment(80).0)
}

fn details(number: u8) -> TournamentDetails {
    TournamentDetails {
        name: commitment(number),
        venue: commitment(number + 1),
        voivodeship: Voivodeship::Opolskie,
        first_day: day("2025-03-01"),
        last_day: day("2025-03-02"),
    }
}

fn application(sponsors_consulted: Option<bool>) -> TournamentApplication {
    TournamentApplication {
        details: details(70),
        contact: commitment(72),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 48,
        experienced: true,
        sponsors_consulted,
        submitted_at: moment("2024-11-20T18:30:00+01:00"),
    }
}

fn approval() -> Approval {
    let overrides = vec![Override::new("wildcard.cap", &Raw::Int(48)).unwrap()];
    Approval {
        class: TournamentClass::Eliminatory,
        rulebook_id: rulebook(),
        rulebook: RulebookRecord { base: Preset::Pl2024_25, overrides },
        seed: seed().commitment(),
        approved_at: moment("2024-11-25T09:00:00+01:00"),
    }
}

fn plans() -> [FormatPlan; 2] {
    let named = FormatPlan {
        name: Some(FormatName::MaksA),
        rounds: vec![4, 4, 4, 4],
        round_minutes: Some(90),
        top: Some(TopSize::Top8),
        top_games: 2,
        final_games: Some(4),
        turn_seconds: 60,
        second_entry: true,
    };
    let own = FormatPlan {
        name: None,
        rounds: vec![3],
        round_minutes: None,
        top: None,
        top_games: 0,
        final_games: None,
        turn_seconds: 45,
        second_entry: false,
    };
    [named, own]
}

fn registration(number: u32, age: AgeGroup) -> Registration {
    let is_minor = age != AgeGroup::Adult;
    Registration {
        player: player(number),
        age,
        guardian_consent: is_minor,
        accompanied: age == AgeGroup::Child,
        walk_in: number == 2,
    }
}

/// A sheet with points only, and one with all that can stand on one.
fn sheets() -> [SheetEntry; 2] {
    let game = |ending, small: &[Option<i32>], racks| SheetGame { ending, small: small.to_vec(), racks };
    let counted = |face, jokers, first_meld| Rack { left: TilesLeft::Counted { face, jokers }, first_meld };
    let announced = NotMade { had_first_meld: true, announced_with_last_tile: true, announced_before_game: false };
    let racks = vec![
        counted(0, 0, FirstMeld::Made),
        counted(13, 1, FirstMeld::Made),
        counted(42, 0, FirstMeld::NotMade(announced)),
        Rack { left: TilesLeft::Spilled, first_meld: FirstMeld::NotMade(NotMade::default()) },
    ];
    let plain = SheetEntry {
        stage: Stage::Round(2),
        table: 7,
        games: Arc::new([
            game(Ending::RackEmptied, &[Some(57), Some(-20), Some(-37), Some(0)], None),
            game(Ending::TimeExpired, &[Some(12), None, Some(12), Some(-24)], None),
            game(Ending::NotPlayed, &[], None),
        ]),
        reason: None,
        hidden: false,
    };
    let hidden = SheetEntry {
        stage: Stage::Final,
        table: 1,
        games: Arc::new([game(Ending::RackEmptied, &[Some(255), Some(-63), Some(-50), Some(-142)], Some(racks))]),
        reason: Some(commitment(73)),
        hidden: true,
    };
    [plain, hidden]
}

fn lines() -> Vec<ResultLine> {
    let line = |number, games_played, finish| ResultLine { player: player(number), games_played, finish };
    vec![line(1, 7, place(1)), line(2, 7, place(2)), line(3, 2, RecordedFinish::Disqualified)]
}

/// Every fact, with and without what may be absent.
pub(super) fn acts() -> Vec<NumberedFact> {
    (1..).zip(facts()).map(|(number, fact)| NumberedFact { number, by: principal(), fact }).collect()
}

fn principal() -> ActorRef {
    ActorRef::parse("account/7k2m9q4x8c1v5b3n6z0a").unwrap()
}

fn facts() -> Vec<TournamentFact> {
    let (reason, maybe) = (commitment(74), Some(commitment(75)));
    let [plain_sheet, hidden_sheet] = sheets();
    let mut all = vec![
        TournamentFact::Applied(application(Some(true))),
        TournamentFact::Applied(application(None)),
        TournamentFact::ApplicationApproved(approval()),
        TournamentFact::ApplicationRejected { reason: maybe },
        TournamentFact::ApplicationRejected { reason: None },
        TournamentFact::DetailsChanged { details: details(76), reason: maybe, late_notice: true },
        TournamentFact::DetailsChanged { details: details(76), reason: None, late_notice: false },
        TournamentFact::Cancelled { reason: maybe, late_notice: true },
        TournamentFact::Cancelled { reason: None, late_notice: false },
        TournamentFact::Interrupted { reason },
        TournamentFact::PlayersRegistered(vec![
            registration(1, AgeGroup::Adult),
            registration(2, AgeGroup::Minor),
            registration(3, AgeGroup::Child),
        ]),
        TournamentFact::RegistrationChanged(registration(3, AgeGroup::Minor)),
        TournamentFact::RegistrationWithdrawn { player: player(4) },
        TournamentFact::PlayersCheckedIn { players: players([1, 2, 3]) },
        TournamentFact::PlayersDidNotCome { players: players([5]) },
        TournamentFact::Drawn { stage: Stage::Round(1), number: 1, order: players([3, 1, 2]), reason: None },
        TournamentFact::Drawn { stage: Stage::Round(1), number: 2, order: players([2, 3, 1]), reason: maybe },
        TournamentFact::StageSeated { stage: Stage::Top, tables: vec![players([1, 4, 5, 8]), players([2, 3, 6, 7])] },
        TournamentFact::StageStarted { stage: Stage::Round(1) },
        TournamentFact::StageSkipped { stage: Stage::Top, reason },
        TournamentFact::LateArrivalAdmitted(registration(2, AgeGroup::Adult)),
        TournamentFact::PlayerLeft { player: player(6) },
        TournamentFact::SheetEntered(plain_sheet.clone()),
        TournamentFact::SheetEntered(hidden_sheet.clone()),
        TournamentFact::SheetConfirmed { stage: Stage::Round(2), table: 7 },
        TournamentFact::SecondEntryWaived { stage: Stage::Round(2), table: 8, reason },
        TournamentFact::TableOfTwoAllowed { stage: Stage::Round(20), table: 9, reason },
        TournamentFact::StageClosed { stage: Stage::Round(2) },
        TournamentFact::ResultsHidden { stage: Stage::Final },
        TournamentFact::ResultsRevealed { stage: Stage::Final },
        TournamentFact::Disqualified { player: player(6) },
        TournamentFact::DisputeOpened {
            dispute: 1,
            stage: Stage::Round(3),
            table: 2,
            game: Some(4),
            matter: commitment(77),
        },
        TournamentFact::DisputeOpened { dispute: 2, stage: Stage::Top, table: 1, game: None, matter: commitment(78) },
        TournamentFact::DisputeRuled { dispute: 1, ruling: commitment(79) },
        TournamentFact::WaiverDeclared { player: player(1) },
        TournamentFact::WaiverWithdrawn { player: player(1) },
        TournamentFact::Closed { seed: seed(), ended_at: moment("2025-03-02T17:45:10.5+01:00") },
        TournamentFact::ResultsImported { lines: lines(), ended_at: moment("2025-03-02T17:45:00+01:00") },
        TournamentFact::SheetCorrected { entry: hidden_sheet },
        TournamentFact::SheetCorrected { entry: plain_sheet },
        TournamentFact::ActUndone { act: 12, reason: maybe },
        TournamentFact::ActUndone { act: 11, reason: None },
    ];
    all.extend(plans().map(TournamentFact::FormatChosen));
    let given = |sanction| TournamentFact::SanctionGiven { player: player(6), sanction, reason };
    all.extend([Sanction::Caution, Sanction::Warning, Sanction::YellowCard, Sanction::Disqualification].map(given));
    let ties = [(TieQuestion::EntersTop, maybe), (TieQuestion::EntersFinal, None), (TieQuestion::FinalPlaces, None)];
    all.extend(ties.map(|(question, reason)| TournamentFact::TieDecided { question, order: players([2, 1]), reason }));
    all
}
