//! Compares two players of a ranking step by step: the totals, then result after result until the first that differs.

use super::breakdown::{CurrentNames, result_value, total_value};
use super::rows::RankingRowBuilder;
use crate::http::answer::{Answer, Audience};
use crate::http::as_of;
use crate::http::conditional::NotModified;
use crate::http::negotiate;
use crate::http::path::SeasonPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::seasons::ranking::season_query::{Season, SeasonQuery};
use actix_web::web;
use domain::season::ranking::{DecidingStep, EarnedPoints, Row, deciding_step};
use domain::values::ids::PlayerKey;
use domain::values::place::Place;
use domain::values::points::RankingPoints;
use formats::explain::{NameSource, Sentences};
use formats::localization::{Lang, Message};
use projections::views::Views;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::seasons::ranking::{ComparedStep, Comparison, Side};

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

/// Who of two players stands higher, and at which step that is decided.
///
/// Totals first, then the results one by one, the best first, until two differ (R-RANK-09).
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking/compare", tag = "seasons", operation_id = "compareInRanking",
    params(SeasonPath, Pair),
    responses((status = 200, description = "The comparison", body = Comparison), NotModified)
)]
pub(crate) async fn compare(
    path: web::Path<SeasonPath>,
    JsonRead { request, app, params: Pair { a, b, as_of, rulebook } }: JsonRead<Pair>,
) -> HandlerResult {
    let lang = negotiate::language(request.headers());
    let wanted = SeasonQuery::read(&path.season, rulebook.as_deref())?;
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let today = app.views();
    let (permit, blocking_app) = (wanted.permit(&request, &app, &views).await?, app.clone());
    let answer = app.blocking(move || {
        let _permit = permit;
        let body = wanted.show(&blocking_app, &views, |season| {
            let known = |name, id: &str| season.player(id).map_err(|_| unknown_player(name));
            let players = [known("a", &a)?, known("b", &b)?];
            Ok(comparison(season, &today, lang, players))
        })?;
        Ok::<_, Problem>(Answer::computed(Audience::Public, &body)?.in_language(lang))
    });
    Ok(answer.await??.respond(&request).await)
}

fn unknown_player(name: &'static str) -> Problem {
    let field = FieldProblem::parameter(name, "unknown-player", Message::new("field-player"));
    Problem::new(ProblemKind::Unprocessable).at(field)
}

fn comparison(season: &Season<'_>, today: &Views, lang: Lang, players: [PlayerKey; 2]) -> Comparison {
    let Season { facts, index, lists, rulebook, .. } = *season;
    let table = &lists.ranking;
    let row = |player: PlayerKey| table.position(player).and_then(|position| table.row(position));
    // A player without points stands behind all others, with nothing to compare.
    let nothing = |player| Row { place: Place::behind(table.len()), player, points: RankingPoints::ZERO, results: &[] };
    let rows = players.map(|player| row(player).unwrap_or_else(|| nothing(player)));
    let [a, b] = &rows;
    let order = b.points.cmp(&a.points).then_with(|| table.rules().compare_results(a.results, b.results));
    let (above, here) = if order.is_gt() { (b, a) } else { (a, b) };
    let step = deciding_step(table.rules(), above, here);
    let names = CurrentNames { facts, today, lang };
    let sentences = Sentences { facts, names: &names, lang };
    let row_builder = RankingRowBuilder { facts, today, lang };
    let side = |row: &Row<'_>| Side {
        player: row_builder.player(row.player),
        place: (!row.results.is_empty()).then(|| row.place.number()),
        points: row.points.0,
        results: row.results.iter().map(|result| row_builder.result(result)).collect(),
    };
    let said = sentences.step(&step);
    let text = if order.is_eq() {
        said.clone()
    } else {
        let player = names.player(above.player);
        lang.render(&Message::new("above").with("player", player).with("step", said.clone()))
    };
    Comparison {
        season: facts.seasons[index].id.to_string(),
        rulebook: rulebook.to_string(),
        a: side(a),
        b: side(b),
        steps: steps(season, &sentences, &rows, &step, &said),
        higher: (!order.is_eq()).then(|| if order.is_gt() { "b".to_owned() } else { "a".to_owned() }),
        decided_by: step.code().to_owned(),
        rule: step.rules().to_owned(),
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
        kind: "total".to_owned(),
        number: None,
        a: Some(total_value(a.points.0)),
        b: Some(total_value(b.points.0)),
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
    let value = |result: Option<&EarnedPoints>| result.map(result_value);
    for number in 1.. {
        let (a, b) = (results.0.next(), results.1.next());
        let Some(one) = a.or(b) else { break };
        let decides = deciding == Some(number);
        let text = if decides { said.to_owned() } else { sentences.equal_results(number, one) };
        steps.push(ComparedStep {
            kind: "result".to_owned(),
            number: Some(number),
            a: value(a),
            b: value(b),
            decides,
            text,
        });
        if decides {
            break;
        }
    }
    steps
}
