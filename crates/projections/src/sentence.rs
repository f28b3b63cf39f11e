//! Events as sentences, for people who read the log.

mod acts;
mod ledger;

pub(crate) use ledger::source_kind;

use crate::views::{ChangeKind, Details, Views};
use domain::Choice;
use domain::competitions::class::OnlineEvent;
use domain::event::{
    AccountEvent, ChampionshipEvent, Correction, Event, GrandPrixEvent, Grant, LeagueEvent, ListEvent, LogEvent,
    NotedWaiver, OnlineCompetitionEvent, PlayerEvent, RemovedTournament, RulebookEvent, SeasonEvent, TieEvent,
    TournamentEvent, WaiverEvent,
};
use domain::publication::ListId;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::{StreamKind, StreamName};
use events::stored;
use formats::localization::{Lang, Message};

/// More players of an order than this are not told.
const MAX_NAMED: usize = 5;

/// What people and events are publicly called.
pub trait NameLookup {
    /// What a player is called.
    fn player(&self, id: &PlayerId) -> PlayerLabel;

    /// What an event is called; nothing if it has no name.
    fn event(&self, stream: &StreamName) -> Option<String>;

    /// Which edition of which online event a stream is about; such an event has no other name.
    fn online(&self, stream: &StreamName) -> Option<(OnlineEvent, u32)> {
        let _ = stream;
        None
    }
}

/// What a player is publicly called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerLabel {
    Named(String),
    /// Nothing that identifies the player is left.
    Erased,
    /// Unknown; the id stands for the player.
    Unnamed,
}

/// No names: every sentence has ids only.
pub struct NoNames;

impl NameLookup for NoNames {
    fn player(&self, _: &PlayerId) -> PlayerLabel {
        PlayerLabel::Unnamed
    }

    fn event(&self, _: &StreamName) -> Option<String> {
        None
    }
}

/// Public names, as they are today.
impl NameLookup for Views {
    fn player(&self, id: &PlayerId) -> PlayerLabel {
        match self.players.get(id).map(|player| &player.person) {
            Some(Some(person)) => {
                PlayerLabel::Named(format!("{} {}", person.first_name.as_str(), person.surname.as_str()))
            }
            Some(None) => PlayerLabel::Erased,
            None => PlayerLabel::Unnamed,
        }
    }

    fn event(&self, stream: &StreamName) -> Option<String> {
        event_name(self, stream)
    }

    fn online(&self, stream: &StreamName) -> Option<(OnlineEvent, u32)> {
        online_edition(self, stream)
    }
}

/// What an event is publicly called: one that was recorded, or a tournament that runs here and was approved.
pub fn event_name(views: &Views, stream: &StreamName) -> Option<String> {
    let running = || views.tournaments.of_stream(stream).filter(|tournament| tournament.is_public())?.name.as_ref();
    let recorded = views.competitions.find(stream).and_then(|competition| competition.name.as_ref());
    recorded.or_else(running).map(|name| name.as_str().to_owned())
}

pub fn online_edition(views: &Views, stream: &StreamName) -> Option<(OnlineEvent, u32)> {
    let Details::Online { kind, edition } = views.competitions.find(stream)?.details else { return None };
    Some((kind, edition))
}

/// What an edition of an online event is called.
pub fn online_words(kind: OnlineEvent, edition: u32) -> Message<'static> {
    let event = Message::new(format!("online-{}", kind.name().replace('_', "-")));
    Message::new("online-edition").message("event", event).number("edition", edition)
}

/// What a list is called, as far as its id tells.
fn list_title(id: &ListId, names: &dyn NameLookup) -> Message<'static> {
    let cycle = match id {
        ListId::GrandPrix(cycle) => StreamName::new(StreamKind::GrandPrix, cycle.as_str()).ok(),
        ListId::Ranking(_)
        | ListId::RankingSnapshot(_)
        | ListId::Mp(_)
        | ListId::Mw(_)
        | ListId::Wildcards(_)
        | ListId::MpStart(_) => None,
    };
    let of = cycle.and_then(|stream| names.event(&stream)).unwrap_or_else(|| id.of().to_owned());
    Message::new(format!("list-title-{}", id.kind().name())).with("of", of)
}

/// The event as a sentence; `stream` is whom or what it happened to. Times, actors and reasons are left to the caller.
pub fn sentence(event: &Event, stream: &StreamName, names: &dyn NameLookup) -> Message<'static> {
    SentenceBuilder { stream, names, omits_subject: false }.sentence(event)
}

/// The same without what it happened to, for readers of one subject.
pub fn sentence_without_subject(event: &Event, stream: &StreamName, names: &dyn NameLookup, lang: Lang) -> String {
    let sentence =
        lang.render(&SentenceBuilder { stream, names, omits_subject: names.event(stream).is_some() }.sentence(event));
    sentence.replace(&format!(" {OMITTED}"), "").trim_end_matches(':').to_owned()
}

/// Stands for an omitted subject while a sentence is built; no text has this character.
const OMITTED: char = '\u{e000}';

impl SentenceBuilder<'_> {
    fn sentence(&self, event: &Event) -> Message<'static> {
        let (stream, names) = (self.stream, self.names);
        let words = || Message::new(message_id(event));
        let subject = || words().message("subject", self.subject());
        match event {
            Event::Rulebook(RulebookEvent::Adopted(record)) => {
                subject().with("base", record.base.name()).count("changes", record.overrides.len() as u64)
            }
            Event::Season(event) => match event {
                SeasonEvent::Opened(record) => subject().message("days", days(record.window)),
                SeasonEvent::Corrected(correction) => subject().message("days", days(correction.record.window)),
                SeasonEvent::RankingTie(tie) => self.tie(subject(), tie),
            },
            Event::Player(event) => match event {
                PlayerEvent::Registered(_)
                | PlayerEvent::Rectified(_)
                | PlayerEvent::Erased
                | PlayerEvent::WaiverDeclared { .. }
                | PlayerEvent::WaiverWithdrawn { .. } => words().message("player", self.player_of_stream()),
            },
            Event::Tournament(event) => match event {
                // The name of an application is not public.
                TournamentEvent::Act(act) => {
                    self.act(subject().with("named", acts::yes_or_no(names.event(stream).is_some())), &act.fact)
                }
                TournamentEvent::Recorded(_)
                | TournamentEvent::Corrected(_)
                | TournamentEvent::ExceptionDecisionWithdrawn => subject(),
                TournamentEvent::ExceptionDecided(decision) => {
                    subject().with("granted", if decision.granted { "yes" } else { "no" })
                }
                TournamentEvent::Waiver(waiver) => self.waiver(subject(), waiver),
                TournamentEvent::Tie(tie) => self.tie(subject(), tie),
            },
            Event::League(event) => match event {
                LeagueEvent::Opened(_)
                | LeagueEvent::TableImported { .. }
                | LeagueEvent::TableWithdrawn { .. }
                | LeagueEvent::Recorded(_)
                | LeagueEvent::Corrected(_) => subject(),
                LeagueEvent::MeetingRecorded(meeting)
                | LeagueEvent::MeetingCorrected(Correction { record: meeting, .. }) => subject()
                    .with("number", meeting.number.to_string())
                    .message("day", in_words(meeting.day))
                    .count("present", meeting.present.len() as u64),
                LeagueEvent::MeetingWithdrawn(meeting) => subject().with("number", meeting.number.to_string()),
                LeagueEvent::WaiverNoted(NotedWaiver { player, .. }) | LeagueEvent::WaiverNoteWithdrawn { player } => {
                    subject().message("player", self.player(player))
                }
                LeagueEvent::Closed { ended_at } => subject().message("day", in_words(ended_at.day())),
                LeagueEvent::Waiver(waiver) => self.waiver(subject(), waiver),
                LeagueEvent::Tie(tie) => self.tie(subject(), tie),
            },
            Event::GrandPrix(event) => match event {
                GrandPrixEvent::Opened(_)
                | GrandPrixEvent::Closed
                | GrandPrixEvent::Recorded(_)
                | GrandPrixEvent::Corrected(_) => subject(),
                GrandPrixEvent::TournamentAdded { tournament }
                | GrandPrixEvent::TournamentRemoved(RemovedTournament { tournament, .. }) => {
                    subject().message("tournament", self.tournament(tournament))
                }
                GrandPrixEvent::Tie(tie) => self.tie(subject(), tie),
            },
            Event::Online(event) => match event {
                OnlineCompetitionEvent::Opened(_)
                | OnlineCompetitionEvent::TableRecorded { .. }
                | OnlineCompetitionEvent::TableWithdrawn { .. }
                | OnlineCompetitionEvent::Recorded(_)
                | OnlineCompetitionEvent::Corrected(_) => subject(),
                OnlineCompetitionEvent::WaiverNoted(NotedWaiver { player, .. })
                | OnlineCompetitionEvent::WaiverNoteWithdrawn { player } => {
                    subject().message("player", self.player(player))
                }
                OnlineCompetitionEvent::Closed { ended_at } => subject().message("day", in_words(ended_at.day())),
                OnlineCompetitionEvent::Waiver(waiver) => self.waiver(subject(), waiver),
                OnlineCompetitionEvent::Tie(tie) => self.tie(subject(), tie),
            },
            Event::Championship(
                ChampionshipEvent::Announced(record) | ChampionshipEvent::Corrected(Correction { record, .. }),
            ) => subject().with("voivodeship", record.voivodeship.name()).message("days", days(record.window)),
            Event::Championship(ChampionshipEvent::Scheduled { days: played }) => {
                subject().message("days", days(*played))
            }
            Event::Ledger(event) => self.ledger(words(), event),
            Event::List(event) => match event {
                ListEvent::Submitted(_) | ListEvent::SubmissionWithdrawn { .. } => subject(),
                ListEvent::Published(edition) => subject().with("number", edition.number.to_string()),
            },
            Event::Account(event) => match event {
                AccountEvent::RoleGranted(grant) | AccountEvent::RoleRevoked(grant) => {
                    self.grant(message_id(&Event::Account(event.clone())), grant)
                }
                AccountEvent::Opened(_)
                | AccountEvent::Rectified(_)
                | AccountEvent::Disabled { .. }
                | AccountEvent::Enabled
                | AccountEvent::AccessRenewed => words().with("account", stream.id().to_owned()),
            },
            Event::Log(LogEvent::LossAccepted(loss)) => words()
                .with("from", loss.lost_from.to_string())
                .with("until", loss.lost_until.to_string())
                .with("epoch", loss.epoch.to_string()),
        }
    }
}

/// What changed a record, as a sentence; `stream` is what was recorded.
pub fn change_sentence(changed: &ChangeKind, stream: &StreamName, names: &dyn NameLookup) -> Message<'static> {
    let words = |what: &str| {
        let subject = SentenceBuilder { stream, names, omits_subject: false }.subject();
        Message::new(format!("event-{}-{what}", stream.kind().name())).message("subject", subject)
    };
    match changed {
        ChangeKind::Recorded => words("recorded"),
        ChangeKind::Corrected => words("corrected"),
        ChangeKind::ByEvent(event) => sentence(event, stream, names),
    }
}

/// Under which id the words of an event stand, like `event-tournament-recorded`.
fn message_id(event: &Event) -> String {
    format!("event-{}", stored::encode(event).event_type.replace(['.', '_'], "-"))
}

fn days(window: Window) -> Message<'static> {
    match window.last() {
        Some(last) => days_between(window.first(), last),
        None => Message::new("event-days-from").message("first", in_words(window.first())),
    }
}

fn days_between(first: Day, last: Day) -> Message<'static> {
    if first == last {
        return in_words(first);
    }
    Message::new("event-days-between").message("first", in_words(first)).message("last", in_words(last))
}

/// A day as people write it.
fn in_words(day: Day) -> Message<'static> {
    let words = Message::new("page-day").with("day", day.day_of_month().to_string());
    words.with("year", day.year().to_string()).count("month", day.month().into())
}

/// A text that is the same in every language.
fn plain_text(text: String) -> Message<'static> {
    Message::new("event-plain").with("text", text)
}

/// Tells of one event.
struct SentenceBuilder<'a> {
    stream: &'a StreamName,
    names: &'a dyn NameLookup,
    omits_subject: bool,
}

impl SentenceBuilder<'_> {
    fn subject(&self) -> Message<'static> {
        if self.omits_subject {
            return plain_text(OMITTED.to_string());
        }
        self.event(self.stream)
    }

    fn event(&self, stream: &StreamName) -> Message<'static> {
        if let Some((kind, edition)) = self.names.online(stream) {
            return Message::new("event-titled").message("title", online_words(kind, edition));
        }
        let list = || stream.id().parse::<ListId>().ok().filter(|_| stream.kind() == StreamKind::List);
        match self.names.event(stream) {
            Some(name) => Message::new("event-named").with("name", name),
            None => match list() {
                Some(list) => Message::new("event-titled").message("title", list_title(&list, self.names)),
                None => plain_text(stream.id().to_owned()),
            },
        }
    }

    fn tournament(&self, id: &CompetitionId) -> Message<'static> {
        match StreamName::new(StreamKind::Tournament, id.as_str()) {
            Ok(stream) => self.event(&stream),
            Err(_) => plain_text(id.to_string()),
        }
    }

    fn player_of_stream(&self) -> Message<'static> {
        match PlayerId::parse(self.stream.id()) {
            Ok(id) => self.player(&id),
            Err(_) => plain_text(self.stream.id().to_owned()),
        }
    }

    fn player(&self, id: &PlayerId) -> Message<'static> {
        match self.names.player(id) {
            PlayerLabel::Named(name) => plain_text(name),
            PlayerLabel::Erased => Message::new("event-player-deleted"),
            PlayerLabel::Unnamed => plain_text(id.to_string()),
        }
    }

    fn waiver(&self, words: Message<'static>, waiver: &WaiverEvent) -> Message<'static> {
        match waiver {
            WaiverEvent::Declared { player } | WaiverEvent::Withdrawn { player } => {
                words.message("player", self.player(player))
            }
        }
    }

    fn tie(&self, words: Message<'static>, tie: &TieEvent) -> Message<'static> {
        match tie {
            TieEvent::Decided { order } => words.message("order", self.order(order)),
            TieEvent::DecisionWithdrawn => words,
        }
    }

    /// The players in their order, the best first.
    fn order(&self, order: &[PlayerId]) -> Message<'static> {
        self.listed(order, "event-order-then")
    }

    /// Players one after the other, joined by words that have the earlier ones as `order` and the last one as `player`.
    fn listed(&self, players: &[PlayerId], joined: &'static str) -> Message<'static> {
        let Some((last, earlier)) = players.split_last() else { return plain_text("–".to_owned()) };
        if players.len() > MAX_NAMED {
            let more = (players.len() - MAX_NAMED) as u64;
            return Message::new("event-order-more")
                .message("order", self.listed(&players[..MAX_NAMED], joined))
                .count("more", more);
        }
        if earlier.is_empty() {
            return self.player(last);
        }
        Message::new(joined).message("order", self.listed(earlier, joined)).message("player", self.player(last))
    }

    fn grant(&self, words: String, grant: &Grant) -> Message<'static> {
        let role = Message::new(format!("event-role-{}", grant.role.name().replace('_', "-")));
        let sentence = match &grant.event {
            None => Message::new(words),
            Some(event) => {
                // The id of a granted event is written like the name of its stream.
                let subject = match StreamName::parse(&event.to_string()) {
                    Ok(stream) => self.event(&stream),
                    Err(_) => plain_text(event.id.to_string()),
                };
                let place = Message::new(format!("event-at-{}", event.kind)).message("subject", subject);
                Message::new(format!("{words}-at")).message("where", place)
            }
        };
        sentence.message("role", role).with("account", self.stream.id().to_owned())
    }
}

#[cfg(test)]
mod tests;
