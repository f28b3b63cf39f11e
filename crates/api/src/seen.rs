//! What a read of computed lists shows: of today or as of an earlier moment, under the rulebook of the list or under another.

use crate::answer::{Answer, Key};
use crate::kostka::Kostka;
use crate::listed::{NamedPlayer, event_name};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::route::RoutePattern;
use crate::sheet::Dialect;
use crate::table::Shape;
use crate::turns::Turn;
use crate::{address, as_of, negotiate};
use actix_web::{HttpRequest, web};
use domain::ids::{EventId, PlayerId, RulebookId};
use domain::publication::ListId;
use domain::qualification::Origin;
use domain::rulebook::Rulebook;
use domain::season::Facts;
use events::envelope::Position;
use formats::words::{Lang, Message};
use projections::views::Views;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// As of when, and under which rulebook.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Lens {
    /// As it was at a position of the log or at a time; with the names of today.
    #[param(max_length = 40)]
    pub(crate) as_of: Option<String>,
    /// Under another adopted rulebook than its own, by id; nothing that is recorded changes.
    #[param(max_length = 1024)]
    pub(crate) rulebook: Option<String>,
}

/// The same for what is also written as CSV.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListLens {
    /// As it was at a position of the log or at a time; with the names of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Under another adopted rulebook than its own, by id; nothing that is recorded changes.
    #[param(max_length = 1024)]
    rulebook: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

impl ListLens {
    /// The form that is wanted, and the rest.
    pub(crate) fn shape(self, request: &HttpRequest) -> Result<(Shape, Lens), Problem> {
        let Self { as_of, rulebook, dialect } = self;
        Ok((Shape::wanted(request, dialect)?, Lens { as_of, rulebook }))
    }
}

/// What a read is made of.
pub(crate) struct Seen {
    /// What was recorded.
    pub(crate) views: Arc<Views>,
    /// The names.
    pub(crate) today: Arc<Views>,
    /// The language of names and sentences.
    pub(crate) lang: Lang,
    other: Option<(RulebookId, Position, Arc<Rulebook>)>,
    is_of_today: bool,
    /// Where it is asked for.
    route: Option<RoutePattern>,
    /// Everything has to be computed again under another rulebook.
    _turn: Option<Turn>,
}

impl Seen {
    pub(crate) async fn through(
        request: &HttpRequest,
        kostka: &web::Data<Kostka>,
        lens: &Lens,
    ) -> Result<Self, Problem> {
        let today = kostka.views();
        let views = match &lens.as_of {
            None => Arc::clone(&today),
            then => as_of::views(request, kostka, then.as_deref()).await?,
        };
        let other = lens.rulebook.as_deref().map(|id| adopted(&views, &today, id)).transpose()?;
        let turn = if other.is_some() { Some(kostka.costly_turn(request).await?) } else { None };
        let lang = negotiate::language(request.headers());
        let (is_of_today, route) = (lens.as_of.is_none(), RoutePattern::of(request));
        Ok(Self { views, today, lang, other, is_of_today, route, _turn: turn })
    }

    /// The rulebook that is asked for in place of the own one.
    pub(crate) fn other(&self) -> Option<(Position, &Arc<Rulebook>)> {
        self.other.as_ref().map(|(_, position, rulebook)| (*position, rulebook))
    }

    /// The id of the rulebook that holds.
    pub(crate) fn rulebook_id<'a>(&'a self, own: &'a RulebookId) -> &'a RulebookId {
        self.other.as_ref().map_or(own, |(id, ..)| id)
    }

    pub(crate) fn somebody(&self, id: &PlayerId) -> NamedPlayer {
        NamedPlayer::of(&self.today, id, self.lang)
    }

    pub(crate) fn event_name(&self, id: &EventId) -> Option<String> {
        event_name(&self.today, id, self.lang)
    }

    /// The name of an event, or of the ranking.
    pub(crate) fn origin_name(&self, facts: &Facts, origin: Origin) -> Option<String> {
        match origin {
            Some(event) => self.event_name(facts.event_id(event)),
            None => Some(self.lang.text("the-ranking")),
        }
    }

    /// The newest edition of a list that is published.
    pub(crate) fn official(&self, list: &ListId) -> Option<OfficialEdition> {
        let edition = self.views.editions.find(list)?.editions.last()?;
        let written = list.to_string();
        Some(OfficialEdition {
            edition: edition.number,
            digest: edition.digest.to_string(),
            published_at: edition.published_at.to_string(),
            href: format!("{}/editions/{}", address::of("lists", &written), edition.number),
            list: written,
        })
    }

    /// The answer: kept as long as nothing changes, or made for whoever looks at another time or through other rules.
    pub(crate) async fn answer(
        self,
        kostka: &web::Data<Kostka>,
        key: (&'static str, &str, Shape),
        build: impl FnOnce(&Self) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Arc<Answer>, Problem> {
        let state = self.state();
        if self.is_of_today && self.other.is_none() {
            let (address, id, shape) = key;
            let form = shape.number() * 2 + u64::from(self.lang == Lang::En);
            return kostka.answers.answer(Key::about(address, id, form), state, || Ok(build(&self)?.at(self.route)));
        }
        self.made(kostka, build).await
    }

    /// An answer that is not kept: about one of very many.
    pub(crate) async fn made(
        self,
        kostka: &web::Data<Kostka>,
        build: impl FnOnce(&Self) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Arc<Answer>, Problem> {
        Ok(Arc::new(kostka.blocking(move || build(&self)).await??))
    }

    /// The last event that anything shown can depend on.
    fn state(&self) -> Position {
        let Views { records, players, happenings, cycles, editions, .. } = &*self.views;
        let changes = [records.changed, happenings.changed, cycles.changed, editions.changed];
        changes.into_iter().max().unwrap_or_default().max(players.changed)
    }
}

fn adopted(views: &Views, today: &Views, id: &str) -> Result<(RulebookId, Position, Arc<Rulebook>), Problem> {
    let find = || {
        let id = RulebookId::parse(id).ok()?;
        let (position, rulebook) = views.records.rulebook(&id).or_else(|| today.records.rulebook(&id))?;
        Some((id, position, Arc::clone(rulebook)))
    };
    find().ok_or_else(|| {
        let field = FieldProblem::parameter("rulebook", "unknown-rulebook", Message::new("field-rulebook"));
        Problem::new(ProblemKind::Unprocessable).at(field)
    })
}

/// An edition that is published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfficialEdition {
    /// The list.
    #[schema(max_length = 1100, example = "mp:2025-26")]
    list: String,
    /// The number of the edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    edition: u32,
    /// The digest of its canonical bytes.
    #[schema(max_length = 64, example = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae")]
    digest: String,
    /// When it was published.
    #[schema(format = DateTime, max_length = 40, example = "2026-06-28T09:00:00Z")]
    published_at: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/lists/mp%3A2025-26/editions/1")]
    href: String,
}
