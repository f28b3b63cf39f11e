//! Decisions on registration, check-in, absence, late arrival and leaving (R-PLR, AMB-29).

use super::{Decision, DecisionContext};
use crate::event::{AgeGroup, Registration, TournamentFact};
use crate::rulebook::parameters;
use crate::tournament::course::{Entrant, Presence, Rejection, Stage};
use crate::values::ids::PlayerId;
use std::collections::BTreeSet;

/// The most players that one tournament can have.
const MAX_ENTRANTS: usize = 2000;

impl DecisionContext<'_> {
    fn entrant(&self, player: &PlayerId) -> Option<&Entrant> {
        self.state.entrants.get(player)
    }

    fn known(&self, player: &PlayerId) -> Result<&Entrant, Rejection> {
        self.entrant(player).ok_or_else(|| Rejection::NotRegistered { player: player.clone() })
    }

    pub(crate) fn register(&self, registrations: &[Registration]) -> Result<Decision, Rejection> {
        self.check_before_start()?;
        each_once(registrations.iter().map(|registration| &registration.player))?;
        let mut new = Vec::new();
        for registration in registrations {
            match self.entrant(&registration.player) {
                None => new.push(registration.clone()),
                Some(known) if known.presence == Presence::Withdrawn => new.push(registration.clone()),
                Some(known) if known.registration == *registration => {}
                Some(_) => return Err(Rejection::AlreadyRegistered { player: registration.player.clone() }),
            }
        }
        let unknown = new.iter().filter(|one: &&Registration| self.entrant(&one.player).is_none()).count();
        if self.state.entrants.size() + unknown > MAX_ENTRANTS {
            return Err(Rejection::TooManyPlayers { most: MAX_ENTRANTS });
        }
        if new.is_empty() {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::PlayersRegistered(new).into())
    }

    pub(crate) fn change_registration(&self, registration: &Registration) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        let known = self.known(&registration.player)?;
        if known.registration == *registration {
            return Ok(Decision::no_change());
        }
        if known.presence == Presence::CheckedIn {
            self.may_play(registration)?;
        }
        Ok(TournamentFact::RegistrationChanged(registration.clone()).into())
    }

    pub(crate) fn withdraw_registration(&self, player: &PlayerId) -> Result<Decision, Rejection> {
        self.check_before_start()?;
        let known = self.known(player)?;
        match known.presence {
            Presence::Withdrawn => Ok(Decision::no_change()),
            Presence::Left | Presence::Disqualified => Err(Rejection::Out { player: player.clone() }),
            Presence::Registered | Presence::CheckedIn | Presence::Absent => {
                Ok(TournamentFact::RegistrationWithdrawn { player: player.clone() }.into())
            }
        }
    }

    pub(crate) fn check_in(&self, players: &[PlayerId]) -> Result<Decision, Rejection> {
        self.check_before_start()?;
        each_once(players)?;
        let mut new = Vec::new();
        for player in players {
            let known = self.known(player)?;
            match known.presence {
                Presence::CheckedIn => continue,
                Presence::Withdrawn => return Err(Rejection::NotRegistered { player: player.clone() }),
                Presence::Left | Presence::Disqualified => return Err(Rejection::Out { player: player.clone() }),
                Presence::Registered | Presence::Absent => {}
            }
            self.may_play(&known.registration)?;
            new.push(player.clone());
        }
        if new.is_empty() {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::PlayersCheckedIn { players: new }.into())
    }

    /// Refuses minors without consent, and children without a guardian where the rulebook asks for one.
    fn may_play(&self, registration: &Registration) -> Result<(), Rejection> {
        let player = || registration.player.clone();
        let is_minor = registration.age != AgeGroup::Adult;
        let consent_asked_for = self.rulebook.get(parameters::MINOR_CONSENT_BELOW) > 0;
        if consent_asked_for && is_minor && !registration.guardian_consent {
            return Err(Rejection::ConsentMissing { player: player() });
        }
        let guardian_asked_for = self.rulebook.get(parameters::MINOR_ACCOMPANIED_BELOW).is_some();
        if guardian_asked_for && registration.age == AgeGroup::Child && !registration.accompanied {
            return Err(Rejection::NotAccompanied { player: player() });
        }
        Ok(())
    }

    pub(crate) fn note_absent(&self, players: &[PlayerId]) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        each_once(players)?;
        let mut new = Vec::new();
        for player in players {
            match self.known(player)?.presence {
                Presence::Absent => {}
                Presence::Registered => new.push(player.clone()),
                Presence::CheckedIn if !self.state.has_started() => new.push(player.clone()),
                Presence::CheckedIn => return Err(Rejection::Started),
                Presence::Withdrawn | Presence::Left | Presence::Disqualified => {
                    return Err(Rejection::Out { player: player.clone() });
                }
            }
        }
        if new.is_empty() {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::PlayersDidNotCome { players: new }.into())
    }

    pub(crate) fn admit_late(&self, registration: &Registration) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if !self.state.has_started() {
            return Err(Rejection::NotStarted { stage: Stage::Round(1) });
        }
        let player = &registration.player;
        match self.entrant(player).map(|entrant| entrant.presence) {
            None | Some(Presence::Registered | Presence::Absent | Presence::Withdrawn) => {}
            Some(Presence::CheckedIn) => return Err(Rejection::AlreadyRegistered { player: player.clone() }),
            Some(Presence::Left | Presence::Disqualified) => return Err(Rejection::Out { player: player.clone() }),
        }
        if !self.state.can_join(self.rulebook) {
            return Err(Rejection::TooLateToJoin);
        }
        if self.entrant(player).is_none() && self.state.entrants.size() >= MAX_ENTRANTS {
            return Err(Rejection::TooManyPlayers { most: MAX_ENTRANTS });
        }
        self.may_play(registration)?;
        Ok(TournamentFact::LateArrivalAdmitted(registration.clone()).into())
    }

    pub(crate) fn note_leaving(&self, player: &PlayerId) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        match self.known(player)?.presence {
            Presence::Left => Ok(Decision::no_change()),
            Presence::CheckedIn => Ok(TournamentFact::PlayerLeft { player: player.clone() }.into()),
            Presence::Disqualified => Err(Rejection::Out { player: player.clone() }),
            Presence::Registered | Presence::Absent | Presence::Withdrawn => {
                Err(Rejection::NotPresent { player: player.clone() })
            }
        }
    }

    pub(crate) fn declare_waiver(&self, player: &PlayerId) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if matches!(self.known(player)?.presence, Presence::Absent | Presence::Withdrawn) {
            return Err(Rejection::NotPresent { player: player.clone() });
        }
        if self.state.waivers.contains(player) {
            return Ok(Decision::no_change());
        }
        Ok(TournamentFact::WaiverDeclared { player: player.clone() }.into())
    }

    pub(crate) fn withdraw_waiver(&self, player: &PlayerId) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if !self.state.waivers.contains(player) {
            return Err(Rejection::NoWaiver { player: player.clone() });
        }
        Ok(TournamentFact::WaiverWithdrawn { player: player.clone() }.into())
    }
}

/// Refuses a list that names a player twice.
pub(crate) fn each_once<'a>(players: impl IntoIterator<Item = &'a PlayerId>) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    match players.into_iter().find(|player| !seen.insert(*player)) {
        Some(player) => Err(Rejection::Twice { player: player.clone() }),
        None => Ok(()),
    }
}
