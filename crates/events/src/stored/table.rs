//! The table of all stored forms: which event is stored under which name, and every version of each.

use super::form::{ExplicitOption, StoredPart, several_values, single_values};
use super::tournament;
use super::tournament_act::{self as act, ActForm};
use super::value::{AsText, Hex};
use super::{DecodeError, StoredEvent, StoredType, Upcast, read, write};
use super::{account, championship, grand_prix, league, ledger, list, log, online, player, rulebook, season, shared};
use domain::event::Event::{self, *};
use domain::event::{
    AccountEvent, ChampionshipEvent, GrandPrixEvent, LeagueEvent, LedgerEvent, ListEvent, LogEvent, NumberedFact,
    OnlineCompetitionEvent, PlayerEvent, RulebookEvent, SeasonEvent, TieEvent, TournamentEvent, TournamentFact,
    WaiverEvent,
};
use domain::event::{Commitment, Registration, ResultLine, TieQuestion, TournamentDetails};
use domain::tournament::course::Stage;
use domain::tournament::draw::Seed;
use domain::tournament::sanction::Sanction;
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;

/// The form of a value, or the only one if there is no value.
macro_rules! form {
    ($form:ty) => {
        <$form>::default()
    };
    ($form:ty, $value:ident) => {
        <$form as StoredPart<_>>::write($value)
    };
    ($form:ty, $($value:ident),+) => {
        <$form>::from(($($value),+))
    };
}

/// Takes the values of an event out of its form.
macro_rules! values {
    ($form:ident,) => {};
    ($form:ident, $value:ident) => {
        let $value = $form.read();
    };
    ($form:ident, $($value:ident),+) => {
        let ($($value),+) = $form.into();
    };
}

/// Reads the version that is asked for and lifts it through all later ones; `None` for a version that is not listed.
macro_rules! newest {
    ($schema_version:ident, $payload:ident;) => {
        None
    };
    ($schema_version:ident, $payload:ident; $version:literal $form:ty $(, $later:literal $next:ty)*) => {
        if $schema_version == $version {
            Some(read::<$form>($payload).map(|form| {
                $( let form: $next = Upcast::upcast(form); )*
                form
            }))
        } else {
            newest!($schema_version, $payload; $($later $next),*)
        }
    };
}

/// One row for each event: name, current version and its form, the event with the value that the form is made of, and
/// the versions before. `encode` is one match over all rows, so an event without a row does not compile.
macro_rules! stored_events {
    ($(
        $name:literal $version:literal: $form:ty => ($($value:ident),*) { $($event:tt)+ }
        $( after { $( $older:literal: $old_form:ty ),+ } )? ;
    )+) => {
        /// Every stored form that this program knows.
        pub const STORED_TYPES: &[StoredType] =
            &[$( StoredType { event_type: $name, versions: &[$( $($older,)+ )? $version] } ),+];

        /// The stored form of an event, always in its newest version.
        pub fn encode(event: &Event) -> StoredEvent {
            match event { $( $($event)+ => write($name, $version, &form!($form $(, $value)*)), )+ }
        }

        /// The event of a stored form of any version.
        pub fn decode(event_type: &str, schema_version: u32, payload: &[u8]) -> Result<Event, DecodeError> {
            match event_type {
                $( $name => {
                    let newest: Option<Result<$form, serde_json::Error>> =
                        newest!(schema_version, payload; $( $( $older $old_form, )+ )? $version $form);
                    match newest {
                        Some(Ok(_form)) => {
                            values!(_form, $($value),*);
                            Ok($($event)+)
                        }
                        Some(Err(source)) => Err(DecodeError::Malformed { event_type: $name, schema_version, source }),
                        None => {
                            Err(DecodeError::UnknownVersion { event_type: $name, schema_version, newest: $version })
                        }
                    }
                } )+
                _ => Err(DecodeError::UnknownType { event_type: event_type.to_owned() }),
            }
        }
    };
}

/// An act of a tournament, as a pattern and as an expression.
macro_rules! act {
    ($number:ident, $by:ident, $($fact:tt)+) => {
        Tournament(TournamentEvent::Act(NumberedFact {
            number: $number,
            by: $by,
            fact: TournamentFact::$($fact)+,
        }))
    };
}

stored_events! {
    "tournament.recorded" 2: tournament::Record => (record) { Tournament(TournamentEvent::Recorded(record)) }
        after { 1: tournament::RecordV1 };
    // No log has held a correction with the results of version 1, so its own first version has those of version 2.
    "tournament.corrected" 1: shared::Corrected<tournament::Record>
        => (correction) { Tournament(TournamentEvent::Corrected(correction)) };
    "tournament.exception_decided" 1: tournament::Exception
        => (decision) { Tournament(TournamentEvent::ExceptionDecided(decision)) };
    "tournament.exception_decision_withdrawn" 1: shared::EmptyPayload
        => () { Tournament(TournamentEvent::ExceptionDecisionWithdrawn) };
    "tournament.waiver_declared" 1: shared::PlayerPayload
        => (player) { Tournament(TournamentEvent::Waiver(WaiverEvent::Declared { player })) };
    "tournament.waiver_withdrawn" 1: shared::PlayerPayload
        => (player) { Tournament(TournamentEvent::Waiver(WaiverEvent::Withdrawn { player })) };
    "tournament.tie_decided" 1: shared::PlayerOrder
        => (order) { Tournament(TournamentEvent::Tie(TieEvent::Decided { order })) };
    "tournament.tie_decision_withdrawn" 1: shared::EmptyPayload
        => () { Tournament(TournamentEvent::Tie(TieEvent::DecisionWithdrawn)) };

    // What people do while a tournament is prepared and played here.
    "tournament.applied" 1: ActForm<act::ApplicationForm> => (number, by, application)
        { act!(number, by, Applied(application)) };
    "tournament.application_approved" 1: ActForm<act::ApprovalForm> => (number, by, approval)
        { act!(number, by, ApplicationApproved(approval)) };
    "tournament.application_rejected" 1: ActForm<shared::OptionalReason> => (number, by, reason)
        { act!(number, by, ApplicationRejected { reason }) };
    "tournament.details_changed" 1: ActForm<DetailsChanged> => (number, by, details, reason, late_notice)
        { act!(number, by, DetailsChanged { details, reason, late_notice }) };
    "tournament.cancelled" 1: ActForm<Cancelled> => (number, by, reason, late_notice)
        { act!(number, by, Cancelled { reason, late_notice }) };
    "tournament.interrupted" 1: ActForm<shared::ReasonPayload> => (number, by, reason)
        { act!(number, by, Interrupted { reason }) };
    "tournament.format_chosen" 1: ActForm<act::PlanForm> => (number, by, plan) { act!(number, by, FormatChosen(plan)) };
    "tournament.players_registered" 1: ActForm<Registrations> => (number, by, registrations)
        { act!(number, by, PlayersRegistered(registrations)) };
    "tournament.registration_changed" 1: ActForm<act::RegistrationForm> => (number, by, registration)
        { act!(number, by, RegistrationChanged(registration)) };
    "tournament.registration_withdrawn" 1: ActForm<shared::PlayerPayload> => (number, by, player)
        { act!(number, by, RegistrationWithdrawn { player }) };
    "tournament.players_checked_in" 1: ActForm<Players> => (number, by, players)
        { act!(number, by, PlayersCheckedIn { players }) };
    "tournament.players_did_not_come" 1: ActForm<Players> => (number, by, players)
        { act!(number, by, PlayersDidNotCome { players }) };
    "tournament.drawn" 1: ActForm<Drawn> => (number, by, stage, draw, order, reason)
        { act!(number, by, Drawn { stage, number: draw, order, reason }) };
    "tournament.stage_seated" 1: ActForm<Seated> => (number, by, stage, tables)
        { act!(number, by, StageSeated { stage, tables }) };
    "tournament.stage_started" 1: ActForm<OfStage> => (number, by, stage)
        { act!(number, by, StageStarted { stage }) };
    "tournament.stage_skipped" 1: ActForm<Skipped> => (number, by, stage, reason)
        { act!(number, by, StageSkipped { stage, reason }) };
    "tournament.late_arrival_admitted" 1: ActForm<act::RegistrationForm> => (number, by, registration)
        { act!(number, by, LateArrivalAdmitted(registration)) };
    "tournament.player_left" 1: ActForm<shared::PlayerPayload> => (number, by, player)
        { act!(number, by, PlayerLeft { player }) };
    "tournament.sheet_entered" 1: ActForm<act::SheetForm> => (number, by, entry)
        { act!(number, by, SheetEntered(entry)) };
    "tournament.sheet_confirmed" 1: ActForm<OfTable> => (number, by, stage, table)
        { act!(number, by, SheetConfirmed { stage, table }) };
    "tournament.second_entry_waived" 1: ActForm<RuledTable> => (number, by, stage, table, reason)
        { act!(number, by, SecondEntryWaived { stage, table, reason }) };
    "tournament.table_of_two_allowed" 1: ActForm<RuledTable> => (number, by, stage, table, reason)
        { act!(number, by, TableOfTwoAllowed { stage, table, reason }) };
    "tournament.stage_closed" 1: ActForm<OfStage> => (number, by, stage)
        { act!(number, by, StageClosed { stage }) };
    "tournament.results_hidden" 1: ActForm<OfStage> => (number, by, stage)
        { act!(number, by, ResultsHidden { stage }) };
    "tournament.results_revealed" 1: ActForm<OfStage> => (number, by, stage)
        { act!(number, by, ResultsRevealed { stage }) };
    "tournament.sanction_given" 1: ActForm<Sanctioned> => (number, by, player, sanction, reason)
        { act!(number, by, SanctionGiven { player, sanction, reason }) };
    "tournament.disqualified" 1: ActForm<shared::PlayerPayload> => (number, by, player)
        { act!(number, by, Disqualified { player }) };
    "tournament.dispute_opened" 1: ActForm<Disputed> => (number, by, dispute, stage, table, game, matter)
        { act!(number, by, DisputeOpened { dispute, stage, table, game, matter }) };
    "tournament.dispute_ruled" 1: ActForm<Ruled> => (number, by, dispute, ruling)
        { act!(number, by, DisputeRuled { dispute, ruling }) };
    "tournament.stage_tie_decided" 1: ActForm<TieDecided> => (number, by, question, order, reason)
        { act!(number, by, TieDecided { question, order, reason }) };
    "tournament.qualification_waived" 1: ActForm<shared::PlayerPayload> => (number, by, player)
        { act!(number, by, WaiverDeclared { player }) };
    "tournament.qualification_waiver_withdrawn" 1: ActForm<shared::PlayerPayload> => (number, by, player)
        { act!(number, by, WaiverWithdrawn { player }) };
    "tournament.closed" 1: ActForm<Closed> => (number, by, seed, ended_at)
        { act!(number, by, Closed { seed, ended_at }) };
    "tournament.results_imported" 1: ActForm<Imported> => (number, by, lines, ended_at)
        { act!(number, by, ResultsImported { lines, ended_at }) };
    "tournament.winner_contact_recorded" 1: ActForm<WinnerContact> => (number, by, contact, winners)
        { act!(number, by, WinnerContactRecorded { contact, winners }) };
    "tournament.sheet_corrected" 1: ActForm<act::SheetForm> => (number, by, entry)
        { act!(number, by, SheetCorrected { entry }) };
    "tournament.act_undone" 1: ActForm<Undone> => (number, by, act, reason)
        { act!(number, by, ActUndone { act, reason }) };

    "player.registered" 1: player::Record => (record) { Player(PlayerEvent::Registered(record)) };
    "player.rectified" 1: shared::Corrected<player::Record>
        => (correction) { Player(PlayerEvent::Rectified(correction)) };
    "player.erased" 1: shared::EmptyPayload => () { Player(PlayerEvent::Erased) };
    "player.waiver_declared" 1: player::Waiver
        => (declared_at) { Player(PlayerEvent::WaiverDeclared { declared_at }) };
    "player.waiver_withdrawn" 1: player::Waiver
        => (declared_at) { Player(PlayerEvent::WaiverWithdrawn { declared_at }) };

    "league.recorded" 1: league::Record => (record) { League(LeagueEvent::Recorded(record)) };
    "league.corrected" 1: shared::Corrected<league::Record>
        => (correction) { League(LeagueEvent::Corrected(correction)) };
    "league.waiver_declared" 1: shared::PlayerPayload
        => (player) { League(LeagueEvent::Waiver(WaiverEvent::Declared { player })) };
    "league.waiver_withdrawn" 1: shared::PlayerPayload
        => (player) { League(LeagueEvent::Waiver(WaiverEvent::Withdrawn { player })) };
    "league.tie_decided" 1: shared::PlayerOrder => (order) { League(LeagueEvent::Tie(TieEvent::Decided { order })) };
    "league.tie_decision_withdrawn" 1: shared::EmptyPayload
        => () { League(LeagueEvent::Tie(TieEvent::DecisionWithdrawn)) };

    "grand-prix.recorded" 1: grand_prix::Record => (record) { GrandPrix(GrandPrixEvent::Recorded(record)) };
    "grand-prix.corrected" 1: shared::Corrected<grand_prix::Record>
        => (correction) { GrandPrix(GrandPrixEvent::Corrected(correction)) };
    "grand-prix.tie_decided" 1: shared::PlayerOrder
        => (order) { GrandPrix(GrandPrixEvent::Tie(TieEvent::Decided { order })) };
    "grand-prix.tie_decision_withdrawn" 1: shared::EmptyPayload
        => () { GrandPrix(GrandPrixEvent::Tie(TieEvent::DecisionWithdrawn)) };

    "online-event.recorded" 1: online::Record => (record) { Online(OnlineCompetitionEvent::Recorded(record)) };
    "online-event.corrected" 1: shared::Corrected<online::Record>
        => (correction) { Online(OnlineCompetitionEvent::Corrected(correction)) };
    "online-event.waiver_declared" 1: shared::PlayerPayload
        => (player) { Online(OnlineCompetitionEvent::Waiver(WaiverEvent::Declared { player })) };
    "online-event.waiver_withdrawn" 1: shared::PlayerPayload
        => (player) { Online(OnlineCompetitionEvent::Waiver(WaiverEvent::Withdrawn { player })) };
    "online-event.tie_decided" 1: shared::PlayerOrder
        => (order) { Online(OnlineCompetitionEvent::Tie(TieEvent::Decided { order })) };
    "online-event.tie_decision_withdrawn" 1: shared::EmptyPayload
        => () { Online(OnlineCompetitionEvent::Tie(TieEvent::DecisionWithdrawn)) };

    "league.opened" 1: league::Opening => (opening) { League(LeagueEvent::Opened(opening)) };
    "league.meeting_recorded" 1: league::Held => (meeting) { League(LeagueEvent::MeetingRecorded(meeting)) };
    "league.meeting_corrected" 1: shared::Corrected<league::Held>
        => (correction) { League(LeagueEvent::MeetingCorrected(correction)) };
    "league.meeting_withdrawn" 1: league::Withdrawn
        => (meeting) { League(LeagueEvent::MeetingWithdrawn(meeting)) };
    "league.table_imported" 1: shared::PlacedTable => (table) { League(LeagueEvent::TableImported { table }) };
    "league.table_withdrawn" 1: shared::ReasonPayload => (reason) { League(LeagueEvent::TableWithdrawn { reason }) };
    "league.waiver_noted" 1: shared::Noted => (waiver) { League(LeagueEvent::WaiverNoted(waiver)) };
    "league.waiver_note_withdrawn" 1: shared::PlayerPayload
        => (player) { League(LeagueEvent::WaiverNoteWithdrawn { player }) };
    "league.closed" 1: shared::Ended => (ended_at) { League(LeagueEvent::Closed { ended_at }) };

    "grand-prix.opened" 1: grand_prix::Opening => (opening) { GrandPrix(GrandPrixEvent::Opened(opening)) };
    "grand-prix.tournament_added" 1: grand_prix::Added
        => (tournament) { GrandPrix(GrandPrixEvent::TournamentAdded { tournament }) };
    "grand-prix.tournament_removed" 1: grand_prix::Removed
        => (removed) { GrandPrix(GrandPrixEvent::TournamentRemoved(removed)) };
    "grand-prix.closed" 1: shared::EmptyPayload => () { GrandPrix(GrandPrixEvent::Closed) };

    "online-event.opened" 1: online::Opening => (opening) { Online(OnlineCompetitionEvent::Opened(opening)) };
    "online-event.table_recorded" 1: shared::PlacedTable
        => (table) { Online(OnlineCompetitionEvent::TableRecorded { table }) };
    "online-event.table_withdrawn" 1: shared::ReasonPayload
        => (reason) { Online(OnlineCompetitionEvent::TableWithdrawn { reason }) };
    "online-event.waiver_noted" 1: shared::Noted => (waiver) { Online(OnlineCompetitionEvent::WaiverNoted(waiver)) };
    "online-event.waiver_note_withdrawn" 1: shared::PlayerPayload
        => (player) { Online(OnlineCompetitionEvent::WaiverNoteWithdrawn { player }) };
    "online-event.closed" 1: shared::Ended => (ended_at) { Online(OnlineCompetitionEvent::Closed { ended_at }) };

    "season.opened" 1: season::Record => (record) { Season(SeasonEvent::Opened(record)) };
    "season.corrected" 1: shared::Corrected<season::Record>
        => (correction) { Season(SeasonEvent::Corrected(correction)) };
    "season.ranking_tie_decided" 1: shared::PlayerOrder
        => (order) { Season(SeasonEvent::RankingTie(TieEvent::Decided { order })) };
    "season.ranking_tie_decision_withdrawn" 1: shared::EmptyPayload
        => () { Season(SeasonEvent::RankingTie(TieEvent::DecisionWithdrawn)) };

    "championship.announced" 1: championship::Record
        => (record) { Championship(ChampionshipEvent::Announced(record)) };
    "championship.corrected" 1: shared::Corrected<championship::Record>
        => (correction) { Championship(ChampionshipEvent::Corrected(correction)) };
    "championship.scheduled" 1: championship::Scheduled
        => (days) { Championship(ChampionshipEvent::Scheduled { days }) };

    "ledger.granted" 1: ledger::Granted => (grant) { Ledger(LedgerEvent::Granted(grant)) };
    "ledger.declined" 1: ledger::Declined => (declined) { Ledger(LedgerEvent::Declined(declined)) };
    "ledger.decline_withdrawn" 1: ledger::PlayerSeat => (seat) { Ledger(LedgerEvent::DeclineWithdrawn(seat)) };
    "ledger.withheld" 1: ledger::Withheld => (withheld) { Ledger(LedgerEvent::Withheld(withheld)) };
    "ledger.withholding_withdrawn" 1: ledger::Withheld
        => (withheld) { Ledger(LedgerEvent::WithholdingWithdrawn(withheld)) };
    "ledger.revoked" 1: ledger::Reviewed => (seat) { Ledger(LedgerEvent::Revoked(seat)) };
    "ledger.upheld" 1: ledger::Upheld => (upheld) { Ledger(LedgerEvent::Upheld(upheld)) };
    "ledger.wildcard_nominated" 1: ledger::Nominated
        => (nominated) { Ledger(LedgerEvent::WildcardNominated(nominated)) };
    "ledger.wildcard_granted" 1: ledger::PlayerAndActor
        => (player, by) { Ledger(LedgerEvent::WildcardGranted { player, by }) };
    "ledger.wildcard_withdrawn" 1: ledger::PlayerActorAndReason
        => (player, by, reason) { Ledger(LedgerEvent::WildcardWithdrawn { player, by, reason }) };
    "ledger.mw_chosen" 1: ledger::Chosen => (choice) { Ledger(LedgerEvent::Chosen(choice)) };
    "ledger.nominee_named" 1: ledger::Named => (nominee) { Ledger(LedgerEvent::NomineeNamed(nominee)) };
    "ledger.nominee_withdrawn" 1: ledger::ActorAndReason
        => (by, reason) { Ledger(LedgerEvent::NomineeWithdrawn { by, reason }) };

    "list.submitted" 1: list::Submitted => (submission) { List(ListEvent::Submitted(submission)) };
    "list.submission_withdrawn" 1: list::ActorPayload => (by) { List(ListEvent::SubmissionWithdrawn { by }) };
    "list.published" 1: list::EditionForm => (edition) { List(ListEvent::Published(edition)) };

    "rulebook.adopted" 1: rulebook::Record => (record) { Rulebook(RulebookEvent::Adopted(record)) };

    "account.opened" 1: account::Record => (record) { Account(AccountEvent::Opened(record)) };
    "account.rectified" 1: shared::Corrected<account::Record>
        => (correction) { Account(AccountEvent::Rectified(correction)) };
    "account.role_granted" 1: account::Granted => (grant) { Account(AccountEvent::RoleGranted(grant)) };
    "account.role_revoked" 1: account::Granted => (grant) { Account(AccountEvent::RoleRevoked(grant)) };
    "account.disabled" 1: shared::OptionalReason => (reason) { Account(AccountEvent::Disabled { reason }) };
    "account.enabled" 1: shared::EmptyPayload => () { Account(AccountEvent::Enabled) };
    "account.access_renewed" 1: shared::EmptyPayload => () { Account(AccountEvent::AccessRenewed) };

    "log.loss_accepted" 1: log::Loss => (loss) { Log(LogEvent::LossAccepted(loss)) };
}

// Forms of facts of a tournament that hold a few values and no record.

single_values! {
    Registrations { registrations: Vec<act::RegistrationForm> = Vec<Registration> }
    Players { players: Vec<AsText<PlayerId>> = Vec<PlayerId> }
    OfStage { stage: AsText<Stage> = Stage }
}

several_values! {
    /// Name, venue, days or voivodeship were changed.
    DetailsChanged { details: act::DetailsForm = TournamentDetails, reason: ExplicitOption<Hex> = Option<Commitment>, late_notice: bool = bool }
    Cancelled { reason: ExplicitOption<Hex> = Option<Commitment>, late_notice: bool = bool }
    Drawn { stage: AsText<Stage> = Stage, draw: u32 = u32, order: Vec<AsText<PlayerId>> = Vec<PlayerId>, reason: ExplicitOption<Hex> = Option<Commitment> }
    /// Seats were given out by the standing.
    Seated { stage: AsText<Stage> = Stage, tables: Vec<Vec<AsText<PlayerId>>> = Vec<Vec<PlayerId>> }
    /// A stage was left out.
    Skipped { stage: AsText<Stage> = Stage, reason: Hex = Commitment }
    OfTable { stage: AsText<Stage> = Stage, table: u32 = u32 }
    RuledTable { stage: AsText<Stage> = Stage, table: u32 = u32, reason: Hex = Commitment }
    Sanctioned { player: AsText<PlayerId> = PlayerId, sanction: AsText<Sanction> = Sanction, reason: Hex = Commitment }
    Disputed { dispute: u32 = u32, stage: AsText<Stage> = Stage, table: u32 = u32, game: ExplicitOption<u32> = Option<u32>, matter: Hex = Commitment }
    Ruled { dispute: u32 = u32, ruling: Hex = Commitment }
    /// An order was set among tied players.
    TieDecided { question: AsText<TieQuestion> = TieQuestion, order: Vec<AsText<PlayerId>> = Vec<PlayerId>, reason: ExplicitOption<Hex> = Option<Commitment> }
    /// The results are final.
    Closed { seed: Hex = Seed, ended_at: AsText<Moment> = Moment }
    /// The results came from elsewhere.
    Imported { lines: Vec<tournament::ResultRow> = Vec<ResultLine>, ended_at: AsText<Moment> = Moment }
    WinnerContact { contact: Hex = Commitment, winners: Vec<AsText<PlayerId>> = Vec<PlayerId> }
    Undone { undone: u32 = u32, reason: ExplicitOption<Hex> = Option<Commitment> }
}
