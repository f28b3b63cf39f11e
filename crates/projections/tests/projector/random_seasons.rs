//! Whatever happens in a season: every list that is kept up to date is the one that is computed anew from the log
//! (invariants 11 and 12, E34).
//!
//! `PROPTEST_CASES` says how many seasons; without it there are a few.

use crate::store::{Store, TIMEOUT, World};
use commands::{CommandHandler, CommandMetadata, LedgerContext};
use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::event::*;
use domain::publication::ListId;
use domain::qualification::ledger::decider::LedgerAction;
use domain::qualification::ledger::{Proposal, Target};
use domain::rulebook::{Preset, Raw};
use domain::season::lists::lists;
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId, RulebookId, SeasonId};
use domain::values::place::Place;
use domain::values::text::StatedReason;
use domain::values::voivodeship::Voivodeship;
use events::envelope::{Actor, Position};
use events::vault::{EventTexts, PlayerName, PlayerProfile};
use formats::list::CanonicalList;
use formats::{bundle, results};
use projections::names::Names;
use projections::projector::Projector;
use projections::season_bundle::export;
use projections::season_lists::{canonical, national_results, proposals, wildcard_offer};
use projections::views::Views;
use projections::views::replay_records;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const SEASONS_PLAYED: u32 = 12;
const PLAYERS: u32 = 8;
const LISTS: [&str; 9] = [
    "ranking:2025",
    "ranking-snapshot:2025",
    "mp:2025",
    "mp-start:2025",
    "mw:mw-o",
    "mw:mw-l",
    "wildcards:mw-o",
    "wildcards:mw-l",
    "grand-prix:gp",
];
const TARGETS: [&str; 3] = ["mp:2025", "mw:mw-o", "mw:mw-l"];

/// Something that somebody does; what is not possible is left out. The seed says everything else about it.
#[derive(Debug, Clone, Copy)]
struct RandomCommand {
    kind: Kind,
    which: u8,
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Tournament,
    Exception,
    EventWaiver,
    EventTie,
    League,
    GrandPrix,
    Online,
    Waiver,
    Rectify,
    Erase,
    Season,
    RankingTie,
    Rulebook,
    Schedule,
    Ledger,
    Wildcards,
    Publish,
}

fn random_command() -> impl Strategy<Value = RandomCommand> {
    let kind = prop_oneof![
        8 => Just(Kind::Tournament),
        2 => Just(Kind::Exception),
        1 => Just(Kind::EventWaiver),
        2 => Just(Kind::EventTie),
        2 => Just(Kind::League),
        1 => Just(Kind::GrandPrix),
        1 => Just(Kind::Online),
        1 => Just(Kind::Waiver),
        1 => Just(Kind::Rectify),
        1 => Just(Kind::Erase),
        1 => Just(Kind::Season),
        1 => Just(Kind::RankingTie),
        1 => Just(Kind::Rulebook),
        1 => Just(Kind::Schedule),
        8 => Just(Kind::Ledger),
        4 => Just(Kind::Wildcards),
        2 => Just(Kind::Publish),
    ];
    (kind, 0..8_u8, any::<u64>()).prop_map(|(kind, which, seed)| RandomCommand { kind, which, seed })
}

/// Numbers that follow from a seed.
struct Rng(u64);

impl Rng {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    /// Some players in some order, at least so many.
    fn players(&mut self, at_least: u64) -> Vec<PlayerId> {
        let mut all: Vec<u32> = (0..PLAYERS).collect();
        for index in (1..all.len()).rev() {
            all.swap(index, self.below(index as u64 + 1) as usize);
        }
        let count = at_least + self.below(u64::from(PLAYERS) - at_least + 1);
        all.into_iter().take(count as usize).map(player).collect()
    }

    /// The places of so many, with ties.
    fn places(&mut self, count: usize) -> Vec<Place> {
        let mut places: Vec<u32> = Vec::new();
        for number in 1..=count as u32 {
            let tied = !places.is_empty() && self.one_in(3);
            places.push(if tied { places[places.len() - 1] } else { number });
        }
        places.into_iter().map(|number| Place::new(number).unwrap()).collect()
    }

    fn moment(&mut self) -> Moment {
        moment(&format!("2025-03-{:02}T{}:00:00+01:00", 1 + self.below(26), 12 + self.below(3)))
    }

    fn voivodeship(&mut self) -> Voivodeship {
        if self.one_in(2) { Voivodeship::Opolskie } else { Voivodeship::Lubelskie }
    }
}

fn player(number: u32) -> PlayerId {
    PlayerId::parse(&format!("p{number}")).unwrap()
}

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

fn days(first: &str, last: &str) -> Window {
    Window::new(Day::parse(first).unwrap(), Some(Day::parse(last).unwrap())).unwrap()
}

fn reason() -> StatedReason {
    StatedReason::parse("Postanowienie komisji").unwrap()
}

/// A season with its store, and what is there so far.
struct Played {
    store: Store,
    commands: CommandHandler,
    kept_up: Projector,
    there: BTreeSet<String>,
    erased: BTreeSet<u32>,
    /// Which kinds of deeds came about, and which acts on the ledger.
    reached: BTreeMap<String, usize>,
}

impl Played {
    fn new() -> Self {
        let store = Store::new();
        let commands = CommandHandler::new(Arc::clone(&store.log), Arc::clone(&store.vault), Arc::new(World));
        let kept_up = store.projector();
        let played = Self {
            store,
            commands,
            kept_up,
            there: BTreeSet::new(),
            erased: BTreeSet::new(),
            reached: BTreeMap::new(),
        };
        played.adopt(0);
        played.record("season/2025", &Event::Season(SeasonEvent::Opened(season(28))));
        for (id, voivodeship) in [("mw-o", Voivodeship::Opolskie), ("mw-l", Voivodeship::Lubelskie)] {
            let record =
                ChampionshipRecord { voivodeship, window: days("2025-03-01", "2025-03-27"), rulebook: rulebook() };
            played.record(&format!("championship/{id}"), &Event::Championship(ChampionshipEvent::Announced(record)));
        }
        for number in 0..PLAYERS {
            played.person(number, 0, PlayerEvent::Registered);
        }
        played
    }

    fn record(&self, stream: &str, event: &Event) {
        self.store.record(stream, event, &[]);
    }

    fn adopt(&self, variant: u64) {
        let int = |path: &str, value: i64| Override::new(path, &Raw::Int(value)).unwrap();
        let overrides = vec![
            int("min_players.stationary", 3),
            int("min_players.ranking", 4),
            int("min_players.mp", 6),
            int("min_players.mp_exception_floor", 4),
            int("mw.tournament.min", 3),
            int("mw.league.regulars", 3),
            int("mw.league.min_rounds", 1),
            int("awans.ranking.count", 2 + variant as i64),
            int("mw.wildcard.cap", 7),
        ];
        let record = RulebookRecord { base: Preset::Pl2024_25, overrides };
        self.record("rulebook/r", &Event::Rulebook(RulebookEvent::Adopted(record)));
    }

    fn person(&self, number: u32, variant: u64, event: impl Fn(PlayerRecord) -> PlayerEvent) {
        let name =
            PlayerName { first_name: format!("Imię{variant}").into(), surname: format!("Nazwisko{number}").into() };
        let profile = PlayerProfile {
            city: "Przykładowice".into(),
            voivodeship: "opolskie".into(),
            country: "PL".into(),
            alias: None,
        };
        let texts = [self.store.vault.prepare(&name), self.store.vault.prepare(&profile)];
        let record = PlayerRecord { name: texts[0].commitment(), profile: texts[1].commitment(), foreign: false };
        self.store.record(&format!("player/{}", player(number)), &Event::Player(event(record)), &texts);
    }

    /// Records something for the first time, or corrects it.
    fn told<R>(&mut self, stream: &str, first: impl Fn(R) -> Event, again: impl Fn(Correction<R>) -> Event, record: R) {
        let event = if self.there.insert(stream.to_owned()) {
            first(record)
        } else {
            again(Correction { record, reason: None })
        };
        self.record(stream, &event);
    }

    /// The name of an event; it is kept for the subject when it is first recorded, and the record says the same later.
    fn named<R>(
        &mut self,
        stream: &str,
        first: impl Fn(R) -> Event,
        again: impl Fn(Correction<R>) -> Event,
        record: impl Fn(Commitment) -> R,
    ) {
        let texts = self.store.vault.prepare(&EventTexts { name: format!("Impreza {stream}").into() });
        let record = record(texts.commitment());
        let event = if self.there.insert(stream.to_owned()) {
            first(record)
        } else {
            again(Correction { record, reason: None })
        };
        self.store.record(stream, &event, &[texts]);
    }

    fn perform(&mut self, random_command: RandomCommand) {
        let mut rng = Rng(random_command.seed);
        let done = match random_command.kind {
            Kind::Tournament => self.tournament(random_command.which, &mut rng),
            Kind::Exception | Kind::EventWaiver | Kind::EventTie => self.beside(random_command, &mut rng),
            Kind::League => self.league(&mut rng),
            Kind::GrandPrix => self.grand_prix(&mut rng),
            Kind::Online => self.online(&mut rng),
            Kind::Waiver | Kind::Rectify | Kind::Erase => self.of_player(random_command, &mut rng),
            Kind::Season => {
                let record = season(28 + rng.below(3) as u8);
                let event = SeasonEvent::Corrected(Correction { record, reason: None });
                self.record("season/2025", &Event::Season(event));
                true
            }
            Kind::RankingTie => {
                self.record("season/2025", &Event::Season(SeasonEvent::RankingTie(tie(&mut rng))));
                true
            }
            Kind::Rulebook => {
                self.adopt(rng.below(3));
                true
            }
            Kind::Schedule => {
                let id = ["mw-o", "mw-l"][usize::from(random_command.which % 2)];
                let days = days("2025-04-05", if rng.one_in(2) { "2025-04-05" } else { "2025-04-06" });
                self.record(&format!("championship/{id}"), &Event::Championship(ChampionshipEvent::Scheduled { days }));
                true
            }
            Kind::Ledger => self.settle(random_command.which, &mut rng),
            Kind::Wildcards => self.wildcards(random_command.which, &mut rng),
            Kind::Publish => self.publish(random_command.which, &mut rng),
        };
        if done {
            *self.reached.entry(format!("{:?}", random_command.kind)).or_default() += 1;
        }
    }

    fn tournament(&mut self, which: u8, rng: &mut Rng) -> bool {
        let players = rng.players(4);
        let places = rng.places(players.len());
        let mut lines: Vec<ResultLine> = (players.into_iter().zip(places))
            .map(|(player, place)| ResultLine { player, games_played: 12, finish: RecordedFinish::Place(place) })
            .collect();
        if rng.one_in(6)
            && let Some(last) = lines.last_mut()
        {
            last.finish = RecordedFinish::Disqualified;
        }
        let national = which == 7;
        // The members of the cycle stay what they are.
        let class = match which {
            7 => TournamentClass::Mp,
            6 if rng.one_in(2) => TournamentClass::Ordinary,
            6 => TournamentClass::Mw,
            _ => TournamentClass::Eliminatory,
        };
        let (ended_at, voivodeship) = (rng.moment(), rng.voivodeship());
        let ended_at = if national { moment("2025-03-29T18:00:00+01:00") } else { ended_at };
        let record = |name| TournamentRecord {
            name,
            ended_at,
            submitted_at: moment("2025-02-01T12:00:00+01:00"),
            voivodeship,
            class,
            planned_games: 12,
            outcome: RecordedOutcome::Results(lines.clone()),
        };
        self.named(
            &format!("tournament/t{which}"),
            |record| Event::Tournament(TournamentEvent::Recorded(record)),
            |correction| Event::Tournament(TournamentEvent::Corrected(correction)),
            record,
        );
        true
    }

    /// What is decided beside the results of a tournament.
    fn beside(&mut self, RandomCommand { kind, which, .. }: RandomCommand, rng: &mut Rng) -> bool {
        let stream = format!("tournament/t{which}");
        if !self.there.contains(&stream) {
            return false;
        }
        let event = match kind {
            Kind::Exception if rng.one_in(4) => TournamentEvent::ExceptionDecisionWithdrawn,
            Kind::Exception => {
                // After every end that a correction can give it.
                let decided_at = moment(&format!("2025-03-{:02}T20:00:00+02:00", 30 + rng.below(2)));
                TournamentEvent::ExceptionDecided(ExceptionDecision { granted: !rng.one_in(4), decided_at })
            }
            Kind::EventWaiver => {
                // Once for each player; only who plays there can waive there.
                let views = self.now();
                let it = views.records.tournament(&CompetitionId::parse(&format!("t{which}")).unwrap()).unwrap();
                let RecordedOutcome::Results(lines) = &it.record.outcome else { return false };
                let player = lines[rng.below(lines.len() as u64) as usize].player.clone();
                if it.decisions.waivers.contains(&player) {
                    TournamentEvent::Waiver(WaiverEvent::Withdrawn { player })
                } else {
                    TournamentEvent::Waiver(WaiverEvent::Declared { player })
                }
            }
            _ => TournamentEvent::Tie(tie(rng)),
        };
        self.record(&stream, &Event::Tournament(event));
        true
    }

    fn league(&mut self, rng: &mut Rng) -> bool {
        let players = rng.players(3);
        let places = rng.places(players.len());
        let table: Vec<PlacedPlayer> =
            players.iter().cloned().zip(places).map(|(player, place)| PlacedPlayer { player, place }).collect();
        let meeting = |day: &str| RecordedMeeting { day: Day::parse(day).unwrap(), present: players.clone() };
        let (ended_at, voivodeship) = (moment("2025-03-20T18:00:00+01:00"), rng.voivodeship());
        self.named(
            "league/l",
            |record| Event::League(LeagueEvent::Recorded(record)),
            |correction| Event::League(LeagueEvent::Corrected(correction)),
            |name| LeagueRecord {
                name,
                voivodeship,
                ended_at,
                submitted_at: moment("2025-02-02T12:00:00+01:00"),
                meetings: vec![meeting("2025-03-06"), meeting("2025-03-13"), meeting("2025-03-20")],
                table: table.clone(),
            },
        );
        if rng.one_in(2) {
            self.record("league/l", &Event::League(LeagueEvent::Tie(tie(rng))));
        }
        true
    }

    fn grand_prix(&mut self, rng: &mut Rng) -> bool {
        let known = (0..6).filter(|which| self.there.contains(&format!("tournament/t{which}")));
        let tournaments: Vec<CompetitionId> =
            known.map(|which| CompetitionId::parse(&format!("t{which}")).unwrap()).collect();
        if tournaments.is_empty() {
            return false;
        }
        let record = |name| GrandPrixRecord { name, tournaments: tournaments.clone(), rulebook: rulebook() };
        self.named(
            "grand-prix/gp",
            |record| Event::GrandPrix(GrandPrixEvent::Recorded(record)),
            |correction| Event::GrandPrix(GrandPrixEvent::Corrected(correction)),
            record,
        );
        if rng.one_in(3) {
            self.record("grand-prix/gp", &Event::GrandPrix(GrandPrixEvent::Tie(tie(rng))));
        }
        true
    }

    fn online(&mut self, rng: &mut Rng) -> bool {
        let players = rng.players(2);
        let places = rng.places(players.len());
        let table = players.into_iter().zip(places).map(|(player, place)| PlacedPlayer { player, place }).collect();
        let record = OnlineTableRecord {
            kind: OnlineEvent::Gold,
            edition: 1,
            ended_at: rng.moment(),
            submitted_at: None,
            table,
        };
        self.told(
            "online-event/o",
            |record| Event::Online(OnlineCompetitionEvent::Recorded(record)),
            |correction| Event::Online(OnlineCompetitionEvent::Corrected(correction)),
            record,
        );
        true
    }

    fn of_player(&mut self, RandomCommand { kind, .. }: RandomCommand, rng: &mut Rng) -> bool {
        let number = rng.below(u64::from(PLAYERS)) as u32;
        if self.erased.contains(&number) {
            return false;
        }
        match kind {
            Kind::Rectify => self.rectify(number, 1 + rng.below(3)),
            Kind::Erase => self.erase(number),
            _ => {
                let declared_at = moment(&format!("2025-03-{:02}T12:00:00+01:00", 10 + number));
                let key = format!("waiver/{number}");
                let event = if self.there.insert(key.clone()) {
                    PlayerEvent::WaiverDeclared { declared_at }
                } else {
                    self.there.remove(&key);
                    PlayerEvent::WaiverWithdrawn { declared_at }
                };
                self.record(&format!("player/{}", player(number)), &Event::Player(event));
            }
        }
        true
    }

    fn rectify(&self, number: u32, variant: u64) {
        self.person(number, variant, |record| PlayerEvent::Rectified(Correction { record, reason: None }));
    }

    fn erase(&mut self, number: u32) {
        self.store.erase(player(number).as_str());
        self.erased.insert(number);
    }

    /// The views with everything in them.
    fn now(&self) -> Arc<Views> {
        self.kept_up.wait_for_blocking(self.store.head(), TIMEOUT).unwrap();
        self.kept_up.views()
    }

    /// An act on a ledger as the office lets it happen.
    fn settle(&mut self, which: u8, rng: &mut Rng) -> bool {
        let target: Target = TARGETS[usize::from(which) % 3].parse().unwrap();
        let all = proposals(&self.now(), &target).unwrap();
        if all.is_empty() {
            return false;
        }
        let proposal = &all[rng.below(all.len() as u64) as usize];
        let origin = proposal.origin.clone();
        let seen = proposal.digest();
        let action: ActionFn = match rng.below(12) {
            0..=3 => grant(origin, vec![], seen),
            4 => grant(origin, somebody(proposal, rng).into_iter().collect(), seen),
            5 => {
                let Some(player) = somebody(proposal, rng) else { return false };
                let pass_on = rng.one_in(2);
                Box::new(move |context| LedgerAction::Decline {
                    player: player.clone(),
                    pass_on,
                    proposal: context.proposal(&origin),
                    reason: pass_on.then(|| context.reason(&reason())),
                })
            }
            6 => Box::new(move |context| LedgerAction::Withhold {
                proposal: context.proposal(&origin),
                reason: context.reason(&reason()),
            }),
            7 => Box::new(move |context| LedgerAction::WithdrawWithholding {
                origin: origin.clone(),
                reason: context.reason(&reason()),
            }),
            8 => {
                let Some((origin, player)) = self.granted(&target, rng) else { return false };
                Box::new(move |context| LedgerAction::Revoke {
                    origin: origin.clone(),
                    player: player.clone(),
                    reason: context.reason(&reason()),
                })
            }
            9 | 10 => {
                let Some((origin, player)) = self.granted(&target, rng) else { return false };
                let Some(proposal) = all.iter().find(|proposal| proposal.origin == origin) else { return false };
                let seen = proposal.digest();
                Box::new(move |context| LedgerAction::Uphold {
                    player: player.clone(),
                    seen,
                    proposal: context.proposal(&origin),
                    reason: context.reason(&reason()),
                })
            }
            _ => {
                let seen = self.nominee_proposal();
                let nominee = |context: &LedgerContext<'_>| LedgerAction::NameNominee {
                    player: None,
                    seen,
                    previous: vec![],
                    championship: context.national_results(),
                    reason: None,
                };
                return self.ask(&"mp:2025".parse().unwrap(), "anna", &nominee);
            }
        };
        self.ask(&target, "anna", &*action)
    }

    /// Stands for the nominee whom the rules propose, once the championship has results.
    fn nominee_proposal(&self) -> Option<Digest> {
        let (views, season) = (self.now(), SeasonId::parse("2025").unwrap());
        let results = national_results(&views.records, &season)?;
        let rulebook = &views.records.season(&season)?.record.rulebook;
        let (_, rulebook) = views.records.rulebook(rulebook)?;
        Some(results.proposal_digest(&[], rulebook))
    }

    /// Somebody who was granted a qualification, and from where.
    fn granted(&self, target: &Target, rng: &mut Rng) -> Option<(SeatOrigin, PlayerId)> {
        let views = self.now();
        let seats = &views.records.ledger(target)?.ledger.seats;
        let all = seats.iter().flat_map(|(origin, seats)| seats.granted.iter().map(move |grant| (origin, grant)));
        let all: Vec<_> = all.map(|(origin, grant)| (origin.clone(), grant.player.clone())).collect();
        all.get(rng.below(all.len().max(1) as u64) as usize).cloned()
    }

    fn wildcards(&mut self, which: u8, rng: &mut Rng) -> bool {
        let id = ["mw-o", "mw-l"][usize::from(which % 2)];
        let championship = ChampionshipId::parse(id).unwrap();
        let target = Target::Mw(championship.clone());
        let views = self.now();
        let offer = wildcard_offer(&views.records, &championship).unwrap();
        let ledger = views.records.ledger(&target).map(|entry| entry.ledger.clone()).unwrap_or_default();
        let (by, action): (_, ActionFn) = match rng.below(4) {
            0 | 1 => {
                let seen = offer.digest();
                let nominate = move |context: &LedgerContext<'_>| LedgerAction::NominateWildcards {
                    players: vec![],
                    seen,
                    offer: context.offer(),
                    reason: None,
                };
                ("anna", Box::new(nominate))
            }
            2 => {
                let players: Vec<_> = offer.waiting(&ledger).map(|state| state.nominated.player.clone()).collect();
                let grant = move |context: &LedgerContext<'_>| LedgerAction::GrantWildcards {
                    players: players.clone(),
                    offer: context.offer(),
                };
                ("jan", Box::new(grant))
            }
            _ => {
                if let Some(player) = ledger.wildcards.into_keys().next() {
                    let withdraw = move |context: &LedgerContext<'_>| LedgerAction::WithdrawWildcard {
                        player: player.clone(),
                        reason: context.reason(&reason()),
                    };
                    ("jan", Box::new(withdraw))
                } else {
                    let player = player(rng.below(u64::from(PLAYERS)) as u32);
                    ("anna", Box::new(move |context| context.choice_of(&player)))
                }
            }
        };
        self.ask(&target, by, &*action)
    }

    fn ask(&mut self, target: &Target, by: &str, action: &dyn Fn(&LedgerContext<'_>) -> LedgerAction) -> bool {
        let (metadata, by) = (CommandMetadata::by(Actor::operator()), AccountId::parse(by).unwrap());
        let kind = Cell::default();
        let action = |context: &LedgerContext<'_>| {
            let action = action(context);
            kind.set(format!("{action:?}"));
            action
        };
        let done = self.commands.run_ledger(&metadata, &self.kept_up, (target, &by), &action);
        let done = done.is_ok_and(|done| !done.events.is_empty());
        if done {
            let kind = kind.take().split([' ', '{']).next().unwrap_or_default().to_owned();
            *self.reached.entry(kind).or_default() += 1;
        }
        done
    }

    /// One person submits a list as it stands, another publishes it.
    fn publish(&mut self, which: u8, rng: &mut Rng) -> bool {
        let list: ListId = LISTS[(usize::from(which) + rng.below(9) as usize) % LISTS.len()].parse().unwrap();
        let Some(drawn) = canonical(&self.now().records, &list) else { return false };
        let digest = Digest::of(drawn.list.bytes().as_bytes());
        let metadata = CommandMetadata::by(Actor::operator());
        let [anna, jan] = ["anna", "jan"].map(|id| AccountId::parse(id).unwrap());
        let submitted = self.commands.submit_list(&metadata, &self.kept_up, (&list, &anna), digest, Some(&reason()));
        let submission = submitted.ok().and_then(|done| done.events.first()?.position);
        let publish = |at| self.commands.publish_list(&metadata, &self.kept_up, (&list, &jan), digest, at);
        submission.is_some_and(|submission| publish(submission).is_ok())
    }
}

type ActionFn = Box<dyn Fn(&LedgerContext<'_>) -> LedgerAction>;

fn grant(origin: SeatOrigin, players: Vec<PlayerId>, seen: Digest) -> ActionFn {
    Box::new(move |context| LedgerAction::Grant {
        players: players.clone(),
        seen,
        proposal: context.proposal(&origin),
        reason: Some(context.reason(&reason())),
    })
}

fn somebody(proposal: &Proposal, rng: &mut Rng) -> Option<PlayerId> {
    let index = rng.below(proposal.proposed.len().max(1) as u64) as usize;
    proposal.proposed.get(index).map(|seat| seat.player.clone())
}

fn rulebook() -> RulebookId {
    RulebookId::parse("r").unwrap()
}

fn season(mp_day: u8) -> SeasonRecord {
    let mp_first_day = Some(Day::parse(&format!("2025-03-{mp_day}")).unwrap());
    SeasonRecord { window: days("2025-03-01", "2025-03-27"), mp_first_day, rulebook: rulebook() }
}

fn tie(rng: &mut Rng) -> TieEvent {
    if rng.one_in(4) { TieEvent::DecisionWithdrawn } else { TieEvent::Decided { order: rng.players(8) } }
}

/// Every list, drawn up.
fn drawn(views: &Views) -> Vec<Option<CanonicalList>> {
    let draw = |list: &&str| canonical(&views.records, &list.parse().unwrap()).map(|drawn| drawn.list);
    LISTS.iter().map(draw).collect()
}

/// Every decision and every table, and what is proposed.
fn computed(views: &Views) -> String {
    let season = SeasonId::parse("2025").unwrap();
    let (set, _) = views.records.computed().season(&season).unwrap();
    let all: Vec<_> = TARGETS.iter().map(|target| proposals(views, &target.parse().unwrap())).collect();
    format!("{:?}\n{all:?}", set.lists)
}

fn bytes(lists: &[Option<CanonicalList>]) -> Vec<Option<String>> {
    lists.iter().map(|list| list.as_ref().map(CanonicalList::bytes)).collect()
}

/// The same without the commitments to names.
fn without_names(mut lists: Vec<Option<CanonicalList>>) -> Vec<Option<String>> {
    for row in lists.iter_mut().flatten().flat_map(|list| &mut list.rows) {
        row.name = None;
    }
    bytes(&lists)
}

/// Season results with their lists in one order.
fn in_order(mut results: Value) -> Value {
    for list in ["seasons", "grand_prix", "mw"] {
        results[list].as_array_mut().unwrap().sort_by_key(|item| item["id"].to_string());
    }
    results
}

/// The export of the whole store computes to the lists that are shown.
fn assert_as_compute_says(store: &Store, views: &Views) {
    let replayed = replay_records(&*store.log).unwrap();
    let names = Names::load(&*store.log, &store.vault).unwrap();
    let mut exported = export(&replayed.records, &names, None).unwrap();
    // A bundle does not write every parameter; these seasons are too small for the ones that it leaves as they are.
    exported.rulebook.overrides = bundle::raw::Overrides::default();
    let (_, rules) = views.records.rulebook(&rulebook()).unwrap();
    let checked = bundle::check(exported, Some(rules)).unwrap();
    let mut expected = Vec::new();
    results::write(&checked.facts, &lists(&checked.facts), &mut expected).unwrap();
    let (set, _) = views.records.computed().season(&SeasonId::parse("2025").unwrap()).unwrap();
    let mut shown = Vec::new();
    results::write(&set.facts, &set.lists, &mut shown).unwrap();
    let read = |text: &[u8]| -> Value { serde_json::from_slice(text).unwrap() };
    assert_eq!(in_order(read(&shown)), in_order(read(&expected)));
}

/// How many seasons are played.
fn cases() -> ProptestConfig {
    let told = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if told { ProptestConfig::default().cases } else { SEASONS_PLAYED };
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_list_that_is_kept_up_to_date_is_the_one_that_is_computed_anew(
        deeds in prop::collection::vec(random_command(), 5..50), looks in prop::collection::vec(any::<prop::sample::Index>(), 3),
    ) {
        let mut played = Played::new();
        for random_command in deeds {
            played.perform(random_command);
        }
        let kept = played.now();
        let fresh = played.store.caught_up();
        prop_assert_eq!(&*kept, &*fresh.views());
        prop_assert_eq!(bytes(&drawn(&kept)), bytes(&drawn(&fresh.views())));
        prop_assert_eq!(computed(&kept), computed(&fresh.views()));
        let head = played.store.head().0;
        for look in looks {
            let position = Position(11 + look.index(head as usize - 10) as u64);
            let (one, other) = (played.kept_up.views_at(position).unwrap(), fresh.views_at(position).unwrap());
            prop_assert_eq!(&*one, &*other);
            prop_assert_eq!(bytes(&drawn(&one)), bytes(&drawn(&other)));
        }
        played.kept_up.rebuild().unwrap();
        prop_assert_eq!(bytes(&drawn(&played.kept_up.views())), bytes(&drawn(&kept)));
        prop_assert_eq!(computed(&played.kept_up.views()), computed(&kept));
        for list in drawn(&kept).into_iter().flatten() {
            prop_assert_eq!(CanonicalList::parse(&list.bytes()).unwrap(), list);
        }
    }

    #[test]
    fn where_nothing_is_settled_every_list_is_what_compute_says_of_the_export(
        deeds in prop::collection::vec(random_command(), 5..40),
    ) {
        let mut played = Played::new();
        let settles = |random_command: &&RandomCommand| !matches!(random_command.kind, Kind::Ledger | Kind::Wildcards);
        for random_command in deeds.iter().filter(settles) {
            played.perform(*random_command);
        }
        assert_as_compute_says(&played.store, &played.now());
    }

    #[test]
    fn e34_erasing_or_rectifying_somebody_changes_no_place_no_point_and_no_decision(
        deeds in prop::collection::vec(random_command(), 5..40), who in 0..PLAYERS, other in 1..PLAYERS,
    ) {
        let mut played = Played::new();
        for random_command in deeds.iter().filter(|random_command| random_command.kind != Kind::Erase) {
            played.perform(*random_command);
        }
        let before = played.now();
        let (lists_before, computed_before) = (drawn(&before), computed(&before));
        played.erase(who);
        let erased = played.now();
        prop_assert_eq!(bytes(&drawn(&erased)), bytes(&lists_before));
        prop_assert_eq!(&computed(&erased), &computed_before);
        played.rectify((who + other) % PLAYERS, 9);
        let rectified = played.now();
        prop_assert_eq!(without_names(drawn(&rectified)), without_names(lists_before));
        prop_assert_eq!(computed(&rectified), computed_before);
    }
}

#[test]
fn random_seasons_reach_everything_that_people_do() {
    let mut runner = TestRunner::deterministic();
    let mut reached: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..15 {
        let deeds = prop::collection::vec(random_command(), 60).new_tree(&mut runner).unwrap().current();
        let mut played = Played::new();
        for random_command in deeds {
            played.perform(random_command);
        }
        for (kind, times) in played.reached {
            *reached.entry(kind).or_default() += times;
        }
    }
    let missing: Vec<&str> = [
        "Tournament",
        "Exception",
        "EventWaiver",
        "EventTie",
        "League",
        "GrandPrix",
        "Online",
        "Waiver",
        "Rectify",
        "Erase",
        "Season",
        "RankingTie",
        "Rulebook",
        "Schedule",
        "Publish",
        "Grant",
        "Decline",
        "Withhold",
        "Revoke",
        "NominateWildcards",
        "GrantWildcards",
        "WithdrawWildcard",
        "NameNominee",
        "Uphold",
    ]
    .into_iter()
    .filter(|kind| !reached.contains_key(*kind))
    .collect();
    assert!(missing.is_empty(), "{missing:?} of {reached:?}");
}
