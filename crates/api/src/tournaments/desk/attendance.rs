//! Attendance: check-in, absence, late arrival and leaving; a request for several players is one command.

use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::known_player;
use commands::TextSealer;
use domain::event::{AgeGroup, Registration};
use domain::tournament::course::{CommandKind, Presence, TournamentAction};
use domain::values::ids::PlayerId;
use formats::localization::Message;
use wire::tournaments::desk::{Absences, CheckIns, Departure, LateArrival};

const MAX_BATCH: usize = 1000;

/// The players of a request.
#[derive(Clone)]
enum PlayerSelection {
    Named(Vec<PlayerId>),
    /// All players who are registered and not checked in when the command is decided.
    Expected,
}

impl PlayerSelection {
    fn read(players: Option<&[String]>, all: bool) -> Result<Self, Problem> {
        FieldParser::read(|fields| match (players, all) {
            (None, true) => Some(Self::Expected),
            (Some(players), false) if (1..=MAX_BATCH).contains(&players.len()) => {
                let id = |(at, text): (usize, &String)| player_id(fields, &format!("/players/{at}"), text);
                Some(Self::Named(players.iter().enumerate().filter_map(id).collect()))
            }
            (Some(_), false) => fields.outside("/players", 1, MAX_BATCH as i64),
            (None, false) | (Some(_), true) => {
                fields.wrong("/players", "some-or-all", Message::new("field-some-or-all"))
            }
        })
    }

    fn players(&self, sealer: &TextSealer<'_>) -> Vec<PlayerId> {
        match self {
            Self::Named(players) => players.clone(),
            Self::Expected => {
                let entrants =
                    sealer.course().hosted().map(|running| running.state.entrants.clone()).unwrap_or_default();
                let expected = entrants.iter().filter(|(_, entrant)| entrant.presence == Presence::Registered);
                expected.map(|(player, _)| player.clone()).collect()
            }
        }
    }
}

fn player_id(fields: &mut FieldParser, pointer: &str, text: &str) -> Option<PlayerId> {
    let words = || Message::new("field-unknown-player");
    PlayerId::parse(text).ok().or_else(|| fields.wrong(pointer, "unknown-player", words()))
}

/// Notes that players are in the hall, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/check-ins", tag = "tournaments", operation_id = "checkIn",
    params(TournamentPath), request_body = CheckIns,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "Somebody is not registered or lacks a consent, or the first round has started"),
    )
)]
pub(crate) async fn check_in(write: TournamentWrite<{ CommandKind::CheckIn as u8 }, CheckIns>) -> HandlerResult {
    let selection = PlayerSelection::read(write.body.players.as_deref(), write.body.all)?;
    write.at("desk").run(move |sealer| TournamentAction::CheckIn { players: selection.players(sealer) }).await
}

/// Notes that players did not come, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/absences", tag = "tournaments", operation_id = "noteAbsences",
    params(TournamentPath), request_body = Absences,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "Somebody is not registered, or plays"),
    )
)]
pub(crate) async fn note_absent(write: TournamentWrite<{ CommandKind::NoteAbsent as u8 }, Absences>) -> HandlerResult {
    let selection = PlayerSelection::read(write.body.players.as_deref(), write.body.all_missing)?;
    write.at("desk").run(move |sealer| TournamentAction::NoteAbsent { players: selection.players(sealer) }).await
}

/// Lets somebody play who came after the start, from the next round on.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/late-arrivals", tag = "tournaments", operation_id = "admitLate",
    params(TournamentPath), request_body = LateArrival,
    responses(
        (status = 201, description = "Admitted", body = Receipt),
        (status = 409, description = "It is too late, or the player is there already or out"),
    )
)]
pub(crate) async fn admit_late(write: TournamentWrite<{ CommandKind::AdmitLate as u8 }, LateArrival>) -> HandlerResult {
    let (player, age) = FieldParser::read(|fields| {
        let player = known_player(fields, &write.app.views(), "/player", &write.body.player);
        let age = write.body.age.as_deref().and_then(|age| fields.choice::<AgeGroup>("/age", age));
        Some((player?, age))
    })?;
    let (guardian_consent, accompanied) = (write.body.guardian_consent, write.body.accompanied);
    write
        .at("desk")
        .created()
        .run(move |sealer| {
            let now = sealer.course().hosted().map(|running| &running.state);
            let known = now.and_then(|now| now.entrants.get(&player)).map(|entrant| &entrant.registration);
            TournamentAction::AdmitLate(Registration {
                player: player.clone(),
                age: age.or(known.map(|known| known.age)).unwrap_or(AgeGroup::Adult),
                guardian_consent: guardian_consent.or(known.map(|known| known.guardian_consent)).unwrap_or(false),
                accompanied: accompanied.or(known.map(|known| known.accompanied)).unwrap_or(false),
                walk_in: known.is_none_or(|known| known.walk_in),
            })
        })
        .await
}

/// Notes that somebody went home before the end.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/departures", tag = "tournaments", operation_id = "noteLeaving",
    params(TournamentPath), request_body = Departure,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not there"),
    )
)]
pub(crate) async fn note_leaving(
    write: TournamentWrite<{ CommandKind::NoteLeaving as u8 }, Departure>,
) -> HandlerResult {
    let player = FieldParser::read(|fields| player_id(fields, "/player", &write.body.player))?;
    write.at("desk").run_action(TournamentAction::NoteLeaving { player }).await
}
