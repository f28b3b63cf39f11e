//! Whom an event is about, by the fields that name players and by nothing else.

use super::{
    Correction, Event, GrandPrixEvent, HeldMeeting, LeagueEvent, OnlineTableEvent, PlacedPlayer, SeasonEvent, TieEvent,
    TournamentEvent, TournamentFact, WaiverEvent,
};
use crate::ids::PlayerId;

impl Event {
    /// The players whom it is about; some may stand there several times. The player of a player's own stream is not among them, nor
    /// is anybody on a list that was published, nor those who are only mentioned beside somebody else.
    pub fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::Tournament(event) => of_tournament(event),
            Self::League(event) => of_league(event),
            Self::Online(event) => of_online(event),
            Self::Season(SeasonEvent::RankingTie(tie)) | Self::GrandPrix(GrandPrixEvent::Tie(tie)) => of_tie(tie),
            Self::Ledger(event) => event.player().into_iter().collect(),
            Self::Season(SeasonEvent::Opened(_) | SeasonEvent::Corrected(_))
            | Self::GrandPrix(
                GrandPrixEvent::Opened(_)
                | GrandPrixEvent::TournamentAdded { .. }
                | GrandPrixEvent::TournamentRemoved(_)
                | GrandPrixEvent::Closed
                | GrandPrixEvent::Recorded(_)
                | GrandPrixEvent::Corrected(_),
            )
            | Self::Rulebook(_)
            | Self::Player(_)
            | Self::Championship(_)
            | Self::List(_)
            | Self::Account(_)
            | Self::Log(_) => Vec::new(),
        }
    }
}

fn of_tournament(event: &TournamentEvent) -> Vec<&PlayerId> {
    match event {
        TournamentEvent::Act(act) => of_fact(&act.fact),
        TournamentEvent::Recorded(record) | TournamentEvent::Corrected(Correction { record, .. }) => {
            record.outcome.players()
        }
        TournamentEvent::Waiver(waiver) => vec![of_waiver(waiver)],
        TournamentEvent::Tie(tie) => of_tie(tie),
        TournamentEvent::ExceptionDecided(_) | TournamentEvent::ExceptionDecisionWithdrawn => Vec::new(),
    }
}

fn of_fact(fact: &TournamentFact) -> Vec<&PlayerId> {
    match fact {
        TournamentFact::PlayersRegistered(registrations) => registrations.iter().map(|it| &it.player).collect(),
        TournamentFact::RegistrationChanged(registration) | TournamentFact::LateArrivalAdmitted(registration) => {
            vec![&registration.player]
        }
        TournamentFact::PlayersCheckedIn { players }
        | TournamentFact::PlayersDidNotCome { players }
        | TournamentFact::Drawn { order: players, .. }
        | TournamentFact::TieDecided { order: players, .. } => players.iter().collect(),
        TournamentFact::StageSeated { tables, .. } => tables.iter().flatten().collect(),
        TournamentFact::RegistrationWithdrawn { player }
        | TournamentFact::PlayerLeft { player }
        | TournamentFact::SanctionGiven { player, .. }
        | TournamentFact::Disqualified { player }
        | TournamentFact::WaiverDeclared { player }
        | TournamentFact::WaiverWithdrawn { player } => vec![player],
        TournamentFact::ResultsImported { lines, .. } => lines.iter().map(|line| &line.player).collect(),
        TournamentFact::Applied(_)
        | TournamentFact::ApplicationApproved(_)
        | TournamentFact::ApplicationRejected { .. }
        | TournamentFact::DetailsChanged { .. }
        | TournamentFact::Cancelled { .. }
        | TournamentFact::Interrupted { .. }
        | TournamentFact::FormatChosen(_)
        | TournamentFact::StageStarted { .. }
        | TournamentFact::StageSkipped { .. }
        | TournamentFact::SheetEntered(_)
        | TournamentFact::SheetConfirmed { .. }
        | TournamentFact::SecondEntryWaived { .. }
        | TournamentFact::TableOfTwoAllowed { .. }
        | TournamentFact::StageClosed { .. }
        | TournamentFact::ResultsHidden { .. }
        | TournamentFact::ResultsRevealed { .. }
        | TournamentFact::DisputeOpened { .. }
        | TournamentFact::DisputeRuled { .. }
        | TournamentFact::Closed { .. }
        | TournamentFact::SheetCorrected { .. }
        | TournamentFact::ActUndone { .. } => Vec::new(),
    }
}

fn of_league(event: &LeagueEvent) -> Vec<&PlayerId> {
    match event {
        LeagueEvent::MeetingRecorded(meeting) | LeagueEvent::MeetingCorrected(Correction { record: meeting, .. }) => {
            of_meeting(meeting)
        }
        LeagueEvent::TableImported { table } => of_table(table),
        LeagueEvent::WaiverNoted(noted) => vec![&noted.player],
        LeagueEvent::WaiverNoteWithdrawn { player } => vec![player],
        LeagueEvent::Recorded(record) | LeagueEvent::Corrected(Correction { record, .. }) => record.players(),
        LeagueEvent::Waiver(waiver) => vec![of_waiver(waiver)],
        LeagueEvent::Tie(tie) => of_tie(tie),
        LeagueEvent::Opened(_)
        | LeagueEvent::MeetingWithdrawn(_)
        | LeagueEvent::TableWithdrawn { .. }
        | LeagueEvent::Closed { .. } => Vec::new(),
    }
}

fn of_online(event: &OnlineTableEvent) -> Vec<&PlayerId> {
    match event {
        OnlineTableEvent::TableRecorded { table } => of_table(table),
        OnlineTableEvent::WaiverNoted(noted) => vec![&noted.player],
        OnlineTableEvent::WaiverNoteWithdrawn { player } => vec![player],
        OnlineTableEvent::Recorded(record) | OnlineTableEvent::Corrected(Correction { record, .. }) => record.players(),
        OnlineTableEvent::Waiver(waiver) => vec![of_waiver(waiver)],
        OnlineTableEvent::Tie(tie) => of_tie(tie),
        OnlineTableEvent::Opened(_) | OnlineTableEvent::TableWithdrawn { .. } | OnlineTableEvent::Closed { .. } => {
            Vec::new()
        }
    }
}

fn of_meeting(meeting: &HeldMeeting) -> Vec<&PlayerId> {
    meeting.present.iter().chain(meeting.tables.iter().flat_map(|table| &table.seats)).collect()
}

fn of_table(table: &[PlacedPlayer]) -> Vec<&PlayerId> {
    table.iter().map(|line| &line.player).collect()
}

fn of_waiver(waiver: &WaiverEvent) -> &PlayerId {
    match waiver {
        WaiverEvent::Declared { player } | WaiverEvent::Withdrawn { player } => player,
    }
}

fn of_tie(tie: &TieEvent) -> Vec<&PlayerId> {
    match tie {
        TieEvent::Decided { order } => order.iter().collect(),
        TieEvent::DecisionWithdrawn => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::ActorRef;
    use crate::event::{AgeGroup, LedgerEvent, Registration, TournamentAct};
    use crate::ids::AccountId;

    fn names(event: &Event, id: &str) -> bool {
        event.players().contains(&&PlayerId::parse(id).unwrap())
    }

    #[test]
    fn a_registration_names_the_player_and_not_what_is_noted_of_them() {
        let registration = Registration {
            player: PlayerId::parse("p1").unwrap(),
            age: AgeGroup::Minor,
            guardian_consent: true,
            accompanied: false,
            walk_in: false,
        };
        let fact = TournamentFact::PlayersRegistered(vec![registration]);
        let act = TournamentAct { number: 1, by: ActorRef::parse("account/a1").unwrap(), fact };
        let event = Event::Tournament(TournamentEvent::Act(act));
        assert!(names(&event, "p1"));
        for other in ["minor", "account/a1", "a1", "age"] {
            assert!(!names(&event, other), "{other}");
        }
    }

    #[test]
    fn an_act_on_a_qualification_names_whose_it_is_and_not_who_did_it() {
        let by = AccountId::parse("a1").unwrap();
        let event = Event::Ledger(LedgerEvent::WildcardGranted { player: PlayerId::parse("p1").unwrap(), by });
        assert!(names(&event, "p1") && !names(&event, "a1"));
    }
}
