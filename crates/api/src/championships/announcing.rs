//! Voivodeship championships: announcing, correcting and scheduling them, and the choice of a player who is qualified
//! for several.

mod requests;

use crate::accounts::{Authorized, permission};
use crate::championships::mw::parse_id;
use crate::competitions::lifecycle;
use crate::competitions::lifecycle::ParseRequest;
use crate::http::address;
use crate::http::app::AppState;
use crate::http::fields::FieldParser;
use crate::http::path::MwPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use commands::{CommandMetadata, CommandReceipt, LedgerContext, TextSealer};
use domain::event::Correction;
use domain::qualification::championship::{ChampionshipAction, Rejection};
use domain::qualification::ledger::Target;
use domain::values::ids::ChampionshipId;
use formats::localization::Message;
use wire::championships::announcing::{ChampionshipChoice, MwCorrection, MwDays, NewMw};

/// Announces a voivodeship championship.
#[utoipa::path(
    post, path = "/api/v1/mw", tag = "championships", operation_id = "announceMw",
    request_body = NewMw,
    responses(
        (status = 201, description = "Announced", body = Receipt),
        (status = 200, description = "A rehearsal: it would be announced", body = Receipt),
        (status = 409, description = "The id is taken, or some of the days feed another championship of the voivodeship"),
    )
)]
pub(crate) async fn announce(
    write: AuthorizedWrite<Authorized<permission::AnnounceChampionships>, NewMw>,
) -> HandlerResult {
    let (id, record) = write.body.parse()?;
    let metadata = write.metadata();
    write::execute(&write.request, StatusCode::CREATED, address, move |app| {
        app.commands.announce_championship(&metadata, &app.projector, &id, &record)
    })
    .await
}

/// Corrects a voivodeship championship.
#[utoipa::path(
    put, path = "/api/v1/mw/{id}", tag = "championships", operation_id = "correctMw",
    params(MwPath), request_body = MwCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "Some of the days feed another championship of the voivodeship"),
    )
)]
pub(crate) async fn correct(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<Authorized<permission::AnnounceChampionships>, MwCorrection>,
) -> HandlerResult {
    let metadata = write.metadata_if_match()?;
    let (record, reason) = write.body.parse()?;
    run(&write.request, parse_id(&path.id)?, metadata, move |sealer| {
        let reason = Some(sealer.reason(&reason));
        ChampionshipAction::Correct(Correction { record: record.clone(), reason })
    })
    .await
}

/// Sets the days on which a voivodeship championship is played.
///
/// They lie in the quarter that the rulebook of the championship has for it (R-MW-01) and behind the days whose events
/// feed it.
#[utoipa::path(
    put, path = "/api/v1/mw/{id}/days", tag = "championships", operation_id = "scheduleMw",
    params(MwPath), request_body = MwDays,
    responses((status = 200, description = "Set, or nothing had to change", body = Receipt))
)]
pub(crate) async fn schedule(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<Authorized<permission::AnnounceChampionships>, MwDays>,
) -> HandlerResult {
    let metadata = write.metadata_if_match()?;
    let days = write.body.parse()?;
    run(&write.request, parse_id(&path.id)?, metadata, move |_| ChampionshipAction::Schedule { days }).await
}

async fn run(
    request: &HttpRequest,
    id: ChampionshipId,
    metadata: CommandMetadata,
    action: impl Fn(&TextSealer<'_>) -> ChampionshipAction + Send + 'static,
) -> HandlerResult {
    write::execute(request, StatusCode::OK, address, move |app| {
        app.commands.run_championship(&metadata, &app.projector, &id, &action)
    })
    .await
}

fn address(done: &CommandReceipt) -> String {
    address::of("mw", done.resource.id())
}

/// Records that a player plays here and not at the other championships on the same days.
///
/// The player must be qualified here and there (R-MW-07). What is not used passes to nobody (AMB-83).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/choices", tag = "championships", operation_id = "chooseMw",
    params(MwPath), request_body = ChampionshipChoice,
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: it would be recorded", body = Receipt),
        (status = 409, description = "No other championship of the player is on the same days; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn choose(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, ChampionshipChoice>,
) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let player = FieldParser::read(|fields| lifecycle::player_id(fields, "/player", &write.body.player))?;
    let metadata = write.metadata();
    let address = format!("{}/ledger", address::of("mw", id.as_str()));
    let (target, by) = (Target::Mw(id), write.authorized.account().clone());
    let run = move |app: &AppState| {
        let choose = |context: &LedgerContext<'_>| context.choice_of(&player);
        app.commands.run_ledger(&metadata, &app.projector, (&target, &by), &choose)
    };
    write::execute(&write.request, StatusCode::CREATED, |_| address, run).await
}

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let words = || Message::new(format!("ruling-refusal-{}", self.code()));
        let told = |kind, words| Problem::refusal(kind, self.code(), words).by_rule(self.rule());
        let field = |pointer: &'static str, words: Message<'static>| {
            let problem = told(ProblemKind::Unprocessable, words.clone());
            problem.at(FieldProblem::pointer(pointer, self.code(), words))
        };
        match self {
            Self::UnknownChampionship => ProblemKind::NotFound.into(),
            Self::AlreadyAnnounced => told(ProblemKind::Conflict, words()),
            Self::Overlaps { other } => told(ProblemKind::Conflict, words()).naming("other", other),
            Self::UnknownRulebook => field("/rulebook", Message::new("field-rulebook")),
            Self::OutsideQuarter { day } => field("/first_day", words().with("day", day.to_string())),
            Self::PlayedTooEarly => field("/first_day", words()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::values::calendar::Day;

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let rejections = [
            Rejection::AlreadyAnnounced,
            Rejection::UnknownRulebook,
            Rejection::Overlaps { other: ChampionshipId::parse("mw-1").unwrap() },
            Rejection::OutsideQuarter { day: Day::parse("2025-09-30").unwrap() },
            Rejection::PlayedTooEarly,
        ];
        for rejection in rejections {
            rejection.problem().assert_explained(rejection.code(), Some(rejection.rule()));
        }
    }
}
