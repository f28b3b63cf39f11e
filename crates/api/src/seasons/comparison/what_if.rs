//! What-if requests: a season under another rulebook, two players merged, a disqualification, a decline, a waiver;
//! nothing is recorded.

use super::consequences::consequences_between;
use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle;
use crate::http::answer::json;
use crate::http::app::AppState;
use crate::http::body::Body;
use crate::http::fields::FieldParser;
use crate::http::list_response;
use crate::http::negotiate::language;
use crate::http::params::{self, Params};
use crate::http::path::SeasonPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::seasons::rulebooks::read_adoption;
use crate::seasons::{parse_id, rulebook_id, unknown_season};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::qualification::ledger::Target;
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, SeasonId};
use formats::localization::Message;
use projections::season_lists::{
    WhatIfError, WhatIfScenario, canonical, evaluate_what_if as supposed_records, lists_of_season,
};
use projections::views::Records;
use wire::seasons::comparison::{WhatIf, WhatIfResult, WhatIfRulebook};

/// What would change in the lists if something were so; nothing is recorded.
#[utoipa::path(
    post, path = "/api/v1/seasons/{season}/what-if", tag = "seasons", operation_id = "supposeInSeason",
    params(SeasonPath), request_body = WhatIf,
    responses(
        (status = 200, description = "What would be", body = WhatIfResult),
        (status = 409, description = "It cannot be so: two players who met cannot be one"),
    )
)]
pub(crate) async fn suppose(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: Authorized<permission::ReadLog>,
    path: web::Path<SeasonPath>,
    _: Params<params::NoParams>,
    Body { value, .. }: Body<WhatIf>,
) -> HandlerResult {
    list_response::json_only(&request)?;
    let season = parse_id(&path.season)?;
    let lang = language(request.headers());
    let supposition = read(&value, &app, &season, authorized.account())?;
    let views = app.views();
    let permit = app.permit(&request).await?;
    let work = move || {
        let _permit = permit;
        let after = supposed_records(&views.records, &season, &supposition).map_err(|error| impossible(&error))?;
        Ok::<_, Problem>(WhatIfResult {
            season: season.to_string(),
            position: views.position.0,
            digest_before: digest(&views.records, &season),
            digest_after: digest(&after, &season),
            consequences: consequences_between(&views, &views.records, &after, lang),
        })
    };
    let answer = app.blocking(work).await??;
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &answer))
}

/// The digest of the canonical bytes of all lists of a season, one after the other.
fn digest(records: &Records, season: &SeasonId) -> String {
    let lists = lists_of_season(records, season);
    let drawn = lists.iter().filter_map(|list| canonical(records, list));
    let bytes: String = drawn.map(|drawn| drawn.list.bytes()).collect();
    Digest::of(bytes.as_bytes()).to_string()
}

fn read(body: &WhatIf, app: &AppState, season: &SeasonId, by: &AccountId) -> Result<WhatIfScenario, Problem> {
    let mut fields = FieldParser::default();
    let supposition = match body {
        WhatIf { rulebook: Some(rulebook), merge: None, disqualify: None, decline: None, waiver: None } => {
            match rulebook {
                WhatIfRulebook::Adopted(id) => rulebook_id(&mut fields, id).map(WhatIfScenario::Rulebook),
                WhatIfRulebook::New(adoption) => {
                    Some(WhatIfScenario::NewRulebook(read_adoption(adoption, "/rulebook")?))
                }
            }
        }
        WhatIf { rulebook: None, merge: Some(merge), disqualify: None, decline: None, waiver: None } => {
            let keep = lifecycle::player_id(&mut fields, "/merge/keep", &merge.keep);
            let drop = lifecycle::player_id(&mut fields, "/merge/drop", &merge.drop);
            keep.zip(drop).map(|(keep, drop)| WhatIfScenario::Merge { keep, drop })
        }
        WhatIf { rulebook: None, merge: None, disqualify: Some(it), decline: None, waiver: None } => {
            let player = lifecycle::player_id(&mut fields, "/disqualify/player", &it.player);
            let tournament = CompetitionId::parse(&it.tournament).ok();
            if tournament.is_none() {
                fields.add_problem(unknown_tournament());
            }
            tournament.zip(player).map(|(tournament, player)| WhatIfScenario::Disqualify { tournament, player })
        }
        WhatIf { rulebook: None, merge: None, disqualify: None, decline: Some(it), waiver: None } => {
            let player = lifecycle::player_id(&mut fields, "/decline/player", &it.player);
            let target = match &it.championship {
                None => Some(Target::Mp(season.clone())),
                Some(id) => ChampionshipId::parse(id).ok().map(Target::Mw),
            };
            if target.is_none() {
                fields.add_problem(not_qualified());
            }
            target.zip(player).map(|(target, player)| WhatIfScenario::Decline {
                target,
                event: it.event_id.clone(),
                player,
                pass_on: it.pass_on,
                by: by.clone(),
            })
        }
        WhatIf { rulebook: None, merge: None, disqualify: None, decline: None, waiver: Some(it) } => {
            let player = lifecycle::player_id(&mut fields, "/waiver/player", &it.player);
            let now = || domain::values::calendar::Moment::at_microseconds(app.environment.now().0);
            let declared_at = match &it.declared_at {
                None => Some(now()),
                Some(text) => lifecycle::moment(&mut fields, "/waiver/declared_at", text),
            };
            player.zip(declared_at).map(|(player, declared_at)| WhatIfScenario::Waiver { player, declared_at })
        }
        _ => fields.wrong("", "not-one-supposition", Message::new("compare-field-one-supposition")),
    };
    supposition.ok_or_else(|| fields.problem())
}

fn unknown_tournament() -> FieldProblem {
    FieldProblem::pointer(
        "/disqualify/tournament",
        "unknown-tournament",
        Message::new("compare-field-closed-tournament"),
    )
}

fn not_qualified() -> FieldProblem {
    FieldProblem::pointer("/decline", "not-qualified", Message::new("compare-field-not-qualified"))
}

fn impossible(error: &WhatIfError) -> Problem {
    let at = |field| Problem::new(ProblemKind::Unprocessable).at(field);
    match error {
        WhatIfError::UnknownSeason => unknown_season(),
        WhatIfError::UnknownRulebook => {
            at(FieldProblem::pointer("/rulebook", "unknown-rulebook", Message::new("compare-field-rulebook")))
        }
        WhatIfError::UnknownPlayer(_) => at(FieldProblem::pointer("", "unknown-player", Message::new("field-player"))),
        WhatIfError::UnknownTournament => at(unknown_tournament()),
        WhatIfError::NoResult => {
            at(FieldProblem::pointer("/disqualify/player", "no-result", Message::new("compare-field-no-result")))
        }
        WhatIfError::NotQualified => at(not_qualified()),
        WhatIfError::SamePlayer => {
            at(FieldProblem::pointer("/merge/drop", "same-player", Message::new("compare-field-same-player")))
        }
        WhatIfError::BothPlayed(both) => Problem::new(ProblemKind::Conflict)
            .because(Message::new("compare-merge-both-played").excerpt("event", both.event.to_string()))
            .with_extension("reason", "both-played")
            .with_extension("event_id", both.event.as_str()),
        WhatIfError::Unfit(_) | WhatIfError::Id(_) | WhatIfError::Stream(_) => {
            tracing::error!(%error, "something cannot be supposed");
            ProblemKind::Internal.into()
        }
    }
}
