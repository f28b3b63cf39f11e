//! Decider of a ledger: granting, declining, withholding and reviewing qualifications, wildcards, choices and the
//! nominee.

use super::{Ledger, Proposal, Rejection, Target, WildcardState};
use crate::event::{
    Commitment, DeclinedSeat, GrantedSeat, LedgerEvent, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat,
    SeatOfPlayer, SeatOrigin, SeatsWithheld, UpheldSeat,
};
use crate::qualification::Source;
use crate::qualification::world_championship::{self, Nominee};
use crate::rulebook::{MwWaiver, ResignAfterGrant, Rulebook, Watermark, parameters};
use crate::values::calendar::{Day, Moment};
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, ChampionshipId, CompetitionId, PlayerId};
use crate::values::place::Place;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone)]
pub struct Command {
    pub target: Target,
    pub by: AccountId,
    /// Accounts that may belong to the same person as the actor's, the actor's included (S22).
    pub linked_accounts: BTreeSet<AccountId>,
    pub at: Moment,
    pub rulebook: Rulebook,
    pub action: LedgerAction,
}

#[derive(Debug, Clone)]
pub enum LedgerAction {
    Grant {
        /// Empty for all proposed players.
        players: Vec<PlayerId>,
        seen: Digest,
        proposal: Option<Proposal>,
        /// Reason for granting before earlier competitions, or against the proposal.
        reason: Option<Commitment>,
    },
    Decline {
        player: PlayerId,
        pass_on: bool,
        proposal: Option<Proposal>,
        reason: Option<Commitment>,
    },
    WithdrawDecline {
        origin: SeatOrigin,
        player: PlayerId,
    },
    Withhold {
        proposal: Option<Proposal>,
        reason: Commitment,
    },
    WithdrawWithholding {
        origin: SeatOrigin,
        reason: Commitment,
    },
    Revoke {
        origin: SeatOrigin,
        player: PlayerId,
        reason: Commitment,
    },
    /// Keep a grant that the rules would now give to another player.
    Uphold {
        player: PlayerId,
        seen: Digest,
        proposal: Option<Proposal>,
        reason: Commitment,
    },
    NominateWildcards {
        /// Empty for all proposed players.
        players: Vec<PlayerId>,
        seen: Digest,
        offer: WildcardOffer,
        reason: Option<Commitment>,
    },
    /// Grant wildcards that another person has nominated.
    GrantWildcards {
        players: Vec<PlayerId>,
        offer: WildcardOffer,
    },
    WithdrawWildcard {
        player: PlayerId,
        reason: Commitment,
    },
    /// Record where a player plays who is qualified for several championships on the same days.
    Choose {
        player: PlayerId,
        /// Whether they stand on the list here.
        qualified: bool,
        /// The other championships on the same days for which they are qualified.
        colliding: Vec<ChampionshipId>,
        /// Whether they have chosen one of those since they chose this one.
        overtaken: bool,
    },
    NameNominee {
        /// `None` for the proposed player; then the digest of the proposal is needed.
        player: Option<PlayerId>,
        seen: Option<Digest>,
        /// Representatives at the previous edition.
        previous: Vec<PlayerId>,
        championship: Option<NationalResults>,
        reason: Option<Commitment>,
    },
    WithdrawNominee {
        reason: Commitment,
    },
}

/// The wildcards that the rules propose, and the lines of the tables that they come from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WildcardOffer {
    /// Players the rules propose, without those who hold one.
    pub proposed: Vec<WildcardLine>,
    /// All players of those tables whom the rulebook does not bar, in the order of proposing.
    pub in_tables: Vec<WildcardLine>,
    /// Those who are qualified without one, and from where.
    pub qualified: BTreeMap<PlayerId, SeatOrigin>,
    pub free: u32,
    /// The last day whose competitions feed the championship; wildcards are for afterwards (AMB-81).
    pub fed_until: Option<Day>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WildcardLine {
    pub player: PlayerId,
    pub event: CompetitionId,
    pub place: Place,
}

impl WildcardOffer {
    pub fn digest(&self) -> Digest {
        super::proposals_digest(self.proposed.iter().map(|line| (&line.player, &line.event, line.place)))
    }

    /// Those who were put forward and still need a wildcard: who has become qualified needs none.
    pub fn waiting<'a>(&'a self, ledger: &'a Ledger) -> impl Iterator<Item = &'a WildcardState> {
        let states = ledger.wildcards.values();
        states.filter(|state| state.granted_by.is_none() && !self.qualified.contains_key(&state.nominated.player))
    }

    /// Number of further nominations allowed.
    pub fn room(&self, ledger: &Ledger) -> u32 {
        self.free.saturating_sub(self.waiting(ledger).count() as u32)
    }

    /// Whether no competition can feed the championship any more at this moment (AMB-81).
    pub fn may_be_put_forward(&self, at: Moment) -> bool {
        self.fed_until.is_some_and(|last| at.is_after_day(last))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationalResults {
    pub tournament: CompetitionId,
    pub places: Vec<NationalResult>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationalResult {
    pub player: PlayerId,
    pub place: Place,
    /// Whether the player comes from this country (R-WRC-01).
    pub citizen: bool,
}

impl NationalResults {
    pub fn nomination(&self, previous: &[PlayerId], rulebook: &Rulebook) -> world_championship::Nomination {
        let candidate = |(index, line): (usize, &NationalResult)| world_championship::Candidate {
            player: crate::values::ids::PlayerKey(index as u32),
            place: line.place,
            citizen: line.citizen,
            represented_at_previous_wrc: previous.contains(&line.player),
        };
        let candidates: Vec<world_championship::Candidate> = self.places.iter().enumerate().map(candidate).collect();
        world_championship::nominate(&candidates, rulebook)
    }

    /// The proposed nominees by id; several if they share the place.
    pub fn proposed(&self, previous: &[PlayerId], rulebook: &Rulebook) -> Vec<&NationalResult> {
        match self.nomination(previous, rulebook).nominee {
            Nominee::Player(player) => vec![&self.places[player.index()]],
            Nominee::Undecided(players) => players.into_iter().map(|player| &self.places[player.index()]).collect(),
            Nominee::NoCandidate => Vec::new(),
        }
    }

    pub fn proposal_digest(&self, previous: &[PlayerId], rulebook: &Rulebook) -> Digest {
        let proposed = self.proposed(previous, rulebook);
        super::proposals_digest(proposed.iter().map(|line| (&line.player, &self.tournament, line.place)))
    }
}

pub fn decide(ledger: &Ledger, command: &Command) -> Result<Vec<LedgerEvent>, Rejection> {
    let by = || command.by.clone();
    check_target(command)?;
    match &command.action {
        LedgerAction::Grant { players, seen, proposal, reason } => {
            let proposal = proposal.as_ref().ok_or(Rejection::UnknownOrigin)?;
            grant(ledger, command, proposal, players, *seen, *reason)
        }
        LedgerAction::Decline { player, pass_on, proposal, reason } => {
            let proposal = proposal.as_ref().ok_or(Rejection::UnknownOrigin)?;
            decline(ledger, command, proposal, player, *pass_on, *reason)
        }
        LedgerAction::WithdrawDecline { origin, player } => {
            let seats = ledger.of(origin).ok_or(Rejection::NothingRecorded)?;
            if !seats.declined.iter().any(|declined| declined.player == *player) {
                return Err(Rejection::NothingRecorded);
            }
            let seat = SeatOfPlayer { origin: origin.clone(), player: player.clone(), by: by() };
            Ok(vec![LedgerEvent::DeclineWithdrawn(seat)])
        }
        LedgerAction::Withhold { proposal, reason } => {
            let proposal = proposal.as_ref().ok_or(Rejection::UnknownOrigin)?;
            let seats = proposal.left(granted_of(ledger, proposal));
            let withheld = ledger.of(&proposal.origin).is_some_and(|seats| seats.withheld.is_some());
            if seats == 0 || withheld {
                return Err(Rejection::NothingLeft);
            }
            let withheld = SeatsWithheld { origin: proposal.origin.clone(), seats, by: by(), reason: *reason };
            Ok(vec![LedgerEvent::Withheld(withheld)])
        }
        LedgerAction::WithdrawWithholding { origin, reason } => {
            let withheld = ledger.of(origin).and_then(|seats| seats.withheld.as_ref());
            let seats = withheld.ok_or(Rejection::NothingRecorded)?.seats;
            let withheld = SeatsWithheld { origin: origin.clone(), seats, by: by(), reason: *reason };
            Ok(vec![LedgerEvent::WithholdingWithdrawn(withheld)])
        }
        LedgerAction::Revoke { origin, player, reason } => {
            check_granted(ledger, origin, player)?;
            let (origin, player) = (origin.clone(), player.clone());
            Ok(vec![LedgerEvent::Revoked(ReviewedSeat { origin, player, by: by(), reason: *reason })])
        }
        LedgerAction::Uphold { player, seen, proposal, reason } => {
            let proposal = proposal.as_ref().ok_or(Rejection::UnknownOrigin)?;
            check_granted(ledger, &proposal.origin, player)?;
            check_seen(*seen, proposal.digest())?;
            let upheld = ledger.of(&proposal.origin).and_then(|seats| seats.upheld.get(player));
            if proposal.find(player).is_some() || upheld == Some(seen) {
                return Err(Rejection::NothingToReview);
            }
            let (origin, player) = (proposal.origin.clone(), player.clone());
            let seat = ReviewedSeat { origin, player, by: by(), reason: *reason };
            Ok(vec![LedgerEvent::Upheld(UpheldSeat { seat, proposal: *seen })])
        }
        LedgerAction::NominateWildcards { players, seen, offer, reason } => {
            nominate(ledger, command, players, *seen, offer, *reason)
        }
        LedgerAction::GrantWildcards { players, offer } => grant_wildcards(ledger, command, players, offer),
        LedgerAction::WithdrawWildcard { player, reason } => {
            ledger.wildcards.get(player).ok_or(Rejection::NothingRecorded)?;
            Ok(vec![LedgerEvent::WildcardWithdrawn { player: player.clone(), by: by(), reason: *reason }])
        }
        LedgerAction::Choose { player, qualified, colliding, overtaken } => {
            if !qualified {
                return Err(Rejection::NotQualified { player: player.clone() });
            }
            if colliding.is_empty() {
                return Err(Rejection::NoCollision);
            }
            let choice = MwChoice { player: player.clone(), instead_of: colliding.clone(), by: by() };
            let known = ledger.choices.get(player);
            let same = !overtaken && known.is_some_and(|known| known.instead_of == choice.instead_of);
            Ok(if same { Vec::new() } else { vec![LedgerEvent::Chosen(choice)] })
        }
        LedgerAction::NameNominee { player, seen, previous, championship, reason } => {
            let results = championship.as_ref().ok_or(Rejection::NoResults)?;
            name_nominee(ledger, command, (player.as_ref(), *seen), previous, results, *reason)
        }
        LedgerAction::WithdrawNominee { reason } => match ledger.nominee {
            Some(_) => Ok(vec![LedgerEvent::NomineeWithdrawn { by: by(), reason: *reason }]),
            None => Err(Rejection::NothingRecorded),
        },
    }
}

/// Wildcards and choices are to a voivodeship championship, and the nominee comes from the national one.
fn check_target(command: &Command) -> Result<(), Rejection> {
    let fits = match command.action {
        LedgerAction::NominateWildcards { .. }
        | LedgerAction::GrantWildcards { .. }
        | LedgerAction::WithdrawWildcard { .. }
        | LedgerAction::Choose { .. } => matches!(command.target, Target::Mw(_)),
        LedgerAction::NameNominee { .. } | LedgerAction::WithdrawNominee { .. } => {
            matches!(command.target, Target::Mp(_))
        }
        LedgerAction::Grant { .. }
        | LedgerAction::Decline { .. }
        | LedgerAction::WithdrawDecline { .. }
        | LedgerAction::Withhold { .. }
        | LedgerAction::WithdrawWithholding { .. }
        | LedgerAction::Revoke { .. }
        | LedgerAction::Uphold { .. } => true,
    };
    if fits { Ok(()) } else { Err(Rejection::UnknownOrigin) }
}

fn check_seen(seen: Digest, current: Digest) -> Result<(), Rejection> {
    if seen == current { Ok(()) } else { Err(Rejection::Stale { current }) }
}

fn check_granted(ledger: &Ledger, origin: &SeatOrigin, player: &PlayerId) -> Result<(), Rejection> {
    let seats = ledger.of(origin).ok_or(Rejection::NothingRecorded)?;
    let granted = seats.granted.iter().any(|grant| grant.player == *player);
    if granted { Ok(()) } else { Err(Rejection::NothingRecorded) }
}

fn granted_of(ledger: &Ledger, proposal: &Proposal) -> u32 {
    ledger.of(&proposal.origin).map_or(0, |seats| seats.granted.len() as u32)
}

fn grant(
    ledger: &Ledger,
    command: &Command,
    proposal: &Proposal,
    players: &[PlayerId],
    seen: Digest,
    reason: Option<Commitment>,
) -> Result<Vec<LedgerEvent>, Rejection> {
    check_seen(seen, proposal.digest())?;
    let decided_at = proposal.decided_at.ok_or(Rejection::UnknownOrigin)?;
    // The ranking is decided when its day is over; whatever ended is over already.
    if proposal.origin.source == Source::Ranking && command.at <= decided_at {
        return Err(Rejection::TooEarly);
    }
    let strict = command.rulebook.get(parameters::AWANS_DECISION_WATERMARK) == Watermark::Strict;
    if strict && !proposal.waits_for.is_empty() && reason.is_none() {
        let (events, undecided) = (proposal.waits_for.clone(), proposal.undecided.clone());
        return Err(Rejection::EarlierEventsOpen { events, undecided });
    }
    let seats = ledger.of(&proposal.origin);
    let granted_here = |player: &PlayerId| seats.is_some_and(|s| s.granted.iter().any(|grant| grant.player == *player));
    let proposed = proposal.proposed.iter().chain(&proposal.consent);
    let all_proposed = || proposed.clone().map(|seat| &seat.player).collect();
    let wanted: Vec<&PlayerId> = if players.is_empty() { all_proposed() } else { players.iter().collect() };
    let mut left = proposal.left(granted_of(ledger, proposal));
    if wanted.is_empty() {
        return Err(match (proposal.tied.is_empty(), proposal.open.min(left)) {
            (false, _) => Rejection::TieOpen,
            (true, 0) => Rejection::NothingLeft,
            (true, _) => Rejection::CandidateMissing,
        });
    }
    let mut events: Vec<LedgerEvent> = Vec::new();
    for player in wanted {
        if granted_here(player) {
            continue;
        }
        if seats.is_some_and(|seats| seats.declined.iter().any(|known| known.player == *player)) {
            return Err(Rejection::HasDeclined { player: player.clone() });
        }
        let place = match proposed.clone().find(|seat| seat.player == *player) {
            Some(seat) => seat.place,
            None if proposal.tied.contains(player) => return Err(Rejection::TieOpen),
            None => {
                // Against the proposal only where a person is to choose, and with a reason.
                let chosen = proposal.eligible.iter().find(|seat| seat.player == *player);
                let chosen = chosen.ok_or_else(|| Rejection::NotProposed { player: player.clone() })?;
                if reason.is_none() {
                    return Err(Rejection::ReasonMissing);
                }
                chosen.place
            }
        };
        if let Some(from) = ledger.held_from(player) {
            return Err(Rejection::AlreadyHolds { player: player.clone(), from: from.clone() });
        }
        left = left.checked_sub(1).ok_or(Rejection::NothingLeft)?;
        events.push(LedgerEvent::Granted(GrantedSeat {
            origin: proposal.origin.clone(),
            player: player.clone(),
            place,
            proposal: seen,
            by: command.by.clone(),
            // One text goes with one event: the first of the act.
            reason: reason.filter(|_| events.is_empty()),
        }));
    }
    Ok(events)
}

/// Whether a declined qualification passes on without a decision (AMB-67, AMB-85).
pub fn passes_on_by_itself(target: &Target, rulebook: &Rulebook) -> bool {
    match target {
        Target::Mp(_) => rulebook.get(parameters::AWANS_RESIGN_AFTER_GRANT) == ResignAfterGrant::Cascade,
        Target::Mw(_) => rulebook.get(parameters::MW_WAIVER) == MwWaiver::PassOn,
    }
}

fn decline(
    ledger: &Ledger,
    command: &Command,
    proposal: &Proposal,
    player: &PlayerId,
    pass_on: bool,
    reason: Option<Commitment>,
) -> Result<Vec<LedgerEvent>, Rejection> {
    let by_itself = passes_on_by_itself(&command.target, &command.rulebook);
    if pass_on && !by_itself && reason.is_none() {
        return Err(Rejection::ReasonMissing);
    }
    let seats = ledger.of(&proposal.origin);
    if seats.is_some_and(|seats| seats.declined.iter().any(|known| known.player == *player)) {
        return Err(Rejection::HasDeclined { player: player.clone() });
    }
    let granted = seats.and_then(|seats| seats.granted.iter().find(|grant| grant.player == *player));
    let place = granted.map(|grant| grant.place).or_else(|| proposal.find(player).map(|seat| seat.place));
    let place = place.ok_or_else(|| Rejection::NotProposed { player: player.clone() })?;
    Ok(vec![LedgerEvent::Declined(DeclinedSeat {
        origin: proposal.origin.clone(),
        player: player.clone(),
        place,
        passed_on: pass_on || by_itself,
        by: command.by.clone(),
        reason,
    })])
}

fn nominate(
    ledger: &Ledger,
    command: &Command,
    players: &[PlayerId],
    seen: Digest,
    offer: &WildcardOffer,
    reason: Option<Commitment>,
) -> Result<Vec<LedgerEvent>, Rejection> {
    check_seen(seen, offer.digest())?;
    if !offer.may_be_put_forward(command.at) {
        return Err(Rejection::TooEarly);
    }
    let proposed = offer.proposed.iter().map(|line| &line.player);
    let mut wanted: Vec<&PlayerId> = if players.is_empty() { proposed.collect() } else { players.iter().collect() };
    // The reason is stored with the first event of the act, so a player who needs a reason comes first.
    let is_in_line = |player: &PlayerId| offer.proposed.iter().any(|known| known.player == *player);
    wanted.sort_by_key(|player| is_in_line(player));
    let mut left = offer.room(ledger);
    let mut events = Vec::new();
    for player in wanted {
        if ledger.wildcards.contains_key(player) {
            continue;
        }
        if let Some(from) = offer.qualified.get(player) {
            return Err(Rejection::AlreadyHolds { player: player.clone(), from: from.clone() });
        }
        let line = offer.in_tables.iter().find(|line| line.player == *player);
        let line = line.ok_or_else(|| Rejection::NotProposed { player: player.clone() })?;
        let in_line = is_in_line(player);
        if !in_line && reason.is_none() {
            return Err(Rejection::ReasonMissing);
        }
        left = left.checked_sub(1).ok_or(Rejection::NothingLeft)?;
        let reason_told = !events.is_empty();
        events.push(LedgerEvent::WildcardNominated(NominatedWildcard {
            player: line.player.clone(),
            event: line.event.clone(),
            place: line.place,
            proposal: seen,
            by: command.by.clone(),
            reason: reason.filter(|_| !in_line && !reason_told),
        }));
    }
    if events.is_empty() && players.is_empty() {
        return Err(Rejection::NothingLeft);
    }
    Ok(events)
}

fn grant_wildcards(
    ledger: &Ledger,
    command: &Command,
    players: &[PlayerId],
    offer: &WildcardOffer,
) -> Result<Vec<LedgerEvent>, Rejection> {
    // Nominations made since the list was read are not granted with the rest.
    if players.is_empty() {
        return Err(Rejection::NothingRecorded);
    }
    let mut left = offer.free;
    let mut events = Vec::new();
    for player in players {
        let player = player.clone();
        let state = ledger.wildcards.get(&player).ok_or(Rejection::NothingRecorded)?;
        if state.granted_by.is_some() {
            continue;
        }
        if state.nominated.by == command.by || command.linked_accounts.contains(&state.nominated.by) {
            return Err(Rejection::SamePerson);
        }
        if let Some(from) = offer.qualified.get(&player) {
            return Err(Rejection::AlreadyHolds { player, from: from.clone() });
        }
        left = left.checked_sub(1).ok_or(Rejection::NothingLeft)?;
        events.push(LedgerEvent::WildcardGranted { player, by: command.by.clone() });
    }
    Ok(events)
}

fn name_nominee(
    ledger: &Ledger,
    command: &Command,
    (player, seen): (Option<&PlayerId>, Option<Digest>),
    previous: &[PlayerId],
    results: &NationalResults,
    reason: Option<Commitment>,
) -> Result<Vec<LedgerEvent>, Rejection> {
    let proposed = results.proposed(previous, &command.rulebook);
    let proposal = results.proposal_digest(previous, &command.rulebook);
    match (player, seen) {
        (_, Some(seen)) => check_seen(seen, proposal)?,
        (None, None) => return Err(Rejection::Stale { current: proposal }),
        (Some(_), None) => {}
    }
    let line = match player {
        Some(player) => {
            let line = results.places.iter().find(|line| line.player == *player);
            line.ok_or_else(|| Rejection::NotProposed { player: player.clone() })?
        }
        None => match proposed[..] {
            [line] => line,
            [] => return Err(Rejection::NoResults),
            _ => return Err(Rejection::TieOpen),
        },
    };
    let barred = |line: &NationalResult| {
        let last = command.rulebook.get(parameters::WRC_MAX_PLACE);
        (command.rulebook.get(parameters::WRC_CITIZENSHIP_REQUIRED) && !line.citizen)
            || (command.rulebook.get(parameters::WRC_NO_CONSECUTIVE) && previous.contains(&line.player))
            || last.is_some_and(|last| line.place.number() > last)
    };
    if barred(line) {
        return Err(Rejection::NotEligible { player: line.player.clone() });
    }
    if !proposed.iter().any(|known| known.player == line.player) && reason.is_none() {
        return Err(Rejection::ReasonMissing);
    }
    let named = NomineeRecord {
        player: line.player.clone(),
        tournament: results.tournament.clone(),
        place: line.place,
        previous: previous.to_vec(),
        proposal,
        by: command.by.clone(),
        reason,
    };
    let same = |known: &NomineeRecord| {
        (&known.player, &known.tournament, known.place, &known.previous, known.proposal)
            == (&named.player, &named.tournament, named.place, &named.previous, named.proposal)
    };
    let unchanged = ledger.nominee.as_ref().is_some_and(same);
    Ok(if unchanged { Vec::new() } else { vec![LedgerEvent::NomineeNamed(named)] })
}
