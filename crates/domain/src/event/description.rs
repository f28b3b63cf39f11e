//! The table of events: for each kind its stored name, the part of the aggregate that it changes, the people that it
//! names and its reason. Audit, sentences, undo and change tracking read it.

use super::{
    AccountEvent, AccountRecord, ChampionshipEvent, Commitment, Correction, Event, GrandPrixEvent, HeldMeeting,
    LeagueEvent, LedgerEvent, ListEvent, LogEvent, OnlineCompetitionEvent, PlacedPlayer, PlayerEvent, PlayerRecord,
    RulebookEvent, SeasonEvent, TextKind, TieEvent, TournamentEvent, WaiverEvent,
};
use crate::tournament::course::Stage;
use crate::values::ids::{AccountId, PlayerId};

/// One row of the table of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventDescription<'e> {
    /// The stored name without its version, like `league.closed`.
    pub name: &'static str,
    pub part: ChangedPart,
    /// Players that the event is about; some may occur several times. Not among them: the player of a player's own
    /// stream, players on a published list, and players who are only mentioned beside another.
    pub players: Vec<&'e PlayerId>,
    /// Accounts that the event names, without the account of an account's own stream.
    pub accounts: Vec<&'e AccountId>,
    pub reason: Option<Commitment>,
    /// The texts that the event commits to and the vault holds; among them the reason, where its text goes with this
    /// event.
    pub texts: Vec<(TextKind, Commitment)>,
}

/// The part of an aggregate that an event changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangedPart {
    Whole,
    /// The entries of the named players.
    Players,
    Sheet(Stage, u32),
    Dispute(u32),
    DisputedSheet(u32, Stage, u32),
    Meeting(u32),
}

impl<'e> EventDescription<'e> {
    pub(crate) fn of(name: &'static str, part: ChangedPart) -> Self {
        Self { name, part, players: Vec::new(), accounts: Vec::new(), reason: None, texts: Vec::new() }
    }

    pub(crate) fn whole(name: &'static str) -> Self {
        Self::of(name, ChangedPart::Whole)
    }

    pub(crate) fn player(name: &'static str, player: &'e PlayerId) -> Self {
        Self::of(name, ChangedPart::Players).naming([player])
    }

    pub(crate) fn naming(mut self, players: impl IntoIterator<Item = &'e PlayerId>) -> Self {
        self.players.extend(players);
        self
    }

    pub(crate) fn by(mut self, account: &'e AccountId) -> Self {
        self.accounts.push(account);
        self
    }

    pub(crate) fn because(self, reason: impl Into<Option<Commitment>>) -> Self {
        self.because_as(TextKind::Reason, reason)
    }

    /// A reason that the vault holds as another kind of text.
    pub(crate) fn because_as(mut self, kind: TextKind, reason: impl Into<Option<Commitment>>) -> Self {
        self.reason = reason.into();
        self.texts.extend(self.reason.map(|reason| (kind, reason)));
        self
    }

    /// A reason that goes with an earlier event.
    fn repeating_reason(mut self, reason: Option<Commitment>) -> Self {
        self.reason = reason;
        self
    }

    pub(crate) fn with_text(mut self, kind: TextKind, text: Commitment) -> Self {
        self.texts.push((kind, text));
        self
    }

    /// The name of a competition.
    fn called(self, name: Commitment) -> Self {
        self.with_text(TextKind::CompetitionName, name)
    }
}

impl Event {
    pub fn description(&self) -> EventDescription<'_> {
        match self {
            Self::Rulebook(RulebookEvent::Adopted(_)) => EventDescription::whole("rulebook.adopted"),
            Self::Season(event) => season(event),
            Self::Player(event) => player(event),
            Self::Tournament(event) => tournament(event),
            Self::League(event) => league(event),
            Self::GrandPrix(event) => grand_prix(event),
            Self::Online(event) => online(event),
            Self::Championship(event) => championship(event),
            Self::Ledger(event) => ledger(event),
            Self::List(event) => list(event),
            Self::Account(event) => account(event),
            Self::Log(LogEvent::LossAccepted(loss)) => {
                EventDescription::whole("log.loss_accepted").because(loss.reason)
            }
        }
    }

    /// The players that the event is about; see [`EventDescription::players`].
    pub fn players(&self) -> Vec<&PlayerId> {
        self.description().players
    }
}

fn season(event: &SeasonEvent) -> EventDescription<'_> {
    match event {
        SeasonEvent::Opened(_) => EventDescription::whole("season.opened"),
        SeasonEvent::Corrected(it) => EventDescription::whole("season.corrected").because(it.reason),
        SeasonEvent::RankingTie(event) => {
            tie(event, "season.ranking_tie_decided", "season.ranking_tie_decision_withdrawn")
        }
    }
}

fn player(event: &PlayerEvent) -> EventDescription<'_> {
    match event {
        PlayerEvent::Registered(record) => player_record("player.registered", record),
        PlayerEvent::Rectified(it) => player_record("player.rectified", &it.record).because(it.reason),
        PlayerEvent::Erased => EventDescription::whole("player.erased"),
        PlayerEvent::WaiverDeclared { .. } => EventDescription::whole("player.waiver_declared"),
        PlayerEvent::WaiverWithdrawn { .. } => EventDescription::whole("player.waiver_withdrawn"),
    }
}

fn tournament(event: &TournamentEvent) -> EventDescription<'_> {
    match event {
        TournamentEvent::Act(act) => act.fact.description(),
        TournamentEvent::Recorded(record) => {
            EventDescription::whole("tournament.recorded").called(record.name).naming(record.outcome.players())
        }
        TournamentEvent::Corrected(Correction { record, reason }) => EventDescription::whole("tournament.corrected")
            .called(record.name)
            .naming(record.outcome.players())
            .because(*reason),
        TournamentEvent::ExceptionDecided(_) => EventDescription::whole("tournament.exception_decided"),
        TournamentEvent::ExceptionDecisionWithdrawn => {
            EventDescription::whole("tournament.exception_decision_withdrawn")
        }
        TournamentEvent::Waiver(event) => waiver(event, "tournament.waiver_declared", "tournament.waiver_withdrawn"),
        TournamentEvent::Tie(event) => tie(event, "tournament.tie_decided", "tournament.tie_decision_withdrawn"),
    }
}

fn league(event: &LeagueEvent) -> EventDescription<'_> {
    match event {
        LeagueEvent::Opened(opening) => EventDescription::whole("league.opened").called(opening.name),
        LeagueEvent::MeetingRecorded(held) => meeting("league.meeting_recorded", held).because(held.accepted),
        LeagueEvent::MeetingCorrected(it) => meeting("league.meeting_corrected", &it.record).because(it.reason),
        LeagueEvent::MeetingWithdrawn(it) => {
            EventDescription::of("league.meeting_withdrawn", ChangedPart::Meeting(it.number)).because(it.reason)
        }
        LeagueEvent::TableImported { table } => EventDescription::whole("league.table_imported").naming(placed(table)),
        LeagueEvent::TableWithdrawn { reason } => EventDescription::whole("league.table_withdrawn").because(*reason),
        LeagueEvent::WaiverNoted(noted) => EventDescription::player("league.waiver_noted", &noted.player),
        LeagueEvent::WaiverNoteWithdrawn { player } => EventDescription::player("league.waiver_note_withdrawn", player),
        LeagueEvent::Closed { .. } => EventDescription::whole("league.closed"),
        LeagueEvent::Recorded(record) => {
            EventDescription::whole("league.recorded").called(record.name).naming(record.players())
        }
        LeagueEvent::Corrected(it) => EventDescription::whole("league.corrected")
            .called(it.record.name)
            .naming(it.record.players())
            .because(it.reason),
        LeagueEvent::Waiver(event) => waiver(event, "league.waiver_declared", "league.waiver_withdrawn"),
        LeagueEvent::Tie(event) => tie(event, "league.tie_decided", "league.tie_decision_withdrawn"),
    }
}

fn grand_prix(event: &GrandPrixEvent) -> EventDescription<'_> {
    match event {
        GrandPrixEvent::Opened(opening) => EventDescription::whole("grand-prix.opened").called(opening.name),
        GrandPrixEvent::TournamentAdded { .. } => EventDescription::whole("grand-prix.tournament_added"),
        GrandPrixEvent::TournamentRemoved(removed) => {
            EventDescription::whole("grand-prix.tournament_removed").because(removed.reason)
        }
        GrandPrixEvent::Closed => EventDescription::whole("grand-prix.closed"),
        GrandPrixEvent::Recorded(record) => EventDescription::whole("grand-prix.recorded").called(record.name),
        GrandPrixEvent::Corrected(it) => {
            EventDescription::whole("grand-prix.corrected").called(it.record.name).because(it.reason)
        }
        GrandPrixEvent::Tie(event) => tie(event, "grand-prix.tie_decided", "grand-prix.tie_decision_withdrawn"),
    }
}

fn online(event: &OnlineCompetitionEvent) -> EventDescription<'_> {
    match event {
        OnlineCompetitionEvent::Opened(_) => EventDescription::whole("online-event.opened"),
        OnlineCompetitionEvent::TableRecorded { table } => {
            EventDescription::whole("online-event.table_recorded").naming(placed(table))
        }
        OnlineCompetitionEvent::TableWithdrawn { reason } => {
            EventDescription::whole("online-event.table_withdrawn").because(*reason)
        }
        OnlineCompetitionEvent::WaiverNoted(noted) => {
            EventDescription::player("online-event.waiver_noted", &noted.player)
        }
        OnlineCompetitionEvent::WaiverNoteWithdrawn { player } => {
            EventDescription::player("online-event.waiver_note_withdrawn", player)
        }
        OnlineCompetitionEvent::Closed { .. } => EventDescription::whole("online-event.closed"),
        OnlineCompetitionEvent::Recorded(record) => {
            EventDescription::whole("online-event.recorded").naming(record.players())
        }
        OnlineCompetitionEvent::Corrected(it) => {
            EventDescription::whole("online-event.corrected").naming(it.record.players()).because(it.reason)
        }
        OnlineCompetitionEvent::Waiver(event) => {
            waiver(event, "online-event.waiver_declared", "online-event.waiver_withdrawn")
        }
        OnlineCompetitionEvent::Tie(event) => {
            tie(event, "online-event.tie_decided", "online-event.tie_decision_withdrawn")
        }
    }
}

fn championship(event: &ChampionshipEvent) -> EventDescription<'_> {
    match event {
        ChampionshipEvent::Announced(_) => EventDescription::whole("championship.announced"),
        ChampionshipEvent::Corrected(it) => EventDescription::whole("championship.corrected").because(it.reason),
        ChampionshipEvent::Scheduled { .. } => EventDescription::whole("championship.scheduled"),
    }
}

fn ledger(event: &LedgerEvent) -> EventDescription<'_> {
    let name = match event {
        LedgerEvent::Granted(_) => "ledger.granted",
        LedgerEvent::Declined(_) => "ledger.declined",
        LedgerEvent::DeclineWithdrawn(_) => "ledger.decline_withdrawn",
        LedgerEvent::Withheld(_) => "ledger.withheld",
        LedgerEvent::WithholdingWithdrawn(_) => "ledger.withholding_withdrawn",
        LedgerEvent::Revoked(_) => "ledger.revoked",
        LedgerEvent::Upheld(_) => "ledger.upheld",
        LedgerEvent::WildcardNominated(_) => "ledger.wildcard_nominated",
        LedgerEvent::WildcardGranted { .. } => "ledger.wildcard_granted",
        LedgerEvent::WildcardWithdrawn { .. } => "ledger.wildcard_withdrawn",
        LedgerEvent::Chosen(_) => "ledger.mw_chosen",
        LedgerEvent::NomineeNamed(_) => "ledger.nominee_named",
        LedgerEvent::NomineeWithdrawn { .. } => "ledger.nominee_withdrawn",
    };
    let part = if event.player().is_some() { ChangedPart::Players } else { ChangedPart::Whole };
    EventDescription::of(name, part).naming(event.player()).by(event.by()).because(event.reason())
}

fn list(event: &ListEvent) -> EventDescription<'_> {
    match event {
        ListEvent::Submitted(it) => {
            EventDescription::whole("list.submitted").by(&it.by).because_as(TextKind::ErratumReason, it.reason)
        }
        ListEvent::SubmissionWithdrawn { by } => EventDescription::whole("list.submission_withdrawn").by(by),
        ListEvent::Published(edition) => EventDescription::whole("list.published")
            .by(&edition.submitted_by)
            .by(&edition.published_by)
            .repeating_reason(edition.reason),
    }
}

fn account(event: &AccountEvent) -> EventDescription<'_> {
    match event {
        AccountEvent::Opened(record) => account_record("account.opened", record),
        AccountEvent::Rectified(it) => account_record("account.rectified", &it.record).because(it.reason),
        AccountEvent::RoleGranted(_) => EventDescription::whole("account.role_granted"),
        AccountEvent::RoleRevoked(_) => EventDescription::whole("account.role_revoked"),
        AccountEvent::Disabled { reason } => EventDescription::whole("account.disabled").because(*reason),
        AccountEvent::Enabled => EventDescription::whole("account.enabled"),
        AccountEvent::AccessRenewed => EventDescription::whole("account.access_renewed"),
    }
}

fn player_record<'e>(name: &'static str, record: &PlayerRecord) -> EventDescription<'e> {
    let description = EventDescription::whole(name).with_text(TextKind::PlayerName, record.name);
    description.with_text(TextKind::PlayerProfile, record.profile)
}

fn account_record<'e>(name: &'static str, record: &AccountRecord) -> EventDescription<'e> {
    let description = EventDescription::whole(name).with_text(TextKind::AccountLogin, record.login);
    description.with_text(TextKind::AccountName, record.name)
}

fn meeting<'e>(name: &'static str, held: &'e HeldMeeting) -> EventDescription<'e> {
    let seated = held.tables.iter().flat_map(|table| &table.seats);
    EventDescription::of(name, ChangedPart::Meeting(held.number)).naming(held.present.iter().chain(seated))
}

fn placed(table: &[PlacedPlayer]) -> impl Iterator<Item = &PlayerId> {
    table.iter().map(|line| &line.player)
}

fn waiver<'e>(event: &'e WaiverEvent, declared: &'static str, withdrawn: &'static str) -> EventDescription<'e> {
    match event {
        WaiverEvent::Declared { player } => EventDescription::player(declared, player),
        WaiverEvent::Withdrawn { player } => EventDescription::player(withdrawn, player),
    }
}

fn tie<'e>(event: &'e TieEvent, decided: &'static str, withdrawn: &'static str) -> EventDescription<'e> {
    match event {
        TieEvent::Decided { order } => EventDescription::whole(decided).naming(order),
        TieEvent::DecisionWithdrawn => EventDescription::whole(withdrawn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::TournamentFact;
    use crate::event::{AgeGroup, NumberedFact, Registration};
    use crate::tournament::course::ActorRef;

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
        let act = NumberedFact { number: 1, by: ActorRef::parse("account/a1").unwrap(), fact };
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
