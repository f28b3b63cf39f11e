//! Arbitrary acts of people at a tournament.

use super::{choice, commitment, day, line, moment, player, players, rulebook, rulebook_record};
use domain::event::*;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::draw::{Seed, SeedCommitment};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn stage() -> impl Strategy<Value = Stage> {
    prop_oneof![(1..=Stage::MAX_ROUNDS).prop_map(Stage::Round), Just(Stage::Top), Just(Stage::Final)]
}

/// A reference names nobody, but no text that the domain takes for one may break a payload.
fn principal() -> impl Strategy<Value = ActorRef> {
    prop_oneof![3 => "account/[0-9a-hjkmnp-tv-z]{20}", 1 => "\\PC{1,8}", 1 => any::<String>()]
        .prop_filter_map("names nobody", |text| ActorRef::parse(&text).ok())
}

fn reason() -> impl Strategy<Value = Option<Commitment>> {
    option::of(commitment())
}

fn details() -> impl Strategy<Value = TournamentDetails> {
    let fields = (commitment(), commitment(), choice(), day(), day());
    fields.prop_map(|(name, venue, voivodeship, first_day, last_day)| TournamentDetails {
        name,
        venue,
        voivodeship,
        first_day,
        last_day,
    })
}

fn application() -> impl Strategy<Value = TournamentApplication> {
    let kind = (choice(), choice(), any::<u32>());
    let answers = (any::<bool>(), option::of(any::<bool>()));
    (details(), commitment(), kind, answers, moment()).prop_map(
        |(details, contact, (class, variant, planned_players), (experienced, sponsors_consulted), submitted_at)| {
            TournamentApplication {
                details,
                contact,
                class,
                variant,
                planned_players,
                experienced,
                sponsors_consulted,
                submitted_at,
            }
        },
    )
}

fn approval() -> impl Strategy<Value = Approval> {
    let seed = any::<[u8; 32]>().prop_map(SeedCommitment::new);
    (choice(), rulebook(), rulebook_record(), seed, moment()).prop_map(
        |(class, rulebook_id, rulebook, seed, approved_at)| Approval {
            class,
            rulebook_id,
            rulebook,
            seed,
            approved_at,
        },
    )
}

fn plan() -> impl Strategy<Value = FormatPlan> {
    let number = any::<u32>;
    let rounds = (option::of(choice()), vec(number(), 0..5), option::of(number()));
    let stages = (option::of(choice()), number(), option::of(number()));
    (rounds, stages, number(), any::<bool>()).prop_map(
        |((name, rounds, round_minutes), (top, top_games, final_games), turn_seconds, second_entry)| FormatPlan {
            name,
            rounds,
            round_minutes,
            top,
            top_games,
            final_games,
            turn_seconds,
            second_entry,
        },
    )
}

fn registration() -> impl Strategy<Value = Registration> {
    (player(), choice(), any::<[bool; 3]>()).prop_map(|(player, age, [guardian_consent, accompanied, walk_in])| {
        Registration { player, age, guardian_consent, accompanied, walk_in }
    })
}

fn rack() -> impl Strategy<Value = Rack> {
    let counted = (any::<u32>(), any::<u8>()).prop_map(|(face, jokers)| TilesLeft::Counted { face, jokers });
    let not_made = any::<[bool; 3]>().prop_map(|[had_first_meld, announced_with_last_tile, announced_before_game]| {
        FirstMeld::NotMade(NotMade { had_first_meld, announced_with_last_tile, announced_before_game })
    });
    let first_meld = prop_oneof![Just(FirstMeld::Made), not_made];
    (prop_oneof![4 => counted, 1 => Just(TilesLeft::Spilled)], first_meld)
        .prop_map(|(left, first_meld)| Rack { left, first_meld })
}

fn sheet() -> impl Strategy<Value = SheetEntry> {
    let game = (choice(), vec(option::of(any::<i32>()), 0..5), option::of(vec(rack(), 0..5)));
    let game = game.prop_map(|(ending, small, racks)| SheetGame { ending, small, racks });
    (stage(), any::<u32>(), vec(game, 0..4), reason(), any::<bool>()).prop_map(
        |(stage, table, games, reason, hidden)| SheetEntry { stage, table, games: games.into(), reason, hidden },
    )
}

fn before_play() -> impl Strategy<Value = TournamentFact> {
    use TournamentFact::*;
    prop_oneof![
        application().prop_map(Applied),
        approval().prop_map(ApplicationApproved),
        reason().prop_map(|reason| ApplicationRejected { reason }),
        (details(), reason(), any::<bool>()).prop_map(|(details, reason, late_notice)| DetailsChanged {
            details,
            reason,
            late_notice
        }),
        (reason(), any::<bool>()).prop_map(|(reason, late_notice)| Cancelled { reason, late_notice }),
        plan().prop_map(FormatChosen),
        vec(registration(), 0..4).prop_map(PlayersRegistered),
        registration().prop_map(RegistrationChanged),
        player().prop_map(|player| RegistrationWithdrawn { player }),
    ]
}

fn of_players() -> impl Strategy<Value = TournamentFact> {
    use TournamentFact::*;
    prop_oneof![
        players().prop_map(|players| PlayersCheckedIn { players }),
        players().prop_map(|players| PlayersDidNotCome { players }),
        registration().prop_map(LateArrivalAdmitted),
        player().prop_map(|player| PlayerLeft { player }),
        (player(), choice(), commitment()).prop_map(|(player, sanction, reason)| SanctionGiven {
            player,
            sanction,
            reason
        }),
        player().prop_map(|player| Disqualified { player }),
        (choice(), players(), reason()).prop_map(|(question, order, reason)| TieDecided { question, order, reason }),
        player().prop_map(|player| WaiverDeclared { player }),
        player().prop_map(|player| WaiverWithdrawn { player }),
    ]
}

fn of_stages() -> impl Strategy<Value = TournamentFact> {
    use TournamentFact::*;
    prop_oneof![
        (stage(), any::<u32>(), players(), reason()).prop_map(|(stage, number, order, reason)| Drawn {
            stage,
            number,
            order,
            reason
        }),
        (stage(), vec(players(), 0..4)).prop_map(|(stage, tables)| StageSeated { stage, tables }),
        stage().prop_map(|stage| StageStarted { stage }),
        (stage(), commitment()).prop_map(|(stage, reason)| StageSkipped { stage, reason }),
        stage().prop_map(|stage| StageClosed { stage }),
        stage().prop_map(|stage| ResultsHidden { stage }),
        stage().prop_map(|stage| ResultsRevealed { stage }),
    ]
}

fn of_tables() -> impl Strategy<Value = TournamentFact> {
    use TournamentFact::*;
    let table = any::<u32>;
    prop_oneof![
        3 => sheet().prop_map(SheetEntered),
        1 => (stage(), table()).prop_map(|(stage, table)| SheetConfirmed { stage, table }),
        1 => (stage(), table(), commitment())
            .prop_map(|(stage, table, reason)| SecondEntryWaived { stage, table, reason }),
        1 => (stage(), table(), commitment())
            .prop_map(|(stage, table, reason)| TableOfTwoAllowed { stage, table, reason }),
        1 => (any::<u32>(), stage(), table(), option::of(any::<u32>()), commitment())
            .prop_map(|(dispute, stage, table, game, matter)| DisputeOpened { dispute, stage, table, game, matter }),
        1 => (any::<u32>(), commitment()).prop_map(|(dispute, ruling)| DisputeRuled { dispute, ruling }),
    ]
}

fn at_the_end() -> impl Strategy<Value = TournamentFact> {
    use TournamentFact::*;
    prop_oneof![
        commitment().prop_map(|reason| Interrupted { reason }),
        (any::<[u8; 32]>(), moment()).prop_map(|(seed, ended_at)| Closed { seed: Seed::new(seed), ended_at }),
        (vec(line(), 0..6), moment()).prop_map(|(lines, ended_at)| ResultsImported { lines, ended_at }),
        sheet().prop_map(|entry| SheetCorrected { entry }),
        (any::<u32>(), reason()).prop_map(|(act, reason)| ActUndone { act, reason }),
    ]
}

/// Any act.
pub(super) fn act() -> impl Strategy<Value = NumberedFact> {
    let fact = prop_oneof![
        9 => before_play().boxed(),
        9 => of_players().boxed(),
        7 => of_stages().boxed(),
        8 => of_tables().boxed(),
        5 => at_the_end().boxed(),
    ];
    (any::<u32>(), principal(), fact).prop_map(|(number, by, fact)| NumberedFact { number, by, fact })
}
