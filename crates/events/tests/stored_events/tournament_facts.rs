//! Facts of a running tournament, as examples for the golden files and at random.

pub(crate) mod examples {
    use crate::examples::{commitment, day, moment, place, player, players, rulebook};
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
    pub(crate) fn all() -> Vec<NumberedFact> {
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
            TournamentFact::StageSeated {
                stage: Stage::Top,
                tables: vec![players([1, 4, 5, 8]), players([2, 3, 6, 7])],
            },
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
            TournamentFact::DisputeOpened {
                dispute: 2,
                stage: Stage::Top,
                table: 1,
                game: None,
                matter: commitment(78),
            },
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
        let ties =
            [(TieQuestion::EntersTop, maybe), (TieQuestion::EntersFinal, None), (TieQuestion::FinalPlaces, None)];
        all.extend(ties.map(|(question, reason)| TournamentFact::TieDecided {
            question,
            order: players([2, 1]),
            reason,
        }));
        // New facts come last: the golden files have their numbers.
        all.push(TournamentFact::WinnerContactRecorded { contact: commitment(79), winners: players([1]) });
        all
    }
}

pub(crate) mod arbitrary {
    use crate::arbitrary::{choice, commitment, day, line, moment, player, players, rulebook, rulebook_record};
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
        let not_made =
            any::<[bool; 3]>().prop_map(|[had_first_meld, announced_with_last_tile, announced_before_game]| {
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
            (choice(), players(), reason()).prop_map(|(question, order, reason)| TieDecided {
                question,
                order,
                reason
            }),
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
            (commitment(), players()).prop_map(|(contact, winners)| WinnerContactRecorded { contact, winners }),
            sheet().prop_map(|entry| SheetCorrected { entry }),
            (any::<u32>(), reason()).prop_map(|(act, reason)| ActUndone { act, reason }),
        ]
    }

    /// Any act.
    pub(crate) fn any_fact() -> impl Strategy<Value = NumberedFact> {
        let fact = prop_oneof![
            9 => before_play().boxed(),
            9 => of_players().boxed(),
            7 => of_stages().boxed(),
            8 => of_tables().boxed(),
            5 => at_the_end().boxed(),
        ];
        (any::<u32>(), principal(), fact).prop_map(|(number, by, fact)| NumberedFact { number, by, fact })
    }
}
