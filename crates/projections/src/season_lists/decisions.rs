//! Open decisions: found in what is computed and recorded, never recorded themselves.

use super::accounts::opened;
use super::proposal::complete;
use super::tie::open_tie;
use super::{QualificationState, canonical, decisions, national_results, qualification_state, small_attendance};
use super::{chosen_alternative, wildcard_offer, wrc_predecessors};
use crate::views::{Championship, RuleSet, Views};
use domain::event::{LedgerEvent, SeatOrigin};
use domain::publication::ListId;
use domain::qualification::ledger::{Ledger, Target};
use domain::qualification::ruling::DecisionKind;
use domain::qualification::{Decision, Source};
use domain::rulebook::{Rulebook, Watermark, parameters};
use domain::season::deadlines::{decision_due, ranking_qualification_day};
use domain::tournament::course::Phase;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId, PlayerKey, RulebookId, SeasonId};
use events::envelope::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// What is to be decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// Whether a tournament with a small attendance gives a qualification.
    Exception(CompetitionId),
    /// In which order tied players stand.
    Tie(Target, SeatOrigin),
    /// Who gets the qualification of a Grand Prix for which the rules name no player.
    GrandPrix(Target, SeatOrigin),
    /// Who gets what no player within the limits could take.
    Unfilled(Target, SeatOrigin),
    /// Qualifications that can be granted.
    Confirm(Target, SeatOrigin),
    /// A grant that the rules would not give any more.
    Review(Target, SeatOrigin, PlayerId),
    /// Wildcards that may be put forward.
    WildcardsToNominate(ChampionshipId),
    /// Wildcards that a second person may grant.
    WildcardsToGrant(ChampionshipId),
    /// Where a player plays who is qualified for several championships on the same days.
    MwChoice(PlayerId, Vec<ChampionshipId>),
    /// Who goes to the world championship.
    WrcNominee(SeasonId),
    /// An application for a tournament.
    Application(CompetitionId),
    /// A submitted list that waits for publication.
    ListSubmitted(ListId),
    /// A published list that is not what would be published now.
    ListDrifted(ListId),
}

impl Matter {
    pub fn kind(&self) -> DecisionKind {
        match self {
            Self::Exception(_) => DecisionKind::Exception,
            Self::Tie(..) => DecisionKind::Tie,
            Self::GrandPrix(..) => DecisionKind::GrandPrix,
            Self::Unfilled(..) => DecisionKind::Unfilled,
            Self::Confirm(..) => DecisionKind::Confirm,
            Self::Review(..) => DecisionKind::Review,
            Self::WildcardsToNominate(_) | Self::WildcardsToGrant(_) => DecisionKind::Wildcards,
            Self::MwChoice(..) => DecisionKind::MwChoice,
            Self::WrcNominee(_) => DecisionKind::WrcNominee,
            Self::Application(_) => DecisionKind::Application,
            Self::ListSubmitted(_) | Self::ListDrifted(_) => DecisionKind::List,
        }
    }

    fn key(&self) -> String {
        let origin = |target: &Target, origin: &SeatOrigin| {
            let event = origin.event.as_ref().map_or("", |event| event.as_str());
            format!("{target} {} {event}", origin.source)
        };
        match self {
            Self::Exception(id) | Self::Application(id) => id.to_string(),
            Self::Tie(target, from)
            | Self::GrandPrix(target, from)
            | Self::Unfilled(target, from)
            | Self::Confirm(target, from) => origin(target, from),
            Self::Review(target, from, player) => format!("{} {player}", origin(target, from)),
            Self::WildcardsToNominate(id) => format!("{id} 1"),
            Self::WildcardsToGrant(id) => format!("{id} 2"),
            Self::MwChoice(player, championships) => format!("{:?} {player}", championships.first()),
            Self::WrcNominee(season) => season.to_string(),
            Self::ListSubmitted(list) | Self::ListDrifted(list) => list.to_string(),
        }
    }
}

/// Something that waits for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDecision {
    pub matter: Matter,
    /// The season that it belongs to, as far as it belongs to one.
    pub season: Option<SeasonId>,
    /// Who can be decided on, in the order of the rules.
    pub candidates: Vec<PlayerId>,
    /// How many qualifications or wildcards are to be given.
    pub open: Option<u32>,
    /// Since when, as far as that is known without a search.
    pub since: Option<Moment>,
    /// The last day for it, if the rules name one.
    pub deadline: Option<Day>,
    /// Those who have done the first half; another person does the second (S22).
    pub done_by: Vec<AccountId>,
}

impl OpenDecision {
    fn new(matter: Matter, season: Option<SeasonId>) -> Self {
        let (candidates, done_by) = (Vec::new(), Vec::new());
        Self { matter, season, candidates, open: None, since: None, deadline: None, done_by }
    }

    /// Whether its last day has passed.
    pub fn is_overdue(&self, today: Day) -> bool {
        self.deadline.is_some_and(|deadline| today > deadline)
    }

    /// By what it is ordered: what is due first, then what waits longest.
    pub fn key(&self) -> String {
        let deadline = self.deadline.map_or_else(|| "9999-99-99".to_owned(), |day| day.to_string());
        let since = self.since.map_or(0, Moment::microseconds);
        format!("{deadline} {since:020} {} {}", self.matter.kind(), self.matter.key())
    }
}

/// Everything that waits at this moment, what is due first first.
pub fn open_decisions(views: &Views, now: Moment) -> Vec<OpenDecision> {
    let mut search = Search { views, now, found: Vec::new() };
    search.exceptions();
    let seasons: Vec<SeasonId> = views.records.seasons().map(|season| season.id.clone()).collect();
    for season in seasons {
        search.seats(&Target::Mp(season.clone()));
        search.nominee(&season);
    }
    for championship in views.records.championships() {
        search.seats(&Target::Mw(championship.id.clone()));
        search.wildcards(championship);
    }
    search.choices();
    search.applications();
    search.lists();
    let mut found = search.found;
    found.sort_by_cached_key(OpenDecision::key);
    found
}

struct Search<'a> {
    views: &'a Views,
    now: Moment,
    found: Vec<OpenDecision>,
}

impl Search<'_> {
    fn season_on(&self, day: Day) -> Option<SeasonId> {
        self.views.records.season_on(day).map(|season| season.id.clone())
    }

    /// A championship is told with the season whose events feed it first, here as everywhere.
    fn season_of_championship(&self, championship: &Championship) -> Option<SeasonId> {
        self.season_on(championship.record.window.first())
    }

    fn season_of(&self, target: &Target) -> Option<SeasonId> {
        match target {
            Target::Mp(season) => Some(season.clone()),
            Target::Mw(id) => self.season_of_championship(self.views.records.championship(id)?),
        }
    }

    fn rulebook(&self, id: &RulebookId) -> Option<&Rulebook> {
        self.views.records.rulebook(id).map(|(_, rulebook)| rulebook.as_ref())
    }

    fn exceptions(&mut self) {
        let records = &self.views.records;
        let undecided = records.tournaments().filter(|it| it.decisions.exception.is_none());
        let needed = |id: &CompetitionId| small_attendance(records, id).is_some_and(|attendance| attendance.needed);
        for tournament in undecided.filter(|it| needed(&it.id)) {
            let ended_at = tournament.record.ended_at;
            let decision = OpenDecision::new(Matter::Exception(tournament.id.clone()), self.season_on(ended_at.day()));
            self.found.push(OpenDecision { since: Some(ended_at), ..decision });
        }
    }

    /// What is open about the qualifications of a championship.
    fn seats(&mut self, target: &Target) {
        let views = self.views;
        let Some((set, decisions)) = decisions(&views.records, target) else { return };
        let (season, deadline) = (self.season_of(target), self.ranking_day(target, set));
        for decision in decisions {
            let from_ranking = decision.source == Source::Ranking;
            // The ranking still changes on its day.
            if from_ranking && decision.decided_at.is_none_or(|decided_at| self.now <= decided_at) {
                continue;
            }
            let found = OpenSeats { views, target, set, all: decisions, decision }.found().into_iter().map(|found| {
                OpenDecision {
                    season: season.clone(),
                    since: if matches!(found.matter, Matter::Review(..)) { found.since } else { decision.decided_at },
                    deadline: deadline.filter(|_| from_ranking),
                    ..found
                }
            });
            self.found.extend(found);
        }
    }

    fn ranking_day(&self, target: &Target, set: &RuleSet) -> Option<Day> {
        let Target::Mp(season) = target else { return None };
        let first_day = self.views.records.season(season)?.record.mp_first_day?;
        Some(ranking_qualification_day(first_day, &set.facts.rulebook))
    }

    fn nominee(&mut self, season: &SeasonId) {
        let records = &self.views.records;
        let target = Target::Mp(season.clone());
        let named = records.ledger(&target).is_some_and(|entry| entry.ledger.nominee.is_some());
        let Some(results) = national_results(records, season).filter(|_| !named) else { return };
        let rulebook = records.season(season).and_then(|season| self.rulebook(&season.record.rulebook));
        let proposed = |rulebook: &Rulebook| {
            let proposed = results.proposed(&wrc_predecessors(records, season), rulebook);
            proposed.into_iter().map(|line| line.player.clone()).collect()
        };
        let since = records.tournament(&results.tournament).map(|tournament| tournament.record.ended_at);
        self.found.push(OpenDecision {
            candidates: rulebook.map_or_else(Vec::new, proposed),
            since,
            ..OpenDecision::new(Matter::WrcNominee(season.clone()), Some(season.clone()))
        });
    }

    /// Wildcards are looked at when nothing feeds the championship any more, and until it is played (AMB-81).
    fn wildcards(&mut self, championship: &Championship) {
        let records = &self.views.records;
        if championship.days.is_some_and(|days| self.now.day() >= days.first()) {
            return;
        }
        let Some(offer) = wildcard_offer(records, &championship.id) else { return };
        let Some(last) = offer.fed_until.filter(|_| offer.may_be_put_forward(self.now)) else { return };
        let none = Ledger::default();
        let ledger = records.ledger(&Target::Mw(championship.id.clone())).map_or(&none, |entry| &entry.ledger);
        let waiting: Vec<_> = offer.waiting(ledger).collect();
        let season = self.season_of_championship(championship);
        let (since, deadline) = (Some(Moment::end_of(last)), championship.days.map(Window::first));
        let proposed = offer.proposed.iter().map(|line| line.player.clone());
        let candidates: Vec<PlayerId> = proposed.filter(|player| !ledger.wildcards.contains_key(player)).collect();
        let free = offer.room(ledger);
        if free > 0 && !candidates.is_empty() {
            let matter = Matter::WildcardsToNominate(championship.id.clone());
            let decision = OpenDecision::new(matter, season.clone());
            self.found.push(OpenDecision { candidates, open: Some(free), since, deadline, ..decision });
        }
        if !waiting.is_empty() {
            self.found.push(OpenDecision {
                candidates: waiting.iter().map(|state| state.nominated.player.clone()).collect(),
                open: Some(waiting.len() as u32),
                since,
                deadline,
                done_by: waiting.iter().map(|state| state.nominated.by.clone()).collect(),
                ..OpenDecision::new(Matter::WildcardsToGrant(championship.id.clone()), season)
            });
        }
    }

    /// Who is qualified for several championships on the same days, and has not chosen (R-MW-07).
    fn choices(&mut self) {
        let records = &self.views.records;
        let mut by_player: BTreeMap<PlayerId, Vec<(&Championship, Window)>> = BTreeMap::new();
        for championship in records.championships() {
            let Some(days) = championship.days else { continue };
            let playing = self.playing(&championship.id).into_iter();
            for player in playing.filter(|player| chosen_alternative(records, &championship.id, player).is_none()) {
                by_player.entry(player).or_default().push((championship, days));
            }
        }
        for (player, here) in by_player {
            let open = |at: &&(&Championship, Window)| {
                here.iter().any(|other| at.0.id != other.0.id && at.1.overlaps(other.1))
            };
            let mut open: Vec<&(&Championship, Window)> = here.iter().filter(open).collect();
            open.sort_by_key(|(championship, days)| (days.first(), championship.id.clone()));
            let Some((first, days)) = open.first().copied() else { continue };
            let (season, deadline) = (self.season_of_championship(first), Some(days.first()));
            let ids = open.iter().map(|(championship, _)| championship.id.clone()).collect();
            let decision = OpenDecision::new(Matter::MwChoice(player.clone(), ids), season);
            self.found.push(OpenDecision { candidates: vec![player], deadline, ..decision });
        }
    }

    /// All who may play at a voivodeship championship, by a qualification or a granted wildcard.
    fn playing(&self, id: &ChampionshipId) -> BTreeSet<PlayerId> {
        let records = &self.views.records;
        let Some((set, list)) = records.computed().championship(id) else { return BTreeSet::new() };
        let qualified = list.qualified().map(|(_, granted)| set.facts.player_id(granted.player).clone());
        let ledger = records.ledger(&Target::Mw(id.clone()));
        let wildcards = ledger.into_iter().flat_map(|entry| entry.ledger.wildcards.iter());
        let wildcards = wildcards.filter(|(_, state)| state.granted_by.is_some()).map(|(player, _)| player.clone());
        qualified.chain(wildcards).collect()
    }

    fn applications(&mut self) {
        let default = Rulebook::default();
        for entry in self.views.tournaments.list() {
            let Some(state) = entry.state().filter(|state| state.phase == Phase::Submitted) else { continue };
            let season = self.views.records.season_on(state.details.first_day);
            let rulebook = season.and_then(|season| self.rulebook(&season.record.rulebook)).unwrap_or(&default);
            let sent = state.application.submitted_at;
            self.found.push(OpenDecision {
                since: Some(sent),
                deadline: Some(decision_due(sent.day(), rulebook)),
                ..OpenDecision::new(Matter::Application(entry.id.clone()), season.map(|season| season.id.clone()))
            });
        }
    }

    fn lists(&mut self) {
        let moment = |at: Timestamp| Moment::at_microseconds(at.0);
        for entry in self.views.editions.list() {
            let season = self.season_of_list(&entry.id);
            if let Some(submitted) = &entry.state.submitted {
                self.found.push(OpenDecision {
                    since: entry.submitted_at.map(|(_, at)| moment(at)),
                    done_by: vec![submitted.by.clone()],
                    ..OpenDecision::new(Matter::ListSubmitted(entry.id.clone()), season)
                });
                continue;
            }
            let Some((_, newest)) = entry.state.newest else { continue };
            let current = canonical(&self.views.records, &entry.id);
            if current.is_some_and(|drawn| Digest::of(drawn.list.bytes().as_bytes()) != newest) {
                // Which event made it drift takes a search to say.
                self.found.push(OpenDecision::new(Matter::ListDrifted(entry.id.clone()), season));
            }
        }
    }

    fn season_of_list(&self, list: &ListId) -> Option<SeasonId> {
        match list {
            ListId::Ranking(season)
            | ListId::RankingSnapshot(season)
            | ListId::Mp(season)
            | ListId::MpStart(season) => Some(season.clone()),
            ListId::Mw(id) | ListId::Wildcards(id) => self.season_of(&Target::Mw(id.clone())),
            ListId::GrandPrix(id) => {
                let (_, standings) = self.views.records.computed().grand_prix(id)?;
                self.season_on(standings.ended_at.day())
            }
        }
    }
}

/// The qualifications of one event to one championship.
struct OpenSeats<'a> {
    views: &'a Views,
    target: &'a Target,
    set: &'a RuleSet,
    all: &'a [Decision],
    decision: &'a Decision,
}

impl OpenSeats<'_> {
    fn found(&self) -> Vec<OpenDecision> {
        let reviews = self.reviews();
        self.pending().into_iter().chain(self.confirm()).chain(reviews).collect()
    }

    fn origin(&self) -> SeatOrigin {
        let event = self.decision.competition.map(|event| self.set.facts.competition_id(event).clone());
        SeatOrigin { source: self.decision.source, event }
    }

    fn ids(&self, players: impl IntoIterator<Item = PlayerKey>) -> Vec<PlayerId> {
        players.into_iter().map(|player| self.set.facts.player_id(player).clone()).collect()
    }

    fn pending(&self) -> Option<OpenDecision> {
        let pending = self.decision.pending.as_ref()?;
        let (target, origin) = (self.target.clone(), self.origin());
        let tied = open_tie(self.decision);
        let (matter, candidates) = if !tied.is_empty() {
            (Matter::Tie(target, origin), self.ids(tied))
        } else if self.decision.source == Source::GrandPrix {
            (Matter::GrandPrix(target, origin), self.choosable())
        } else {
            (Matter::Unfilled(target, origin), self.choosable())
        };
        Some(OpenDecision { candidates, open: Some(pending.open), ..OpenDecision::new(matter, None) })
    }

    /// Those among whom a person chooses.
    fn choosable(&self) -> Vec<PlayerId> {
        let named = self.decision.pending.iter().flat_map(|pending| pending.candidates.iter().copied());
        let named = self.ids(named);
        if !named.is_empty() {
            return named;
        }
        let proposal = complete(self.views, self.target, self.set, self.all, self.decision);
        proposal.eligible.into_iter().map(|seat| seat.player).collect()
    }

    /// What can be granted now (AMB-68).
    fn confirm(&self) -> Option<OpenDecision> {
        let decision = self.decision;
        decision.decided_at?;
        let granted = decision.granted().map(|considered| considered.player);
        let candidates = self.ids(granted.filter(|player| !decision.confirmed.contains(player)));
        if candidates.is_empty() {
            return None;
        }
        let strict = self.set.facts.rulebook.get(parameters::AWANS_DECISION_WATERMARK) == Watermark::Strict;
        if strict && !complete(self.views, self.target, self.set, self.all, decision).waits_for.is_empty() {
            return None;
        }
        let open = Some(candidates.len() as u32);
        let matter = Matter::Confirm(self.target.clone(), self.origin());
        Some(OpenDecision { candidates, open, ..OpenDecision::new(matter, None) })
    }

    /// When the competition was last corrected after its qualification was granted; nothing if the doubt comes from
    /// elsewhere.
    fn corrected_since_grant(&self, player: &PlayerId) -> Option<Moment> {
        let records = &self.views.records;
        let origin = self.origin();
        let is_grant = |event: &LedgerEvent| {
            matches!(event, LedgerEvent::Granted(_))
                && event.origin() == Some(&origin)
                && event.player() == Some(player)
        };
        let mut history = records.ledger(self.target)?.history.iter();
        let granted = history.rfind(|line| is_grant(&line.event))?.position;
        let changes = opened(records, self.target, &origin);
        let last = changes.last().filter(|change| change.position > granted)?;
        Some(Moment::at_microseconds(last.recorded_at.0))
    }

    fn reviews(&self) -> Vec<OpenDecision> {
        let in_review = |player: &PlayerKey| {
            let state = qualification_state(&self.views.records, self.target, self.set, self.decision, *player);
            state == QualificationState::Review
        };
        let review = |player: PlayerKey| {
            let player = self.set.facts.player_id(player).clone();
            let matter = Matter::Review(self.target.clone(), self.origin(), player.clone());
            let since = self.corrected_since_grant(&player);
            OpenDecision { candidates: vec![player], since, ..OpenDecision::new(matter, None) }
        };
        self.decision.under_review().filter(in_review).map(review).collect()
    }
}
