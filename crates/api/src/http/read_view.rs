//! What a read of computed lists shows: of today or as of an earlier moment, under the rulebook of the list or under
//! another.

pub(crate) use wire::common::OfficialEdition;

use crate::http::answer::{Answer, AnswerKey};
use crate::http::app::AppState;
use crate::http::csv::Dialect;
use crate::http::display_names::{event_name, listed_player};
use crate::http::endpoint::RoutePattern;
use crate::http::fair_queue::QueuePermit;
use crate::http::list_response::ListFormat;
use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::http::{address, as_of, negotiate};
use actix_web::{HttpRequest, web};
use domain::publication::ListId;
use domain::qualification::Origin;
use domain::rulebook::Rulebook;
use domain::season::Facts;
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use events::envelope::Position;
use formats::localization::{Lang, Message};
use projections::views::Views;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::common::ListedPlayer;

/// As of when, and under which rulebook.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReadOptions {
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
pub(crate) struct ListReadOptions {
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

impl ListReadOptions {
    /// The form that is wanted, and the rest.
    pub(crate) fn format(self, request: &HttpRequest) -> Result<(ListFormat, ReadOptions), Problem> {
        let Self { as_of, rulebook, dialect } = self;
        Ok((ListFormat::from_request(request, dialect)?, ReadOptions { as_of, rulebook }))
    }
}

pub(crate) struct ReadView {
    pub(crate) views: Arc<Views>,
    pub(crate) today: Arc<Views>,
    /// The language of names and sentences.
    pub(crate) lang: Lang,
    other: Option<(RulebookId, Position, Arc<Rulebook>)>,
    is_current: bool,
    route: Option<RoutePattern>,
    /// Everything has to be computed again under another rulebook.
    _permit: Option<QueuePermit>,
}

impl ReadView {
    pub(crate) async fn load(
        request: &HttpRequest,
        app: &web::Data<AppState>,
        options: &ReadOptions,
    ) -> Result<Self, Problem> {
        let today = app.views();
        let views = match &options.as_of {
            None => Arc::clone(&today),
            then => as_of::views(request, app, then.as_deref()).await?,
        };
        let other = options.rulebook.as_deref().map(|id| adopted(&views, &today, id)).transpose()?;
        let permit = if other.is_some() { Some(app.expensive_read_permit(request).await?) } else { None };
        let lang = negotiate::language(request.headers());
        let (is_current, route) = (options.as_of.is_none(), RoutePattern::of(request));
        Ok(Self { views, today, lang, other, is_current, route, _permit: permit })
    }

    /// The rulebook that is asked for in place of the own one.
    pub(crate) fn rulebook_override(&self) -> Option<(Position, &Arc<Rulebook>)> {
        self.other.as_ref().map(|(_, position, rulebook)| (*position, rulebook))
    }

    pub(crate) fn rulebook_id<'a>(&'a self, own: &'a RulebookId) -> &'a RulebookId {
        self.other.as_ref().map_or(own, |(id, ..)| id)
    }

    pub(crate) fn named_player(&self, id: &PlayerId) -> ListedPlayer {
        listed_player(&self.today, id, self.lang)
    }

    pub(crate) fn event_name(&self, id: &CompetitionId) -> Option<String> {
        event_name(&self.today, id, self.lang)
    }

    /// The name of an event, or of the ranking.
    pub(crate) fn origin_name(&self, facts: &Facts, origin: Origin) -> Option<String> {
        match origin {
            Some(event) => self.event_name(facts.competition_id(event)),
            None => Some(self.lang.text("the-ranking")),
        }
    }

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

    /// The answer: cached as long as nothing changes, or computed for another time or other rules.
    pub(crate) async fn answer(
        self,
        app: &web::Data<AppState>,
        key: (&'static str, &str, ListFormat),
        build: impl FnOnce(&Self) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Arc<Answer>, Problem> {
        let state = self.state();
        if self.is_current && self.other.is_none() {
            let (address, id, format) = key;
            let form = format.number() * 2 + u64::from(self.lang == Lang::En);
            return app.answers.answer(AnswerKey::about(address, id, form), state, || Ok(build(&self)?.at(self.route)));
        }
        self.uncached_answer(app, build).await
    }

    /// An answer that is not kept: about one of very many.
    pub(crate) async fn uncached_answer(
        self,
        app: &web::Data<AppState>,
        build: impl FnOnce(&Self) -> Result<Answer, Problem> + Send + 'static,
    ) -> Result<Arc<Answer>, Problem> {
        Ok(Arc::new(app.blocking(move || build(&self)).await??))
    }

    /// The last event that anything shown can depend on.
    fn state(&self) -> Position {
        let Views { records, players, competitions, grand_prix, editions, .. } = &*self.views;
        let changes = [records.last_change, competitions.changed, grand_prix.changed, editions.changed];
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
