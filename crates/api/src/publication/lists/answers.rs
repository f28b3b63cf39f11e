//! Fills answers about lists: rows with the names of today, editions, and differences.

use crate::http::address;
use crate::http::conditional::etag_text;
use crate::http::display_names::{event_name, listed_player};
use crate::seasons::comparison::causing_event;
use domain::Choice;
use domain::publication::{ListId, ListKind};
use domain::values::digest::Digest;
use domain::values::ids::{CompetitionId, PlayerId, RESERVED_RANKING_ID};
use formats::list::{CanonicalList, ListRow};
use formats::localization::{Lang, Message};
use projections::season_lists::{Causes, RowChange, difference};
use projections::views::{EditionEntry, ListEntry, Views};
use wire::common::ListedPlayer;
use wire::publication::{AlteredBody, DifferenceBody, EditionItem, ListItem, ResultBody, RowBody, SubmissionItem};

/// Builds rows with the names of today, in a language.
pub(crate) struct Names<'a> {
    pub(crate) views: &'a Views,
    pub(crate) lang: Lang,
}

impl Names<'_> {
    pub(crate) fn rows(&self, list: &CanonicalList) -> Vec<RowBody> {
        list.rows.iter().map(|row| self.row(row)).collect()
    }

    pub(crate) fn row(&self, row: &ListRow) -> RowBody {
        let ListRow { place, player, points, source, event, state, results, open, candidates, name } = row;
        let result = |(event, place, points): &(String, u32, u32)| ResultBody {
            event_id: event.clone(),
            event_name: self.event(event),
            place: *place,
            points: *points,
        };
        let player = player.as_ref().and_then(|id| self.player(id));
        RowBody {
            place: *place,
            city: player.as_ref().and_then(|it| it.city.clone()),
            voivodeship: player.as_ref().and_then(|it| it.voivodeship.clone()),
            name: player.as_ref().map(|it| it.name.clone()),
            player_id: player.map(|it| it.player_id),
            points: *points,
            source: source.clone(),
            event_id: event.clone(),
            event_name: event.as_ref().and_then(|event| self.event(event)),
            state: state.clone(),
            results: results.iter().map(result).collect(),
            open: *open,
            candidates: candidates.iter().filter_map(|id| self.player(id)).collect(),
            commitment: name.clone(),
        }
    }

    /// A player of a list, whose id is therefore valid.
    fn player(&self, id: &str) -> Option<ListedPlayer> {
        PlayerId::parse(id).ok().map(|id| listed_player(self.views, &id, self.lang))
    }

    pub(crate) fn event(&self, id: &str) -> Option<String> {
        let id = CompetitionId::parse(id).ok().filter(|id| id.as_str() != RESERVED_RANKING_ID)?;
        event_name(self.views, &id, self.lang)
    }

    /// The difference between an older and a newer list, with the known causes.
    pub(crate) fn difference(
        &self,
        list: &ListId,
        before: &CanonicalList,
        after: &CanonicalList,
        causes: &Causes,
    ) -> DifferenceBody {
        let changes = difference(&before.rows, &after.rows);
        let mut body = DifferenceBody {
            reordered: changes.is_empty() && before.rows != after.rows,
            other_rulebook: before.head.rulebook != after.head.rulebook,
            other_calculation: before.head.calculation != after.head.calculation,
            ..DifferenceBody::default()
        };
        for change in &changes {
            let group = match (&change.before, &change.after) {
                (None, _) => &mut body.added,
                (_, None) => &mut body.removed,
                _ => &mut body.changed,
            };
            let cause = causes.get(&(list.clone(), change.key.clone()));
            group.push(AlteredBody {
                before: change.before.as_ref().map(|row| self.row(row)),
                after: change.after.as_ref().map(|row| self.row(row)),
                fields: fields(change),
                cause: cause.map(|cause| causing_event(self.views, self.lang, cause)),
            });
        }
        body
    }

    pub(crate) fn title(&self, list: &ListId) -> String {
        let of = match list {
            ListId::Mw(id) | ListId::Wildcards(id) => {
                self.views.records.championship(id).map(|it| it.record.voivodeship.name().to_owned())
            }
            ListId::GrandPrix(id) => self.event(id.as_str()),
            ListId::Ranking(_) | ListId::RankingSnapshot(_) | ListId::Mp(_) | ListId::MpStart(_) => None,
        };
        let words = Message::new(format!("list-title-{}", list.kind().name()));
        self.lang.render(&words.with("of", of.unwrap_or_else(|| list.of().to_owned())))
    }
}

pub(super) fn edition_item(list: &ListId, entry: &EditionEntry) -> EditionItem {
    EditionItem {
        edition: entry.number,
        address: edition_address(list, entry.number),
        digest: entry.digest.to_string(),
        bytes: entry.length,
        position: entry.position.0,
        root: hex::encode(entry.root),
        rulebook: entry.rulebook.to_string(),
        rulebook_position: entry.rulebook_position.0,
        calculation: entry.calculation,
        published_at: entry.published_at.to_string(),
        published: entry.published.0,
        submitted_by: entry.submitted_by.to_string(),
        published_by: entry.published_by.to_string(),
        erratum: entry.number > 1,
    }
}

/// A list, with the digest that it has now; `staff` see what waits.
pub(super) fn list_item(
    names: &Names<'_>,
    list: &ListId,
    entry: Option<&ListEntry>,
    live: Option<Digest>,
    staff: bool,
) -> ListItem {
    let newest = entry.and_then(|entry| entry.editions.last());
    ListItem {
        list: list.to_string(),
        kind: list.kind(),
        of: list.of().to_owned(),
        title: names.title(list),
        address: list_address(list),
        live_digest: live.map(|digest| digest.to_string()),
        newest: newest.map(|edition| edition_item(list, edition)),
        drifted: newest.is_some_and(|edition| live != Some(edition.digest)),
        submitted: entry.filter(|_| staff).and_then(|entry| submission_item(entry, live)),
        etag: entry.map(|entry| etag_text(entry.etag)),
    }
}

/// The submission that waits for a second person, without its reason.
pub(super) fn submission_item(entry: &ListEntry, live: Option<Digest>) -> Option<SubmissionItem> {
    let submission = entry.state.submitted.as_ref()?;
    let (position, submitted_at) = entry.submitted_at?;
    Some(SubmissionItem {
        position: position.0,
        digest: submission.digest.to_string(),
        by: submission.by.to_string(),
        submitted_at: submitted_at.to_string(),
        current: live == Some(submission.digest),
        reason: None,
    })
}

/// The fields that differ in a row of both lists, by their names in the canonical form.
fn fields(change: &RowChange) -> Vec<String> {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return Vec::new() };
    let differs = [
        ("place", before.place != after.place),
        ("points", before.points != after.points),
        ("source", before.source != after.source),
        ("event", before.event != after.event),
        ("state", before.state != after.state),
        ("results", before.results != after.results),
        ("open", before.open != after.open),
        ("candidates", before.candidates != after.candidates),
        ("name", before.name != after.name),
    ];
    differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name.to_owned()).collect()
}

pub(crate) fn list_address(list: &ListId) -> String {
    address::of("lists", &list.to_string())
}

pub(crate) fn edition_address(list: &ListId, number: u32) -> String {
    format!("{}/editions/{number}", list_address(list))
}

/// Whether a list has totals and results, or qualifications with their sources.
pub(crate) fn has_points(kind: ListKind) -> bool {
    match kind {
        ListKind::Ranking | ListKind::RankingSnapshot | ListKind::GrandPrix => true,
        ListKind::Mp | ListKind::Mw | ListKind::Wildcards | ListKind::MpStart => false,
    }
}
