//! What clients get of a decision that waits.

use crate::address;
use crate::lists::Names;
use crate::running::Person;
use domain::Choice;
use domain::calendar::Moment;
use domain::event::{Grant, SeatOrigin};
use domain::ids::{AccountId, ChampionshipId, EventId};
use domain::ledger::Target;
use domain::publication::ListId;
use domain::qualification::Source;
use domain::ruling::DecisionKind;
use events::envelope::{StreamKind, StreamName, Timestamp};
use formats::words::{Lang, Message};
use projections::season_lists::{Matter, OpenDecision};
use projections::sentence::{event_name, online_edition, online_words};
use projections::views::Views;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, Type};

/// More candidates than these are counted and not told: whoever chooses freely looks at the table of the event.
const MAX_CANDIDATES: usize = 100;

/// Who asks, and when.
pub(super) struct Reader {
    /// Which accounts count as the same person.
    pub(super) same_hands: BTreeSet<AccountId>,
    pub(super) grants: BTreeSet<Grant>,
    pub(super) lang: Lang,
    pub(super) now: Moment,
}

impl Reader {
    /// Whether the reader may take the decision: in one of the roles that take it, and as the second person where one is needed.
    pub(super) fn may_decide(&self, decision: &OpenDecision) -> bool {
        let roles = decision.matter.kind().decided_by();
        let in_role = self.grants.iter().any(|grant| roles.contains(&grant.role));
        let by_others = decision.done_by.iter().any(|by| !self.same_hands.contains(by));
        in_role && (decision.done_by.is_empty() || by_others)
    }
}

/// A decision that waits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DecisionItem {
    /// What kind of decision.
    #[schema(schema_with = kind)]
    kind: &'static str,
    /// What it is about.
    about: About,
    /// To which championship the qualifications or wildcards lead: `mp:season` or `mw:championship`.
    #[schema(max_length = 1100, example = "mp:2025-26")]
    championship: Option<String>,
    /// The championships among which a player chooses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 16)]
    among: Vec<String>,
    /// The season that it belongs to, if it belongs to one.
    #[schema(max_length = 1024, example = "2025-26")]
    season: Option<String>,
    /// Those who can be decided on, the first hundred of them.
    #[schema(max_items = 100)]
    candidates: Vec<Person>,
    /// How many there are.
    #[schema(minimum = 0, maximum = 1_000_000, example = 2)]
    candidates_total: usize,
    /// How many qualifications or wildcards are to be given.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    open: Option<u32>,
    /// Since when it waits; null where nothing short of a search would tell, as for a list that has drifted (`…/drift` names the events).
    #[schema(max_length = 40, format = DateTime, example = "2026-03-01T17:00:00Z")]
    since: Option<String>,
    /// The last day for it, if the rules name one.
    #[schema(format = Date, max_length = 10, example = "2026-03-08")]
    deadline: Option<String>,
    /// Whether that day has passed.
    overdue: bool,
    /// The roles in which it is decided.
    #[schema(max_items = 6, example = json!(["arbiter", "admin"]))]
    decided_by: Vec<&'static str>,
    /// Whether the caller may decide it.
    can_i: bool,
    /// How it is decided.
    link: ActLink,
    /// The rules behind it.
    #[schema(max_length = 200, example = "REG I.6; R-FMT-16, AMB-14")]
    rule: &'static str,
    /// In words.
    #[schema(
        max_length = 2000,
        example = "Turniej „Wiosna w Chełmie” miał mniej uczestników, niż wymaga regulamin: organizator główny decyduje, czy daje awans."
    )]
    sentence: String,
}

/// What a decision is about.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct About {
    /// What it is.
    #[schema(max_length = 30, example = "tournament")]
    kind: &'static str,
    /// Its id among those of its kind.
    #[schema(max_length = 1100, example = "t-2026-07")]
    id: String,
    /// What it is called, if it has a name.
    #[schema(max_length = 500, example = "Wiosna w Chełmie")]
    name: Option<String>,
}

/// The act that decides.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActLink {
    /// The method.
    #[schema(max_length = 10, example = "PUT")]
    method: &'static str,
    /// The address.
    #[schema(max_length = 3600, example = "/api/v1/tournaments/t-2026-07/exception")]
    href: String,
}

/// The kinds of decisions, for the documentation.
pub(super) fn kind() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(DecisionKind::NAMES.iter().map(|name| json!(name))))
        .examples([json!(DecisionKind::Exception.name())])
}

impl DecisionItem {
    pub(super) fn of(views: &Views, today: &Views, decision: &OpenDecision, reader: &Reader) -> Self {
        let kind = decision.matter.kind();
        let about = About::of(views, &decision.matter, reader.lang);
        let candidates = decision.candidates.iter().take(MAX_CANDIDATES);
        let candidates: Vec<Person> = candidates.map(|player| Person::of(today, player, reader.lang)).collect();
        let target = target(&decision.matter);
        let nowhere = || Message::new("decision-to-none");
        let to = target.as_ref().map_or_else(nowhere, |target| championship_words(views, target));
        let sentence = sentence(&decision.matter, &about, decision, &candidates).message("to", to);
        Self {
            kind: kind.name(),
            championship: target.as_ref().map(ToString::to_string),
            among: among(&decision.matter).iter().map(ToString::to_string).collect(),
            season: decision.season.as_ref().map(ToString::to_string),
            candidates_total: decision.candidates.len(),
            open: decision.open,
            since: decision.since.map(|since| Timestamp(since.microseconds()).to_string()),
            deadline: decision.deadline.map(|day| day.to_string()),
            overdue: decision.is_overdue(reader.now.day()),
            decided_by: kind.decided_by().iter().map(|role| role.name()).collect(),
            can_i: reader.may_decide(decision),
            link: ActLink::of(&decision.matter),
            rule: kind.rule(),
            sentence: reader.lang.say(&sentence),
            about,
            candidates,
        }
    }
}

/// A championship that something leads to, in words.
fn championship_words(views: &Views, target: &Target) -> Message<'static> {
    match target {
        Target::Mp(season) => Message::new("decision-to-mp").with("season", season.to_string()),
        Target::Mw(id) => {
            let voivodeship = views.records.championship(id).map(|it| it.record.voivodeship.name().to_owned());
            Message::new("decision-to-mw").with("voivodeship", voivodeship.unwrap_or_else(|| id.to_string()))
        }
    }
}

fn target(matter: &Matter) -> Option<Target> {
    match matter {
        Matter::Tie(target, _)
        | Matter::GrandPrix(target, _)
        | Matter::Unfilled(target, _)
        | Matter::Confirm(target, _)
        | Matter::Review(target, ..) => Some(target.clone()),
        Matter::WildcardsToNominate(id) | Matter::WildcardsToGrant(id) => Some(Target::Mw(id.clone())),
        _ => None,
    }
}

fn among(matter: &Matter) -> &[ChampionshipId] {
    if let Matter::MwChoice(_, among) = matter { among } else { &[] }
}

/// The kind of stream that gives qualifications of a source.
fn source_kind(source: Source) -> StreamKind {
    match source {
        Source::Tournament | Source::Mw => StreamKind::Tournament,
        Source::League => StreamKind::League,
        Source::GrandPrix => StreamKind::GrandPrix,
        Source::Online => StreamKind::OnlineEvent,
        Source::Ranking => StreamKind::Season,
    }
}

impl About {
    fn of(views: &Views, matter: &Matter, lang: Lang) -> Self {
        match matter {
            Matter::Exception(id) => Self::event(views, StreamKind::Tournament, id, lang),
            Matter::Application(id) => {
                let name = views.tournaments.find(id).and_then(|entry| entry.name.as_ref());
                let name = name.map(|name| name.as_str().to_owned());
                Self { kind: "application", id: id.to_string(), name }
            }
            Matter::Tie(target, origin)
            | Matter::GrandPrix(target, origin)
            | Matter::Unfilled(target, origin)
            | Matter::Confirm(target, origin)
            | Matter::Review(target, origin, _) => match &origin.event {
                Some(event) => Self::event(views, source_kind(origin.source), event, lang),
                None => Self { kind: "season", id: target_id(target).to_owned(), name: None },
            },
            Matter::WildcardsToNominate(id) | Matter::WildcardsToGrant(id) => Self::championship(views, id, lang),
            Matter::MwChoice(_, among) => match among.first() {
                Some(first) => Self::championship(views, first, lang),
                None => Self { kind: StreamKind::Championship.name(), id: String::new(), name: None },
            },
            Matter::WrcNominee(season) => Self { kind: "season", id: season.to_string(), name: None },
            Matter::ListSubmitted(list) | Matter::ListDrifted(list) => {
                Self { kind: "list", id: list.to_string(), name: Some(Names { views, lang }.title(list)) }
            }
        }
    }

    fn event(views: &Views, kind: StreamKind, id: &EventId, lang: Lang) -> Self {
        let name = StreamName::new(kind, id.as_str()).ok().and_then(|stream| {
            let online = online_edition(views, &stream);
            let online = online.map(|(kind, edition)| lang.say(&online_words(kind, edition)));
            online.or_else(|| event_name(views, &stream))
        });
        Self { kind: kind.name(), id: id.to_string(), name }
    }

    fn championship(views: &Views, id: &ChampionshipId, lang: Lang) -> Self {
        let voivodeship = views.records.championship(id).map(|championship| championship.record.voivodeship.name());
        let name = voivodeship.map(|name| lang.say(&Message::new("decision-championship").with("voivodeship", name)));
        Self { kind: StreamKind::Championship.name(), id: id.to_string(), name }
    }

    fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }
}

fn target_id(target: &Target) -> &str {
    match target {
        Target::Mp(season) => season.as_str(),
        Target::Mw(championship) => championship.as_str(),
    }
}

/// The address under which acts on the qualifications of a championship are.
fn ledger(target: &Target) -> String {
    match target {
        Target::Mp(season) => format!("{}/qualifications/mp", address::of("seasons", season.as_str())),
        Target::Mw(championship) => address::of("mw", championship.as_str()),
    }
}

fn list(list: &ListId) -> String {
    address::of("lists", &list.to_string())
}

fn tie(target: &Target, origin: &SeatOrigin) -> String {
    let Some(event) = &origin.event else {
        return format!("{}/ranking-tie", address::of("seasons", target_id(target)));
    };
    let collection = match origin.source {
        Source::Tournament | Source::Mw | Source::Ranking => "tournaments",
        Source::League => "leagues",
        Source::GrandPrix => "grand-prix",
        Source::Online => "online-events",
    };
    format!("{}/qualification-tie", address::of(collection, event.as_str()))
}

impl ActLink {
    fn of(matter: &Matter) -> Self {
        let put = |href: String| Self { method: "PUT", href };
        let post = |href: String| Self { method: "POST", href };
        let of_mw = |id: &ChampionshipId, act: &str| format!("{}/{act}", address::of("mw", id.as_str()));
        match matter {
            Matter::Exception(id) => put(format!("{}/exception", address::of("tournaments", id.as_str()))),
            Matter::Tie(target, origin) => put(tie(target, origin)),
            Matter::GrandPrix(target, _) | Matter::Unfilled(target, _) | Matter::Confirm(target, _) => {
                post(format!("{}/grants", ledger(target)))
            }
            Matter::Review(target, ..) => post(format!("{}/upholdings", ledger(target))),
            Matter::WildcardsToNominate(id) => post(of_mw(id, "wildcards/nominations")),
            Matter::WildcardsToGrant(id) => post(of_mw(id, "wildcards/grants")),
            Matter::MwChoice(_, among) => post(among.first().map_or_else(String::new, |first| of_mw(first, "choices"))),
            Matter::WrcNominee(season) => post(format!("{}/wrc-nominee", address::of("seasons", season.as_str()))),
            Matter::Application(id) => post(format!("{}/approval", address::of("applications", id.as_str()))),
            Matter::ListSubmitted(id) => post(format!("{}/editions", list(id))),
            Matter::ListDrifted(id) => post(format!("{}/submission", list(id))),
        }
    }
}

/// The decision in words.
fn sentence(matter: &Matter, about: &About, decision: &OpenDecision, candidates: &[Person]) -> Message<'static> {
    let id = match matter {
        Matter::Tie(_, origin) if origin.event.is_none() => "decision-ranking-tie",
        Matter::Confirm(_, origin) if origin.event.is_none() => "decision-ranking-confirm",
        Matter::Review(_, origin, _) if origin.event.is_none() => "decision-ranking-review",
        Matter::Exception(_) => "decision-exception",
        Matter::Tie(..) => "decision-tie",
        Matter::GrandPrix(..) => "decision-grand-prix",
        Matter::Unfilled(..) => "decision-unfilled",
        Matter::Confirm(..) => "decision-confirm",
        Matter::Review(..) => "decision-review",
        Matter::WildcardsToNominate(_) => "decision-wildcards-nominate",
        Matter::WildcardsToGrant(_) => "decision-wildcards-grant",
        Matter::MwChoice(..) => "decision-mw-choice",
        Matter::WrcNominee(_) => "decision-wrc-nominee",
        Matter::Application(_) => "decision-application",
        Matter::ListSubmitted(_) => "decision-list-submitted",
        Matter::ListDrifted(_) => "decision-list-drifted",
    };
    let person = candidates.first().map_or_else(String::new, |person| person.name.clone());
    Message::new(id)
        .excerpt("name", about.shown().to_owned())
        .excerpt("person", person)
        .number("open", decision.open.unwrap_or_default())
        .number("candidates", decision.candidates.len() as i64)
}
