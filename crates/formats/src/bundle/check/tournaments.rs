//! Checks tournaments: results as written, or rounds with their games and the final.

use super::{Checker, raw};
use crate::path::Path;
use crate::problem::ProblemKind;
use domain::game::Ending;
use domain::game::sheet::{SheetError, check_game};
use domain::tournament::result::{ClosedTournament, ExceptionDecision, Finish, finishes_from_rounds};
use domain::tournament::standings::{PlayedGame, Table};
use domain::values::ids::PlayerKey;
use domain::values::place::check_shared_places;
use domain::values::points::SmallPoints;
use domain::values::variant::Variant;
use std::collections::HashSet;

const FINAL_SEATS: usize = 4;

impl Checker<'_> {
    /// The tournaments in the order of the bundle; one with a problem is `None`.
    pub(super) fn tournaments(&mut self, written: Vec<raw::Tournament>) -> Vec<Option<ClosedTournament>> {
        let at = Path::root("tournaments");
        let mut tournaments = Vec::with_capacity(written.len());
        for (index, tournament) in written.into_iter().enumerate() {
            let checked = if self.problems.full() { None } else { self.tournament(at.index(index), &tournament) };
            tournaments.push(checked);
        }
        tournaments
    }

    fn tournament(&mut self, path: Path<'_>, written: &raw::Tournament) -> Option<ClosedTournament> {
        let ended_at = self.problems.moment(path.field("ended_at"), &written.ended_at);
        let submitted_at = self.problems.moment(path.field("submitted_at"), &written.submitted_at);
        let voivodeship = self.problems.choice(path.field("voivodeship"), &written.voivodeship);
        let class = self.problems.choice(path.field("class"), &written.class);
        if written.planned_games == 0 {
            self.problems.add(path.field("planned_games"), ProblemKind::NothingPlanned);
        }
        let finishes = match (&written.results, &written.rounds) {
            (Some(results), None) => {
                for (field, there) in
                    [("final", written.final_table.is_some()), ("disqualified", written.disqualified.is_some())]
                {
                    if there {
                        self.problems.add(path.field(field), ProblemKind::OnlyWithRounds(field));
                    }
                }
                self.results(path.field("results"), written.planned_games, results)
            }
            (None, Some(rounds)) => self.rounds(path, written, rounds),
            (Some(_), Some(_)) => {
                self.problems.add(path, ProblemKind::ResultsAndRounds);
                Vec::new()
            }
            (None, None) => {
                self.problems.add(path, ProblemKind::NoResultsOrRounds);
                Vec::new()
            }
        };
        let in_event: HashSet<PlayerKey> = finishes.iter().map(|finish| finish.player).collect();
        let waivers = self.players_of_event(path.field("waivers"), written.waivers.as_ref(), &in_event);
        let exception_path = path.field("exception_decision");
        let exception = written.exception_decision.as_ref().and_then(|decision| {
            let at = exception_path.field("decided_at");
            let decided_at = self.problems.moment(at, &decision.decided_at)?;
            if ended_at.is_some_and(|ended_at| decided_at < ended_at) {
                self.problems.add(at, ProblemKind::DecidedBeforeEnd);
            }
            Some(ExceptionDecision { granted: decision.granted, decided_at })
        });
        Some(ClosedTournament {
            competition: self.ids.event(&written.id)?,
            ended_at: ended_at?,
            submitted_at: submitted_at?,
            voivodeship: voivodeship?,
            class: class?,
            planned_games: written.planned_games,
            finishes,
            waivers,
            exception,
        })
    }

    fn results(&mut self, path: Path<'_>, planned: u32, written: &[raw::TournamentResult]) -> Vec<Finish> {
        let mut seen = HashSet::with_capacity(written.len());
        let mut finishes = Vec::with_capacity(written.len());
        for (index, result) in written.iter().enumerate() {
            let at = path.index(index);
            let disqualified = result.disqualified == Some(true);
            if disqualified == result.place.is_some() {
                self.problems.add(at, ProblemKind::PlaceOrDisqualified);
            }
            let played = result.games_played;
            if played > planned {
                self.problems.add(at.field("games_played"), ProblemKind::TooManyGames { played, planned });
            }
            let place = result.place.and_then(|number| self.place(at.field("place"), number));
            let Some(player) = self.player(at.field("player"), &result.player) else {
                continue;
            };
            if !seen.insert(player) {
                self.problems.add(at.field("player"), ProblemKind::DuplicatePlayer(result.player.to_string()));
            }
            finishes.push(Finish { player, place, disqualified, games_played: played, games_unplayed: 0 });
        }
        let places = check_shared_places(finishes.iter().filter_map(|finish| finish.place));
        if finishes.len() == written.len() {
            self.problems.check(path, places.map_err(ProblemKind::Places));
        }
        finishes
    }

    fn rounds(&mut self, path: Path<'_>, written: &raw::Tournament, rounds: &[raw::Round]) -> Vec<Finish> {
        let list = path.field("rounds");
        let mut tables: Vec<Table> = Vec::new();
        let mut seated: HashSet<PlayerKey> = HashSet::new();
        for (number, round) in rounds.iter().enumerate() {
            let round_path = list.index(number);
            let tables_path = round_path.field("tables");
            let mut in_round: HashSet<PlayerKey> = HashSet::new();
            for (index, table) in round.tables.iter().enumerate() {
                let at = tables_path.index(index);
                if !(3..=4).contains(&table.seats.len()) {
                    self.problems.add(at.field("seats"), ProblemKind::TableSize(table.seats.len()));
                }
                let seats = at.field("seats");
                for (seat, id) in table.seats.iter().enumerate() {
                    if self.ids.player(id).is_some_and(|player| !in_round.insert(player)) {
                        self.problems.add(seats.index(seat), ProblemKind::DuplicatePlayer(id.to_string()));
                    }
                }
                tables.push(self.played_table(at, table));
            }
            seated.extend(in_round);
        }
        let final_path = path.field("final");
        let final_table = written.final_table.as_ref().map(|table| {
            let seats = final_path.field("seats");
            if table.seats.len() != FINAL_SEATS {
                self.problems.add(seats, ProblemKind::FinalSize(table.seats.len()));
            }
            let mut finalists: HashSet<PlayerKey> = HashSet::new();
            for (index, id) in table.seats.iter().enumerate() {
                let Some(player) = self.ids.player(id) else { continue };
                if !finalists.insert(player) {
                    self.problems.add(seats.index(index), ProblemKind::DuplicatePlayer(id.to_string()));
                }
                if !seated.contains(&player) {
                    self.problems.add(seats.index(index), ProblemKind::FinalistNotInRounds(id.to_string()));
                }
            }
            self.played_table(final_path, table)
        });
        let disqualified = self.players_of_event(path.field("disqualified"), written.disqualified.as_ref(), &seated);
        let finishes = finishes_from_rounds(&tables, &[], final_table.as_ref(), &disqualified, &self.rulebook);
        let planned = written.planned_games;
        if let Some(played) = finishes.iter().map(|finish| finish.games_played).max().filter(|played| *played > planned)
        {
            self.problems.add(list, ProblemKind::TooManyGames { played, planned });
        }
        finishes
    }

    fn played_table(&mut self, path: Path<'_>, written: &raw::Table) -> Table {
        let list = path.field("seats");
        let keys = written.seats.iter().enumerate().filter_map(|(seat, id)| self.player(list.index(seat), id));
        let seats: Vec<PlayerKey> = keys.collect();
        let list = path.field("games");
        let mut games = Vec::with_capacity(written.games.len());
        for (index, game) in written.games.iter().enumerate() {
            let game = self.game(list.index(index), game, written.seats.len());
            games.push(game);
        }
        Table { seats, games }
    }

    /// A game; one with a problem counts as not played.
    fn game(&mut self, path: Path<'_>, written: &raw::Game, seats: usize) -> PlayedGame {
        let Some(ending) = self.problems.choice::<Ending>(path.field("ending"), &written.ending) else {
            return PlayedGame::NOT_PLAYED;
        };
        let at = path.field("small");
        let problem = match (&written.small, ending) {
            (None, Ending::NotPlayed) => return PlayedGame::NOT_PLAYED,
            (Some(_), Ending::NotPlayed) => ProblemKind::SmallOfUnplayed,
            (None, _) => ProblemKind::MissingSmall,
            (Some(small), _) if small.len() != seats => ProblemKind::SmallLength { found: small.len(), seats },
            (Some(small), ending) => {
                let small: Vec<SmallPoints> = small.iter().map(|points| SmallPoints((*points).into())).collect();
                let errors = check_game(ending, &small, Variant::Standard, &self.own).errors;
                // A wrong number of seats is told of the table.
                for error in errors.into_iter().filter(|error| !matches!(error, SheetError::WrongSeats { .. })) {
                    self.problems.add(at, ProblemKind::Sheet(error));
                }
                return PlayedGame::new(ending, &small, &self.own);
            }
        };
        self.problems.add(at, problem);
        PlayedGame::NOT_PLAYED
    }
}
