//! The accounts of the qualification ledger: what each competition had to give, what became of every seat, and its
//! chain of custody.

use super::state::{QualificationState, decisions, qualification_state};
use crate::sentence::source_kind;
use crate::views::{Change, LedgerLine, Records};
use domain::event::SeatOrigin;
use domain::qualification::ledger::Target;
use domain::qualification::{Considered, Decision, Pending, Refusal, Source, Verdict};
use domain::values::calendar::Moment;
use domain::values::ids::PlayerKey;
use domain::values::place::Place;
use events::envelope::{StreamKind, StreamName};
use std::sync::Arc;

/// What one event, or the ranking, had to give.
#[derive(Debug, Clone)]
pub struct Account {
    /// Where the seats come from.
    pub origin: SeatOrigin,
    /// How many the rules open.
    pub seats: u32,
    /// The last place that may get one.
    pub depth: Option<u32>,
    /// When it is decided to whom they go; nothing for an event that does not belong here any more.
    pub decided_at: Option<Moment>,
    /// Why there is nothing to give.
    pub refusal: Option<Refusal>,
    /// What became of each of them.
    pub lines: Vec<SeatLine>,
    /// Who may get those that are pending; empty where a person chooses.
    pub candidates: Vec<PlayerKey>,
    /// Who was looked at, in order, and what came of it.
    pub considered: Vec<Considered>,
    /// What recorded the event and changed its record; of the ranking, the season.
    pub opened: Vec<Change>,
    /// What persons did about these seats, in order.
    pub acts: Vec<Arc<LedgerLine>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatLine {
    /// What became of it.
    pub state: SeatState,
    /// Who has it or gave it up, with which place.
    pub holder: Option<(PlayerKey, Place)>,
}

/// What became of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatState {
    /// A person has granted it.
    Granted,
    /// A person has granted it, and the rules would give it to another player now (AMB-68).
    Review,
    /// The rules give it; it is not granted yet.
    Proposed,
    /// A person has to decide first.
    Pending,
    /// It was declined and does not pass on (AMB-67).
    Declined,
    /// A person withheld it.
    Withheld,
    /// No player could take it (AMB-65, AMB-66).
    Lapsed,
}

impl SeatState {
    /// The written name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Review => "review",
            Self::Proposed => "proposed",
            Self::Pending => "pending",
            Self::Declined => "declined",
            Self::Withheld => "withheld",
            Self::Lapsed => "lapsed",
        }
    }
}

impl From<QualificationState> for SeatState {
    fn from(state: QualificationState) -> Self {
        match state {
            QualificationState::Proposed => Self::Proposed,
            QualificationState::Granted => Self::Granted,
            QualificationState::Review => Self::Review,
        }
    }
}

impl Account {
    pub fn count(&self, state: SeatState) -> u32 {
        self.lines.iter().filter(|line| line.state == state).count() as u32
    }

    /// How many are accounted for beyond those that the rules open: grants that a correction left without a seat, or a
    /// tie that the rulebook lets all players win.
    pub fn beyond(&self) -> u32 {
        (self.lines.len() as u32).saturating_sub(self.seats)
    }
}

/// The accounts of a championship in the order of decision; nothing if there is no such championship.
pub fn accounts(records: &Records, target: &Target) -> Option<Vec<Account>> {
    let (set, decisions) = decisions(records, target)?;
    let history = records.ledger(target).map(|entry| &entry.history);
    let account = |decision: &Decision| {
        let origin = SeatOrigin {
            source: decision.source,
            event: decision.competition.map(|event| set.facts.competition_id(event).clone()),
        };
        let state = |player| qualification_state(records, target, set, decision, player).into();
        let concerned = |line: &&Arc<LedgerLine>| line.event.origin() == Some(&origin);
        Account {
            seats: decision.seats,
            depth: decision.depth,
            decided_at: decision.decided_at,
            refusal: decision.refusal,
            lines: seat_lines(decision, state),
            candidates: decision.pending.iter().flat_map(|pending| pending.candidates.clone()).collect(),
            considered: decision.considered.clone(),
            opened: opened(records, target, &origin),
            acts: history.into_iter().flatten().filter(concerned).cloned().collect(),
            origin,
        }
    };
    Some(decisions.iter().map(account).collect())
}

fn seat_lines(decision: &Decision, state: impl Fn(PlayerKey) -> SeatState) -> Vec<SeatLine> {
    let held = |state, considered: &Considered| SeatLine { state, holder: Some((considered.player, considered.place)) };
    let nobody = |state, count: u32| (0..count).map(move |_| SeatLine { state, holder: None });
    let mut lines: Vec<SeatLine> = decision.granted().map(|granted| held(state(granted.player), granted)).collect();
    let kept = decision.considered.iter().filter(|it| it.verdict == Verdict::Declined { passed_on: false });
    // A player who declined and was in line keeps a seat empty; those further down would have got none.
    lines.extend(kept.take(decision.forfeited as usize).map(|declined| held(SeatState::Declined, declined)));
    let open = decision.pending.as_ref().map_or(0, |Pending { open, .. }| *open);
    lines.extend(nobody(SeatState::Pending, open));
    lines.extend(nobody(SeatState::Withheld, decision.withheld));
    lines.extend(nobody(SeatState::Lapsed, decision.lapsed()));
    lines
}

/// What persons did about a championship that is about no seat of an event: wildcards, choices, the nominee.
pub fn other_acts(records: &Records, target: &Target) -> Vec<Arc<LedgerLine>> {
    let history = records.ledger(target).map(|entry| &entry.history);
    history.into_iter().flatten().filter(|line| line.event.origin().is_none()).cloned().collect()
}

/// In which stream an event stands that gives qualifications; the ranking stands in that of the season.
pub fn origin_stream(target: &Target, origin: &SeatOrigin) -> Option<StreamName> {
    let Some(event) = &origin.event else {
        let Target::Mp(season) = target else { return None };
        return StreamName::new(StreamKind::Season, season.as_str()).ok();
    };
    StreamName::new(source_kind(origin.source), event.as_str()).ok()
}

/// What recorded the event and changed its record, in the order of the log.
pub(super) fn opened(records: &Records, target: &Target, origin: &SeatOrigin) -> Vec<Change> {
    let trail = match (&origin.event, target) {
        (None, Target::Mp(season)) => records.season(season).map(|it| &it.trail),
        (None, Target::Mw(_)) => None,
        (Some(event), _) => match origin.source {
            Source::Tournament | Source::Mw | Source::Ranking => records.tournament(event).map(|it| &it.trail),
            Source::League => records.league(event).map(|it| &it.trail),
            Source::GrandPrix => records.grand_prix(event).map(|it| &it.trail),
            Source::Online => records.online_event(event).map(|it| &it.trail),
        },
    };
    trail.cloned().unwrap_or_default()
}
