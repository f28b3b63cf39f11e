//! Why a player stands where they stand in a season: every result, both neighbours, every qualification got or missed.

use super::Lens;
use super::body::{Drawer, Official, RankedPlayer, RankingHead, event_name, full_name, person};
use super::shown::{Season, Wanted};
use crate::answer::{Answer, Audience};
use crate::as_of;
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::Params;
use crate::problem::Problem;
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::derivation::{
    ChampionshipDerivation, QualificationDerivation, TablePosition, WildcardOutcome, derive_championship, derive_season,
};
use domain::ids::{EventKey, PlayerKey, RESERVED_RANKING_ID};
use domain::ledger::Target;
use domain::publication::ListId;
use domain::ranking::{ConsideredResult, DecidingStep, EarnedPoints};
use domain::season::Facts;
use formats::explain::{Naming, Sentences, WILDCARD_RULES};
use formats::words::Lang;
use projections::season_lists::qualification_state;
use projections::views::{RuleSet, Views};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The rules by which a place gives points.
const POINTS_RULES: &str = "R-RANK-05, REG II.5";

/// Everything about one player in one season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Breakdown {
    /// Which ranking.
    #[serde(flatten)]
    head: RankingHead,
    /// Who.
    #[serde(flatten)]
    player: RankedPlayer,
    /// The place; null for somebody without points.
    #[schema(minimum = 1, maximum = 10_000_000, example = 12)]
    place: Option<u32>,
    /// The total of the results that count.
    #[schema(minimum = 0, maximum = 10_000_000, example = 355)]
    points: u32,
    /// How many stand in the ranking.
    #[schema(minimum = 0, maximum = 10_000_000, example = 4812)]
    rows: usize,
    /// The row in words.
    #[schema(max_length = 500, example = "Ranking: 12. miejsce na 4812 graczy, 355 punktów")]
    text: String,
    /// The nearest player with a better place, and what decides.
    above: Option<Neighbour>,
    /// The nearest player with a worse place, and what decides.
    below: Option<Neighbour>,
    /// Those who share the place.
    #[schema(max_items = 100_000)]
    sharing: Vec<RankedPlayer>,
    /// Every result of the season: those that count add up to the points.
    #[schema(max_items = 10_000)]
    results: Vec<LookedAtResult>,
    /// What each event of the player, and the ranking, gave or did not give to the national championship.
    #[schema(max_items = 10_000)]
    mp: Vec<QualificationLine>,
    /// The same for the voivodeship championships that looked at the player.
    #[schema(max_items = 1000)]
    mw: Vec<ChampionshipLines>,
}

/// A neighbour in the ranking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Neighbour {
    /// Who.
    #[serde(flatten)]
    player: RankedPlayer,
    /// The first step at which the two differ.
    step: Step,
}

/// A step of the comparison of two rows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Step {
    /// `total`, `result` or `ex-aequo`.
    #[schema(max_length = 20, example = "result")]
    kind: &'static str,
    /// Which result, from 1, if results are compared.
    #[schema(minimum = 1, maximum = 10_000, example = 2)]
    number: Option<usize>,
    /// What the one with the better place has, whichever of the two that is.
    higher: Option<StepValue>,
    /// What the other has.
    lower: Option<StepValue>,
    /// The rules that order it so.
    #[schema(max_length = 200, example = "R-RANK-09, REG II.8")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "decyduje suma punktów, 170 wobec 160")]
    text: String,
}

/// What is compared: a total, or a place with its points.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StepValue {
    /// The place, if results are compared.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    place: Option<u32>,
    /// The points.
    #[schema(minimum = 0, maximum = 10_000_000, example = 70)]
    points: u32,
}

/// A result that was looked at for the ranking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LookedAtResult {
    /// The id of the tournament or league.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// The place in it, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: Option<u32>,
    /// Whether it counts.
    #[schema(example = true)]
    counted: bool,
    /// What it gives.
    #[schema(minimum = 0, maximum = 1_000_000, example = 100)]
    points: u32,
    /// Why it does not count; null if it does.
    #[schema(max_length = 40, example = "too-few-participants")]
    reason: Option<&'static str>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-RANK-02, REG II.2")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "za mało uczestników: 22, a potrzeba 24")]
    text: String,
}

/// What one event gave a player or did not give.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualificationLine {
    /// What kind of event it is.
    #[schema(max_length = 20, example = "tournament")]
    source: &'static str,
    /// Its id; `ranking` for the ranking itself.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What it is called, if it has a name.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// The place in it, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    place: Option<u32>,
    /// Whether the player stands on the list of the qualified by it, in whichever `state`.
    #[schema(example = true)]
    qualified: bool,
    /// `proposed`, `granted` or `review`; null for somebody who is not on the list by it.
    #[schema(max_length = 20, example = "proposed")]
    state: Option<&'static str>,
    /// What came of it: the `state`, or why there is none.
    #[schema(max_length = 40, example = "proposed")]
    outcome: &'static str,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-01, REG I.9")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "awans proponowany, jeszcze niepotwierdzony")]
    text: String,
    /// How it came down to the player: the size of the event, ties, who was passed over and why.
    #[schema(max_items = 100)]
    chain: Vec<String>,
}

/// How a voivodeship championship looked at a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChampionshipLines {
    /// Its id.
    #[schema(max_length = 1024, example = "mw-2026-lodzkie")]
    id: String,
    /// Whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    voivodeship: &'static str,
    /// What each event gave or did not give.
    #[schema(max_items = 10_000)]
    qualifications: Vec<QualificationLine>,
    /// The proposal of a wildcard; null for somebody who is no candidate.
    wildcard: Option<WildcardLine>,
}

/// Whether a player is proposed for a wildcard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WildcardLine {
    /// The number on the list of proposals, from 1; null if the places were filled before.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    number: Option<usize>,
    /// How many stand on the list; null for somebody who does not.
    #[schema(minimum = 1, maximum = 100_000, example = 24)]
    of: Option<usize>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-MW-08, R-MW-09, REG I.22-23")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "propozycja dzikiej karty nr 3 z 24: Jesienny Turniej w Łodzi, 5. miejsce")]
    text: String,
}

/// Why a player stands where they stand.
///
/// Every result with the reason why it counts or does not, both neighbours with the step that decides, and every qualification got or
/// missed with why. Somebody without points has no place, and the results tell why.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking/{player}", tag = "seasons", operation_id = "explainRanking",
    params(
        ("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
        Lens,
    ),
    responses(
        (status = 200, description = "The breakdown", body = Breakdown),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn explain(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    Params(Lens { as_of, rulebook }): Params<Lens>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let lang = negotiate::language(request.headers());
    let (season, player) = path.into_inner();
    let wanted = Wanted::read(&season, rulebook.as_deref())?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let today = kostka.views();
    let (turn, here) = (wanted.turn(&request, &kostka, &views).await?, kostka.clone());
    let answer = kostka.blocking(move || {
        let _turn = turn;
        let body = wanted.show(&here, &views, |season| {
            let player = season.player(&player)?;
            Ok(Writer { season, views: &views, today: &today, lang, player }.breakdown())
        })?;
        Ok::<_, Problem>(Answer::computed(Audience::Public, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

/// People and events by the names of today, without their ids: those stand beside the text.
pub(super) struct NamesOfToday<'a> {
    pub(super) facts: &'a Facts,
    pub(super) today: &'a Views,
    pub(super) lang: Lang,
}

impl Naming for NamesOfToday<'_> {
    fn player(&self, player: PlayerKey) -> String {
        full_name(person(self.today, self.facts.player_id(player)), self.lang)
    }

    fn event(&self, event: EventKey) -> String {
        let id = self.facts.event_id(event);
        event_name(self.today, id, self.lang).unwrap_or_else(|| id.to_string())
    }
}

/// Writes a breakdown.
struct Writer<'a> {
    season: &'a Season<'a>,
    views: &'a Views,
    today: &'a Views,
    lang: Lang,
    player: PlayerKey,
}

impl Writer<'_> {
    fn breakdown(&self) -> Breakdown {
        let Season { facts, index, lists, rulebook, .. } = *self.season;
        let derivation = derive_season(facts, index, lists, self.player);
        let drawer = self.drawer();
        let names = self.names(facts);
        let sentences = Sentences { facts, names: &names, lang: self.lang };
        let position = derivation.ranking.as_ref();
        let row = |position: &TablePosition| sentences.position("ranking-row", position);
        let neighbour = |(player, step): &(PlayerKey, DecidingStep)| Neighbour {
            player: drawer.player(*player),
            step: Step::of(&sentences, step),
        };
        let sharing = position.map(|it| it.sharing.as_slice()).unwrap_or_default();
        let season = &facts.seasons[index];
        let target = Target::Mp(season.id.clone());
        let mp = derivation.qualifications.iter();
        let mp = mp.map(|it| self.qualification(&sentences, (it, self.player), &target, None));
        Breakdown {
            head: RankingHead {
                season: season.id.to_string(),
                rulebook: rulebook.to_string(),
                until: None,
                official: Official::newest(self.views, &ListId::Ranking(season.id.clone())),
            },
            player: drawer.player(self.player),
            place: position.map(|it| it.place.number()),
            points: position.map_or(0, |it| it.points.0),
            rows: lists.ranking.len(),
            text: position.map_or_else(|| self.lang.text("not-ranked"), row),
            above: position.and_then(|it| it.above.as_ref()).map(neighbour),
            below: position.and_then(|it| it.below.as_ref()).map(neighbour),
            sharing: sharing.iter().map(|player| drawer.player(*player)).collect(),
            results: derivation.results.iter().map(|result| self.result(&sentences, result)).collect(),
            mp: mp.collect(),
            mw: self.championships(),
        }
    }

    fn drawer(&self) -> Drawer<'_> {
        Drawer { facts: self.season.facts, today: self.today, lang: self.lang }
    }

    fn names<'a>(&'a self, facts: &'a Facts) -> NamesOfToday<'a> {
        NamesOfToday { facts, today: self.today, lang: self.lang }
    }

    fn result(&self, sentences: &Sentences<'_>, result: &ConsideredResult) -> LookedAtResult {
        let id = sentences.facts.event_id(result.event);
        let (points, reason) = match &result.outcome {
            Ok(points) => (points.0, None),
            Err(reason) => (0, Some(reason)),
        };
        LookedAtResult {
            event_id: id.to_string(),
            event_name: event_name(self.today, id, self.lang),
            place: result.place.map(domain::place::Place::number),
            counted: reason.is_none(),
            points,
            reason: reason.map(domain::ranking::NotCounted::code),
            rule: reason.map_or(POINTS_RULES, |it| it.rules()),
            text: reason.map_or_else(|| sentences.earned(result.place, points), |it| sentences.not_counted(it)),
        }
    }

    /// `player` is the key among the same facts as the derivation; `mw` is what a voivodeship championship is computed from; without it, the national one is meant.
    fn qualification(
        &self,
        sentences: &Sentences<'_>,
        (it, player): (&QualificationDerivation<'_>, PlayerKey),
        target: &Target,
        mw: Option<&RuleSet>,
    ) -> QualificationLine {
        let facts = sentences.facts;
        let decision = it.decision;
        let is_mw = mw.is_some();
        let id = decision.event.map(|event| facts.event_id(event));
        let qualified = decision.granted().any(|granted| granted.player == player);
        let set = mw.unwrap_or(self.season.set);
        let state_of = |player| qualification_state(&self.views.records, target, set, decision, player);
        let (outcome, text) = sentences.standing(it, player, state_of);
        QualificationLine {
            source: decision.source.name(),
            event_id: id.map_or_else(|| RESERVED_RANKING_ID.to_owned(), ToString::to_string),
            event_name: id.and_then(|id| event_name(self.today, id, self.lang)),
            place: it.place.map(domain::place::Place::number),
            qualified,
            state: qualified.then(|| state_of(player).name()),
            outcome,
            rule: it.outcome.rules(decision.source, is_mw),
            text,
            chain: sentences.chain(it, player, is_mw),
        }
    }

    fn championships(&self) -> Vec<ChampionshipLines> {
        let championships = self.season.championships();
        let id = self.season.facts.player_id(self.player).as_str();
        let line = |(set, index, list)| {
            let set: &RuleSet = set;
            let player = set.facts.player_key(id)?;
            let derivation = derive_championship(&set.facts, index, list, player);
            derivation.concerns().then(|| self.championship(set, &derivation, player))
        };
        championships.into_iter().filter_map(line).collect()
    }

    fn championship(
        &self,
        set: &RuleSet,
        derivation: &ChampionshipDerivation<'_>,
        player: PlayerKey,
    ) -> ChampionshipLines {
        let championship = &set.facts.championships[derivation.championship];
        let names = self.names(&set.facts);
        let sentences = Sentences { facts: &set.facts, names: &names, lang: self.lang };
        let target = Target::Mw(championship.id.clone());
        let lines = derivation.qualifications.iter();
        let lines = lines.map(|it| self.qualification(&sentences, (it, player), &target, Some(set)));
        let (number, of) = match derivation.wildcard {
            WildcardOutcome::Proposed { number, of, .. } => (Some(number), Some(of)),
            WildcardOutcome::CapReached { .. } | WildcardOutcome::NotACandidate => (None, None),
        };
        let wildcard = sentences.wildcard(&derivation.wildcard);
        ChampionshipLines {
            id: championship.id.to_string(),
            voivodeship: championship.voivodeship.name(),
            qualifications: lines.collect(),
            wildcard: wildcard.map(|text| WildcardLine { number, of, rule: WILDCARD_RULES, text }),
        }
    }
}

impl StepValue {
    pub(super) fn total(points: u32) -> Self {
        Self { place: None, points }
    }

    pub(super) fn result(result: &EarnedPoints) -> Self {
        Self { place: Some(result.place.number()), points: result.points.0 }
    }
}

impl Step {
    fn of(sentences: &Sentences<'_>, step: &DecidingStep) -> Self {
        let (number, higher, lower) = match step {
            DecidingStep::Total { above, here } => {
                (None, Some(StepValue::total(above.0)), Some(StepValue::total(here.0)))
            }
            DecidingStep::Result { number, above, here } => {
                (Some(*number), above.as_ref().map(StepValue::result), here.as_ref().map(StepValue::result))
            }
            DecidingStep::ExAequo => (None, None, None),
        };
        Self { kind: step.code(), number, higher, lower, rule: step.rules(), text: sentences.step(step) }
    }
}
