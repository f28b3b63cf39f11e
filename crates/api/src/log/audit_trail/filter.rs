//! The filter of the audit trail.

use crate::http::params::wrong;
use crate::http::problem::{Problem, ProblemKind};
use domain::values::ids::{PlayerId, SeasonId};
use events::envelope::{RecordedRef, StreamKind, StreamName};
use events::stored;
use projections::views::Views;
use std::collections::HashSet;

/// What is asked for.
#[derive(Debug, Default)]
pub(crate) struct AuditTrailFilter {
    pub(crate) stream: Option<StreamName>,
    streams: Option<HashSet<String>>,
    player: Option<PlayerFilter>,
    type_prefix: Option<String>,
    actor: Option<String>,
}

/// A player, as they stand in streams and in events.
#[derive(Debug)]
struct PlayerFilter {
    id: PlayerId,
    stream: String,
    written: Vec<u8>,
}

impl AuditTrailFilter {
    /// Reads filters; a season or player that is not there is not found, and what no stream can be called is refused.
    pub(crate) fn read(
        views: &Views,
        season: Option<&str>,
        stream: Option<&str>,
        player: Option<&str>,
        type_prefix: Option<&str>,
    ) -> Result<Self, Problem> {
        let stream = stream.map(|name| StreamName::parse(name).map_err(|_| wrong("stream", "field-stream")));
        let season = season.map(|id| SeasonId::parse(id).map_err(|_| Problem::new(ProblemKind::NotFound)));
        let streams = season.transpose()?.map(|season| {
            views.records.season(&season).ok_or(ProblemKind::NotFound)?;
            Ok::<_, Problem>(streams_of(views, &season))
        });
        let player = player.map(|id| {
            let id = PlayerId::parse(id).ok().filter(|id| views.players.get(id).is_some());
            let id = id.ok_or(ProblemKind::NotFound)?;
            let written = serde_json::to_vec(id.as_str()).map_err(|_| ProblemKind::Internal)?;
            Ok::<_, Problem>(PlayerFilter { stream: format!("player/{id}"), id, written })
        });
        Ok(Self {
            stream: stream.transpose()?,
            streams: streams.transpose()?,
            player: player.transpose()?,
            type_prefix: type_prefix.map(ToOwned::to_owned),
            actor: None,
        })
    }

    pub(crate) fn by(mut self, actor: Option<&str>) -> Self {
        self.actor = actor.map(ToOwned::to_owned);
        self
    }

    /// Whether many events may have to be looked at for each that is wanted.
    pub(crate) fn is_sparse(&self) -> bool {
        let Self { stream, streams, player, type_prefix, actor } = self;
        stream.is_none() && (streams.is_some() || player.is_some() || type_prefix.is_some() || actor.is_some())
    }

    pub(crate) fn matches(&self, event: &RecordedRef<'_>) -> bool {
        self.stream.as_ref().is_none_or(|stream| stream.as_str() == event.stream)
            && self.streams.as_ref().is_none_or(|streams| streams.contains(event.stream))
            && self.actor.as_deref().is_none_or(|actor| event.actor == actor)
            && self.type_prefix.as_deref().is_none_or(|prefix| event.event_type.starts_with(prefix))
            && self.player.as_ref().is_none_or(|player| player.is_in(event))
    }
}

impl PlayerFilter {
    /// Whether an event is about the player: only fields that name players count, so that nothing else in it can be
    /// asked for.
    fn is_in(&self, event: &RecordedRef<'_>) -> bool {
        // Reading an event takes much longer than seeing that the id stands nowhere in it.
        let may_name = || event.payload.windows(self.written.len()).any(|window| window == self.written);
        event.stream == self.stream
            || may_name()
                && stored::decode(event.event_type, event.schema_version, event.payload)
                    .is_ok_and(|event| event.players().contains(&&self.id))
    }
}

fn streams_of(views: &Views, season: &SeasonId) -> HashSet<String> {
    let mut streams: HashSet<String> = HashSet::new();
    let mut add = |kind: StreamKind, id: &str| streams.extend(StreamName::new(kind, id).map(|name| name.to_string()));
    add(StreamKind::Season, season.as_str());
    add(StreamKind::Ledger, &format!("mp:{season}"));
    for kind in ["ranking", "ranking-snapshot", "mp", "mp-start"] {
        add(StreamKind::List, &format!("{kind}:{season}"));
    }
    for competition in views.season_competitions(season) {
        let id = competition.id();
        add(competition.kind(), id);
        match competition.kind() {
            StreamKind::Championship => {
                add(StreamKind::Ledger, &format!("mw:{id}"));
                add(StreamKind::List, &format!("mw:{id}"));
                add(StreamKind::List, &format!("wildcards:{id}"));
            }
            StreamKind::GrandPrix => add(StreamKind::List, &format!("grand-prix:{id}")),
            _ => {}
        }
    }
    let Some(entry) = views.records.season(season) else { return streams };
    let inside = |day| entry.record.window.holds(day);
    let in_season =
        views.tournaments.list().filter(|it| it.state().is_some_and(|state| inside(state.details.last_day)));
    streams.extend(in_season.map(|it| it.stream.to_string()));
    streams
}
