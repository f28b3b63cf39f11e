//! What would be if: a season under another rulebook, two players as one, a disqualification, a decline, a waiver. Nothing is
//! recorded.

use super::consequences::Consequences;
use crate::answer::json;
use crate::auth::{Allowed, permission};
use crate::body::Body;
use crate::kostka::Kostka;
use crate::negotiate::language;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::rulebooks::Adoption;
use crate::running;
use crate::seasons::{parse_id, rulebook_id, unknown_season};
use crate::table;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::digest::Digest;
use domain::ids::{AccountId, ChampionshipId, EventId, SeasonId};
use domain::ledger::Target;
use formats::words::Message;
use projections::season_lists::{
    ImpossibleSupposition, Supposition, canonical, lists_of_season, suppose as supposed_records,
};
use projections::views::Records;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is supposed: exactly one of these.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhatIf {
    /// The season has another rulebook: the id of one that is in force, or a preset and what differs from it.
    #[serde(default)]
    rulebook: Option<SupposedRulebook>,
    /// Two players are one and the same.
    #[serde(default)]
    merge: Option<Merge>,
    /// A player was disqualified from a tournament that is over.
    #[serde(default)]
    disqualify: Option<Disqualify>,
    /// A player declines a qualification.
    #[serde(default)]
    decline: Option<Decline>,
    /// A player gives up qualifications outside an event.
    #[serde(default)]
    waiver: Option<SupposedWaiver>,
}

/// A rulebook that a season might have.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SupposedRulebook {
    /// The id of one that is in force.
    Adopted(String),
    /// One that nobody has adopted.
    New(Adoption),
}

/// Two players who might be one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Merge {
    /// Who stays.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    keep: String,
    /// Whose results go to the other.
    #[schema(min_length = 1, max_length = 1024, example = "7b8a47563f2e1d0c9b8a")]
    drop: String,
}

/// A disqualification.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Disqualify {
    /// The tournament.
    #[schema(min_length = 1, max_length = 1024, example = "t-2025-10-11-lodz")]
    tournament: String,
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
}

/// A qualification that might be declined.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decline {
    /// The event that it comes from; `ranking` for the ranking.
    #[schema(min_length = 1, max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// Whether it passes to the next person.
    pass_on: bool,
    /// The voivodeship championship; the national championship of the season if nobody says.
    #[serde(default)]
    #[schema(max_length = 1024, example = "mw-2025-lodzkie")]
    championship: Option<String>,
}

/// Qualifications that might be given up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupposedWaiver {
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// When; now if nobody says.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2026-05-01T12:00:00+02:00")]
    declared_at: Option<String>,
}

/// What would be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Supposed {
    /// The season.
    #[schema(max_length = 1024, example = "2025")]
    season: String,
    /// The position of the log that it starts from.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// The digest of all lists of the season as they are.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest_before: String,
    /// The digest of all lists of the season as they would be.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest_after: String,
    /// What would change.
    consequences: Consequences,
}

/// What would change in the lists if something were so; nothing is recorded.
#[utoipa::path(
    post, path = "/api/v1/seasons/{season}/what-if", tag = "seasons", operation_id = "supposeInSeason",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025")),
    request_body = WhatIf,
    responses(
        (status = 200, description = "What would be", body = Supposed),
        (status = 409, description = "It cannot be so: two players who met cannot be one"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn suppose(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ReadLog>,
    season: web::Path<String>,
    _: Params<params::None>,
    Body { value, .. }: Body<WhatIf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let season = parse_id(&season)?;
    let lang = language(request.headers());
    let supposition = value.read(&kostka, &season, allowed.account())?;
    let views = kostka.views();
    let turn = kostka.turn(&request).await?;
    let work = move || {
        let _turn = turn;
        let after = supposed_records(&views.records, &season, &supposition).map_err(|error| impossible(&error))?;
        Ok::<_, Problem>(Supposed {
            season: season.to_string(),
            position: views.position.0,
            digest_before: digest(&views.records, &season),
            digest_after: digest(&after, &season),
            consequences: Consequences::between(&views, &views.records, &after, lang),
        })
    };
    let answer = kostka.blocking(work).await??;
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &answer))
}

/// The digest of the canonical bytes of all lists of a season, one after the other.
fn digest(records: &Records, season: &SeasonId) -> String {
    let lists = lists_of_season(records, season);
    let drawn = lists.iter().filter_map(|list| canonical(records, list));
    let bytes: String = drawn.map(|drawn| drawn.list.bytes()).collect();
    Digest::of(bytes.as_bytes()).to_string()
}

impl WhatIf {
    fn read(&self, kostka: &Kostka, season: &SeasonId, by: &AccountId) -> Result<Supposition, Problem> {
        let mut reading = Reading::default();
        let supposition = match self {
            Self { rulebook: Some(rulebook), merge: None, disqualify: None, decline: None, waiver: None } => {
                match rulebook {
                    SupposedRulebook::Adopted(id) => rulebook_id(&mut reading, id).map(Supposition::Rulebook),
                    SupposedRulebook::New(adoption) => Some(Supposition::NewRulebook(adoption.read_at("/rulebook")?)),
                }
            }
            Self { rulebook: None, merge: Some(merge), disqualify: None, decline: None, waiver: None } => {
                let keep = running::player_id(&mut reading, "/merge/keep", &merge.keep);
                let drop = running::player_id(&mut reading, "/merge/drop", &merge.drop);
                keep.zip(drop).map(|(keep, drop)| Supposition::Merge { keep, drop })
            }
            Self { rulebook: None, merge: None, disqualify: Some(it), decline: None, waiver: None } => {
                let player = running::player_id(&mut reading, "/disqualify/player", &it.player);
                let tournament = EventId::parse(&it.tournament).ok();
                if tournament.is_none() {
                    reading.note(unknown_tournament());
                }
                tournament.zip(player).map(|(tournament, player)| Supposition::Disqualify { tournament, player })
            }
            Self { rulebook: None, merge: None, disqualify: None, decline: Some(it), waiver: None } => {
                let player = running::player_id(&mut reading, "/decline/player", &it.player);
                let target = match &it.championship {
                    None => Some(Target::Mp(season.clone())),
                    Some(id) => ChampionshipId::parse(id).ok().map(Target::Mw),
                };
                if target.is_none() {
                    reading.note(not_qualified());
                }
                target.zip(player).map(|(target, player)| Supposition::Decline {
                    target,
                    event: it.event_id.clone(),
                    player,
                    pass_on: it.pass_on,
                    by: by.clone(),
                })
            }
            Self { rulebook: None, merge: None, disqualify: None, decline: None, waiver: Some(it) } => {
                let player = running::player_id(&mut reading, "/waiver/player", &it.player);
                let now = || domain::calendar::Moment::at_microseconds(kostka.environment.now().0);
                let declared_at = match &it.declared_at {
                    None => Some(now()),
                    Some(text) => running::moment(&mut reading, "/waiver/declared_at", text),
                };
                player.zip(declared_at).map(|(player, declared_at)| Supposition::Waiver { player, declared_at })
            }
            _ => {
                reading.note(FieldProblem::pointer(
                    "",
                    "not-one-supposition",
                    Message::new("compare-field-one-supposition"),
                ));
                None
            }
        };
        supposition.ok_or_else(|| reading.problem())
    }
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

fn impossible(error: &ImpossibleSupposition) -> Problem {
    let at = |field| Problem::new(ProblemKind::Unprocessable).at(field);
    match error {
        ImpossibleSupposition::UnknownSeason => unknown_season(),
        ImpossibleSupposition::UnknownRulebook => {
            at(FieldProblem::pointer("/rulebook", "unknown-rulebook", Message::new("compare-field-rulebook")))
        }
        ImpossibleSupposition::UnknownPlayer(_) => {
            at(FieldProblem::pointer("", "unknown-player", Message::new("field-player")))
        }
        ImpossibleSupposition::UnknownTournament => at(unknown_tournament()),
        ImpossibleSupposition::NoResult => {
            at(FieldProblem::pointer("/disqualify/player", "no-result", Message::new("compare-field-no-result")))
        }
        ImpossibleSupposition::NotQualified => at(not_qualified()),
        ImpossibleSupposition::SamePlayer => {
            at(FieldProblem::pointer("/merge/drop", "same-player", Message::new("compare-field-same-player")))
        }
        ImpossibleSupposition::BothPlayed(both) => Problem::new(ProblemKind::Conflict)
            .because(Message::new("compare-merge-both-played").excerpt("event", both.event.to_string()))
            .fact("reason", "both-played")
            .fact("event_id", both.event.as_str()),
        ImpossibleSupposition::Unfit(_) | ImpossibleSupposition::Id(_) | ImpossibleSupposition::Stream(_) => {
            tracing::error!(%error, "something cannot be supposed");
            ProblemKind::Internal.into()
        }
    }
}
