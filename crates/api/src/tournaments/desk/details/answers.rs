//! The answer about one tournament, and the summary that lists share with it.

use crate::http::conditional;
use crate::tournaments::desk::format::format_item;
use crate::tournaments::execute::{tournament_address, tournament_part_address};
use domain::competitions::class::TournamentClass;
use domain::season::deadlines::last_announcement_day;
use domain::tournament::course::{Phase, TournamentState};
use domain::values::calendar::{Day, Window};
use domain::values::ids::CompetitionId;
use domain::values::voivodeship::Voivodeship;
use projections::views::{Details, TournamentEntry, Views};
use wire::tournaments::desk::{Links, ManagedTournament, Tournament};

fn links(id: &CompetitionId) -> Links {
    Links {
        tournament: tournament_address(id),
        players: tournament_part_address(id, "players"),
        draws: tournament_part_address(id, "draws"),
        seating: tournament_part_address(id, "seating"),
        standings: tournament_part_address(id, "standings"),
        progress: tournament_part_address(id, "progress"),
        results: tournament_part_address(id, "results"),
        live: tournament_part_address(id, "live"),
    }
}

/// What every tournament has, whether it runs here or was recorded afterwards.
pub(crate) struct TournamentSummary {
    pub(crate) days: Option<(Day, Day)>,
    pub(crate) voivodeship: Option<Voivodeship>,
    pub(crate) class: Option<TournamentClass>,
    pub(crate) phase: Phase,
}

impl TournamentSummary {
    pub(crate) fn of(views: &Views, entry: &TournamentEntry) -> Self {
        if let Some(state) = entry.state() {
            let class = state.approval.as_ref().map_or(state.application.class, |approval| approval.class);
            return Self {
                days: Some((state.details.first_day, state.details.last_day)),
                voivodeship: Some(state.details.voivodeship),
                class: Some(class),
                phase: state.phase,
            };
        }
        let competition = views.competitions.find(&entry.stream);
        let details = competition.and_then(|competition| match &competition.details {
            Details::Tournament { class, voivodeship } => Some((*class, *voivodeship)),
            _ => None,
        });
        let days = |window: Window| (window.first(), window.last().unwrap_or(window.first()));
        Self {
            days: competition.and_then(|competition| competition.days).map(days),
            voivodeship: details.map(|(_, voivodeship)| voivodeship),
            class: details.map(|(class, _)| class),
            phase: Phase::Closed,
        }
    }
}

pub(crate) fn tournament_answer(views: &Views, entry: &TournamentEntry) -> Tournament {
    let TournamentSummary { days, voivodeship, class, phase } = TournamentSummary::of(views, entry);
    Tournament {
        id: entry.id.to_string(),
        name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
        venue: entry.venue.as_ref().map(|venue| venue.as_str().to_owned()),
        voivodeship,
        first_day: days.map(|(first, _)| first.to_string()),
        last_day: days.map(|(_, last)| last.to_string()),
        class,
        phase,
        managed: entry.state().map(managed_tournament),
        links: links(&entry.id),
        etag: conditional::etag_text(entry.details_changed),
    }
}

fn managed_tournament(state: &TournamentState) -> ManagedTournament {
    let rulebook = state.rulebook.clone().unwrap_or_default();
    ManagedTournament {
        variant: state.application.variant,
        planned_players: state.application.planned_players,
        last_announcement: last_announcement_day(state.details.first_day, &rulebook).to_string(),
        late_notice: state.late_notice,
        rulebook: state.approval.as_ref().map(|approval| approval.rulebook_id.to_string()),
        seed_commitment: state.approval.as_ref().map(|approval| approval.seed.to_string()),
        format: state.plan.as_deref().map(format_item),
        stages: state.planned_stages(),
        current_stage: state.current_stage(),
        started: state.has_started(),
    }
}
