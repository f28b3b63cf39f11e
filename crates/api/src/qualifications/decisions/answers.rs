//! Fills answers about decisions that wait: subject, candidates, the link that decides, and a sentence.

use crate::competitions::lifecycle::person;
use crate::http::address;
use crate::publication::lists::Names;
use domain::Choice;
use domain::event::{Grant, SeatOrigin};
use domain::publication::ListId;
use domain::qualification::Source;
use domain::qualification::ledger::Target;
use domain::values::calendar::Moment;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId};
use events::envelope::{StreamKind, StreamName, Timestamp};
use formats::localization::{Lang, Message};
use projections::season_lists::{Matter, OpenDecision};
use projections::sentence::{event_name, online_edition, online_words};
use projections::views::Views;
use std::collections::BTreeSet;
use wire::competitions::lifecycle::Person;
use wire::qualifications::decisions::{ActLink, DecisionItem, DecisionSubject, DecisionSubjectKind};

/// How many candidates an answer names; the others are counted, and stand in the table of the competition.
const MAX_CANDIDATES: usize = 100;

/// The caller, and the time of the request.
pub(crate) struct DecisionViewer {
    /// Which accounts count as the same person.
    pub(crate) linked_accounts: BTreeSet<AccountId>,
    pub(crate) grants: BTreeSet<Grant>,
    pub(crate) lang: Lang,
    pub(crate) now: Moment,
}

impl DecisionViewer {
    /// Whether the reader may take the decision: in one of the roles that take it, and as the second person where one
    /// is needed.
    pub(crate) fn may_decide(&self, decision: &OpenDecision) -> bool {
        let roles = decision.matter.kind().decided_by();
        let in_role = self.grants.iter().any(|grant| roles.contains(&grant.role));
        let by_others = decision.done_by.iter().any(|by| !self.linked_accounts.contains(by));
        in_role && (decision.done_by.is_empty() || by_others)
    }
}

pub(crate) fn decision_item(
    views: &Views,
    today: &Views,
    decision: &OpenDecision,
    reader: &DecisionViewer,
) -> DecisionItem {
    let kind = decision.matter.kind();
    let about = decision_subject(views, &decision.matter, reader.lang);
    let candidates = decision.candidates.iter().take(MAX_CANDIDATES);
    let candidates: Vec<Person> = candidates.map(|player| person(today, player, reader.lang)).collect();
    let target = target(&decision.matter);
    let nowhere = || Message::new("decision-to-none");
    let to = target.as_ref().map_or_else(nowhere, |target| championship_words(views, target));
    let sentence = sentence(&decision.matter, &about, decision, &candidates).message("to", to);
    DecisionItem {
        kind: kind.into(),
        championship: target,
        among: among(&decision.matter).iter().map(ToString::to_string).collect(),
        season: decision.season.as_ref().map(ToString::to_string),
        candidates_total: decision.candidates.len(),
        open: decision.open,
        since: decision.since.map(|since| Timestamp(since.microseconds()).to_string()),
        deadline: decision.deadline.map(|day| day.to_string()),
        overdue: decision.is_overdue(reader.now.day()),
        decided_by: kind.decided_by().iter().map(|role| role.name().to_owned()).collect(),
        can_i: reader.may_decide(decision),
        link: act_link(&decision.matter),
        rule: kind.rule().to_owned(),
        sentence: reader.lang.render(&sentence),
        about,
        candidates,
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
        Matter::Exception(_)
        | Matter::MwChoice(..)
        | Matter::WrcNominee(_)
        | Matter::Application(_)
        | Matter::ListSubmitted(_)
        | Matter::ListDrifted(_) => None,
    }
}

fn among(matter: &Matter) -> &[ChampionshipId] {
    if let Matter::MwChoice(_, among) = matter { among } else { &[] }
}

/// The kind of stream and of subject that gives qualifications of a source.
fn source_kind(source: Source) -> (StreamKind, DecisionSubjectKind) {
    match source {
        Source::Tournament | Source::Mw => (StreamKind::Tournament, DecisionSubjectKind::Tournament),
        Source::League => (StreamKind::League, DecisionSubjectKind::League),
        Source::GrandPrix => (StreamKind::GrandPrix, DecisionSubjectKind::GrandPrix),
        Source::Online => (StreamKind::OnlineEvent, DecisionSubjectKind::OnlineEvent),
        Source::Ranking => (StreamKind::Season, DecisionSubjectKind::Season),
    }
}

fn decision_subject(views: &Views, matter: &Matter, lang: Lang) -> DecisionSubject {
    match matter {
        Matter::Exception(id) => decision_subject_event(views, Source::Tournament, id, lang),
        Matter::Application(id) => {
            let name = views.tournaments.find(id).and_then(|entry| entry.name.as_ref());
            let name = name.map(|name| name.as_str().to_owned());
            DecisionSubject { kind: DecisionSubjectKind::Application, id: id.to_string(), name }
        }
        Matter::Tie(target, origin)
        | Matter::GrandPrix(target, origin)
        | Matter::Unfilled(target, origin)
        | Matter::Confirm(target, origin)
        | Matter::Review(target, origin, _) => match &origin.event {
            Some(event) => decision_subject_event(views, origin.source, event, lang),
            None => DecisionSubject { kind: DecisionSubjectKind::Season, id: target_id(target).to_owned(), name: None },
        },
        Matter::WildcardsToNominate(id) | Matter::WildcardsToGrant(id) => {
            decision_subject_championship(views, id, lang)
        }
        Matter::MwChoice(_, among) => match among.first() {
            Some(first) => decision_subject_championship(views, first, lang),
            None => DecisionSubject { kind: DecisionSubjectKind::Championship, id: String::new(), name: None },
        },
        Matter::WrcNominee(season) => {
            DecisionSubject { kind: DecisionSubjectKind::Season, id: season.to_string(), name: None }
        }
        Matter::ListSubmitted(list) | Matter::ListDrifted(list) => DecisionSubject {
            kind: DecisionSubjectKind::List,
            id: list.to_string(),
            name: Some(Names { views, lang }.title(list)),
        },
    }
}

fn decision_subject_event(views: &Views, source: Source, id: &CompetitionId, lang: Lang) -> DecisionSubject {
    let (stream_kind, kind) = source_kind(source);
    let name = StreamName::new(stream_kind, id.as_str()).ok().and_then(|stream| {
        let online = online_edition(views, &stream);
        let online = online.map(|(kind, edition)| lang.render(&online_words(kind, edition)));
        online.or_else(|| event_name(views, &stream))
    });
    DecisionSubject { kind, id: id.to_string(), name }
}

fn decision_subject_championship(views: &Views, id: &ChampionshipId, lang: Lang) -> DecisionSubject {
    let voivodeship = views.records.championship(id).map(|championship| championship.record.voivodeship.name());
    let name = voivodeship.map(|name| lang.render(&Message::new("decision-championship").with("voivodeship", name)));
    DecisionSubject { kind: DecisionSubjectKind::Championship, id: id.to_string(), name }
}

/// The name of a subject, or its id.
fn shown(about: &DecisionSubject) -> &str {
    about.name.as_deref().unwrap_or(&about.id)
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
    let stream = StreamName::new(source_kind(origin.source).0, event.as_str());
    let competition = stream.ok().and_then(|stream| address::of_stream(&stream));
    format!("{}/qualification-tie", competition.unwrap_or_default())
}

fn act_link(matter: &Matter) -> ActLink {
    let put = |href: String| ActLink { method: "PUT".to_owned(), href };
    let post = |href: String| ActLink { method: "POST".to_owned(), href };
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

fn sentence(
    matter: &Matter,
    about: &DecisionSubject,
    decision: &OpenDecision,
    candidates: &[Person],
) -> Message<'static> {
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
        .excerpt("name", shown(about).to_owned())
        .excerpt("person", person)
        .number("open", decision.open.unwrap_or_default())
        .number("candidates", decision.candidates.len() as i64)
}
