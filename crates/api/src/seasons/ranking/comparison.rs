//! Two players of a ranking step by step: the totals, then result after result until the first that differs.

use super::body::{Drawer, RankedPlayer, RankedResult};
use super::breakdown::{NamesOfToday, StepValue};
use super::shown::{Season, Wanted};
use crate::answer::{Answer, Audience};
use crate::as_of;
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::Params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::PlayerKey;
use domain::place::Place;
use domain::points::RankingPoints;
use domain::ranking::{DecidingStep, EarnedPoints, Row, deciding_step};
use formats::explain::{Naming, Sentences};
use formats::words::{Lang, Message};
use projections::views::Views;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which two players.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Pair {
    /// The id of one player.
    #[param(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    a: String,
    /// The id of the other.
    #[param(min_length = 1, max_length = 1024, example = "7k3m9q0x2v4b8n000002")]
    b: String,
    /// As it was at a position of the log, or at a time (RFC 3339), with the names of today.
    #[param(min_length = 1, max_length = 40)]
    as_of: Option<String>,
    /// Under another adopted rulebook than that of the season.
    #[param(min_length = 1, max_length = 1024)]
    rulebook: Option<String>,
}

/// Two players compared.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    season: String,
    /// The id of the rulebook.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// One player.
    a: Side,
    /// The other.
    b: Side,
    /// The steps, up to the one that decides.
    #[schema(max_items = 10_000)]
    steps: Vec<ComparedStep>,
    /// `a` or `b`: who stands higher; null if they share the place.
    #[schema(max_length = 1, example = "a")]
    higher: Option<&'static str>,
    /// The step that decides: `total`, `result` or `ex-aequo`.
    #[schema(max_length = 20, example = "result")]
    decided_by: &'static str,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-RANK-09, REG II.8")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 2000, example = "wyżej stoi Łucja Przykładowa: decyduje suma punktów, 170 wobec 160")]
    text: String,
}

/// One of the two.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Side {
    /// Who.
    #[serde(flatten)]
    player: RankedPlayer,
    /// The place; null for somebody without points.
    #[schema(minimum = 1, maximum = 10_000_000, example = 12)]
    place: Option<u32>,
    /// The total.
    #[schema(minimum = 0, maximum = 10_000_000, example = 170)]
    points: u32,
    /// The results that count, in the order in which they are compared.
    #[schema(max_items = 10_000)]
    results: Vec<RankedResult>,
}

/// One step.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ComparedStep {
    /// `total` or `result`.
    #[schema(max_length = 20, example = "total")]
    kind: &'static str,
    /// Which result, from 1, if results are compared.
    #[schema(minimum = 1, maximum = 10_000, example = 1)]
    number: Option<usize>,
    /// What `a` has; null if there is no such result.
    a: Option<StepValue>,
    /// What `b` has.
    b: Option<StepValue>,
    /// Whether it decides.
    #[schema(example = false)]
    decides: bool,
    /// In words.
    #[schema(max_length = 1000, example = "sumy są równe: 170 punktów")]
    text: String,
}

/// Who of two players stands higher, and at which step that is decided.
///
/// Totals first, then the results one by one, the best first, until two differ (R-RANK-09).
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking/compare", tag = "seasons", operation_id = "compareInRanking",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), Pair),
    responses(
        (status = 200, description = "The comparison", body = Comparison),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn compare(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    season: web::Path<String>,
    Params(Pair { a, b, as_of, rulebook }): Params<Pair>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let lang = negotiate::language(request.headers());
    let wanted = Wanted::read(&season, rulebook.as_deref())?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let today = kostka.views();
    let (turn, here) = (wanted.turn(&request, &kostka, &views).await?, kostka.clone());
    let answer = kostka.blocking(move || {
        let _turn = turn;
        let body = wanted.show(&here, &views, |season| {
            let known = |name, id: &str| season.player(id).map_err(|_| unknown_player(name));
            let players = [known("a", &a)?, known("b", &b)?];
            Ok(comparison(season, &today, lang, players))
        })?;
        Ok::<_, Problem>(Answer::computed(Audience::Public, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

fn unknown_player(name: &'static str) -> Problem {
    let field = FieldProblem::parameter(name, "unknown-player", Message::new("field-player"));
    Problem::new(ProblemKind::Unprocessable).at(field)
}

fn comparison(season: &Season<'_>, today: &Views, lang: Lang, players: [PlayerKey; 2]) -> Comparison {
    let Season { facts, index, lists, rulebook, .. } = *season;
    let table = &lists.ranking;
    let row = |player: PlayerKey| table.position(player).and_then(|position| table.row(position));
    // Somebody without points stands behind everybody, with nothing that could be compared.
    let nothing = |player| Row { place: Place::behind(table.len()), player, points: RankingPoints::ZERO, results: &[] };
    let rows = players.map(|player| row(player).unwrap_or_else(|| nothing(player)));
    let [a, b] = &rows;
    let order = b.points.cmp(&a.points).then_with(|| table.rules().compare_results(a.results, b.results));
    let (above, here) = if order.is_gt() { (b, a) } else { (a, b) };
    let step = deciding_step(table.rules(), above, here);
    let names = NamesOfToday { facts, today, lang };
    let sentences = Sentences { facts, names: &names, lang };
    let drawer = Drawer { facts, today, lang };
    let side = |row: &Row<'_>| Side {
        player: drawer.player(row.player),
        place: (!row.results.is_empty()).then(|| row.place.number()),
        points: row.points.0,
        results: row.results.iter().map(|result| drawer.result(result)).collect(),
    };
    let said = sentences.step(&step);
    let text = if order.is_eq() {
        said.clone()
    } else {
        let player = names.player(above.player);
        lang.say(&Message::new("above").with("player", player).with("step", said.clone()))
    };
    Comparison {
        season: facts.seasons[index].id.to_string(),
        rulebook: rulebook.to_string(),
        a: side(a),
        b: side(b),
        steps: steps(season, &sentences, &rows, &step, &said),
        higher: (!order.is_eq()).then(|| if order.is_gt() { "b" } else { "a" }),
        decided_by: step.code(),
        rule: step.rules(),
        text,
    }
}

fn steps(
    season: &Season<'_>,
    sentences: &Sentences<'_>,
    [a, b]: &[Row<'_>; 2],
    step: &DecidingStep,
    said: &str,
) -> Vec<ComparedStep> {
    let by_total = matches!(step, DecidingStep::Total { .. });
    let text = if by_total { said.to_owned() } else { sentences.equal_totals(a.points.0) };
    let mut steps = vec![ComparedStep {
        kind: "total",
        number: None,
        a: Some(StepValue::total(a.points.0)),
        b: Some(StepValue::total(b.points.0)),
        decides: by_total,
        text,
    }];
    if by_total {
        return steps;
    }
    let rules = season.lists.ranking.rules();
    let mut results = (rules.tiebreak_results(a.results), rules.tiebreak_results(b.results));
    let deciding = match step {
        DecidingStep::Result { number, .. } => Some(*number),
        DecidingStep::Total { .. } | DecidingStep::ExAequo => None,
    };
    let value = |result: Option<&EarnedPoints>| result.map(StepValue::result);
    for number in 1.. {
        let (a, b) = (results.0.next(), results.1.next());
        let Some(one) = a.or(b) else { break };
        let decides = deciding == Some(number);
        let text = if decides { said.to_owned() } else { sentences.equal_results(number, one) };
        steps.push(ComparedStep { kind: "result", number: Some(number), a: value(a), b: value(b), decides, text });
        if decides {
            break;
        }
    }
    steps
}
