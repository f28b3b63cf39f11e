//! A seeded season bundle of any size: the same shape at every size, with work for every list.

use chrono::{Days, NaiveDate, TimeZone};
use chrono_tz::Europe::Warsaw;
use domain::Choice;
use domain::values::voivodeship::Voivodeship;
use formats::bundle::FORMAT;
use harness::generator::Generator;
use std::io::{self, Write};

/// Results in each tournament.
pub(crate) const RESULTS: u32 = 60;
const SEED: u64 = 1948;
const SEASONS: [i32; 3] = [2023, 2024, 2025];
const FIRST_NAMES: [&str; 8] = ["Anna", "Bożena", "Celina", "Dawid", "Łukasz", "Michał", "Żaneta", "Zofia"];
const SURNAMES: [&str; 8] = ["Bąk", "Dąbrowska", "Kowalczyk", "Lis", "Nowak", "Wiśniewska", "Wójcik", "Źrebiec"];
const CITIES: [&str; 6] = ["Bydgoszcz", "Gdynia", "Kraków", "Łódź", "Rzeszów", "Żory"];

/// How much a bundle holds; everything that a federation has more of when it grows follows from the tournaments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) tournaments: u32,
    pub(crate) players: u32,
}

impl Size {
    /// No events and nobody to rank: what is left is the start of the program.
    pub(crate) const EMPTY: Self = Self { tournaments: 0, players: 0 };

    /// The size with this many results, in the proportion of 12,000 results to 5,000 players.
    pub(crate) fn of_results(results: u32) -> Self {
        Self { tournaments: results / RESULTS, players: results / 12 * 5 }
    }
}

/// A tournament that a Grand Prix may count.
struct Eliminatory {
    id: String,
    season: usize,
}

/// Writes the parts of a bundle one after the other.
pub(crate) struct Bundle<W> {
    out: W,
    size: Size,
    generator: Generator,
    eliminatory: Vec<Eliminatory>,
}

impl<W: Write> Bundle<W> {
    /// Writes the bundle of this size; the same bytes in every run.
    pub(crate) fn write(size: Size, out: W) -> io::Result<()> {
        let mut bundle = Self { out, size, generator: Generator::new(SEED), eliminatory: Vec::new() };
        write!(bundle.out, r#"{{"format":"{FORMAT}","rulebook":{{"base":"pl-2024-25","overrides":{{}}}}"#)?;
        bundle.array("seasons", SEASONS.len() as u32, Self::season)?;
        bundle.array("players", size.players, Self::player)?;
        bundle.array("tournaments", size.tournaments, Self::tournament)?;
        bundle.array("leagues", size.tournaments / 10, Self::league)?;
        bundle.array("grand_prix", size.tournaments / 40, Self::grand_prix)?;
        bundle.array("online", size.tournaments / 20, Self::online)?;
        bundle.array("waivers", size.players / 100, Self::waiver)?;
        let championships = Voivodeship::ALL.len() * SEASONS.len();
        bundle.array("mw", championships as u32, Self::championship)?;
        writeln!(bundle.out, "}}")?;
        bundle.out.flush()
    }

    fn array(&mut self, name: &str, count: u32, item: fn(&mut Self, u32) -> io::Result<()>) -> io::Result<()> {
        write!(self.out, ",\n\"{name}\":[")?;
        for index in 0..count {
            self.out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
            item(self, index)?;
        }
        write!(self.out, "]")
    }

    fn season(&mut self, index: u32) -> io::Result<()> {
        let year = SEASONS[index as usize];
        let (from, to) = (first_day(year), last_day(year));
        let first_day_of_mp = to + Days::new(1);
        write!(self.out, r#"{{"id":"{year}","from":"{from}","to":"{to}","mp_first_day":"{first_day_of_mp}"}}"#)
    }

    fn player(&mut self, index: u32) -> io::Result<()> {
        let first_name = self.generator.choice(&FIRST_NAMES);
        let surname = self.generator.choice(&SURNAMES);
        let city = self.generator.choice(&CITIES);
        let voivodeship = self.generator.choice(Voivodeship::ALL).name();
        let id = player_id(index);
        write!(
            self.out,
            r#"{{"id":"{id}","first_name":"{first_name}","surname":"{surname}","city":"{city}","voivodeship":"{voivodeship}","country":"PL"}}"#
        )
    }

    fn tournament(&mut self, index: u32) -> io::Result<()> {
        let id = format!("turniej-{index:05}");
        let season = self.generator.below(SEASONS.len() as u32) as usize;
        let class = match self.generator.below(20) {
            0..9 => "ordinary",
            9..18 => "eliminatory",
            18 => "mw",
            _ => "mp",
        };
        if class == "eliminatory" {
            self.eliminatory.push(Eliminatory { id: id.clone(), season });
        }
        let planned = 12 + self.generator.below(5);
        self.event(&id, "Turniej", season)?;
        write!(self.out, r#","class":"{class}","planned_games":{planned},"results":["#)?;
        let places = self.generator.shared_places(RESULTS, 20);
        let players = self.generator.distinct(RESULTS as usize, self.size.players);
        for (position, (player, place)) in players.iter().zip(places).enumerate() {
            let separator = if position == 0 { "" } else { "," };
            let (player, played) = (player_id(*player), self.games_played(planned));
            write!(self.out, r#"{separator}{{"player":"{player}","games_played":{played},"#)?;
            // The last one may be disqualified without a gap in the places of the others.
            if position as u32 == RESULTS - 1 && self.generator.once_in(5) {
                write!(self.out, r#""disqualified":true}}"#)?;
            } else {
                write!(self.out, r#""place":{place}}}"#)?;
            }
        }
        write!(self.out, "]")?;
        if self.generator.once_in(8) {
            write!(self.out, r#","waivers":["{}"]"#, player_id(players[0]))?;
        }
        write!(self.out, "}}")
    }

    /// Most play everything; some leave before half of the games, and a few never begin.
    fn games_played(&mut self, planned: u32) -> u32 {
        match self.generator.below(50) {
            0 => 0,
            1..3 => planned / 2 - 1,
            3..8 => planned - 1,
            _ => planned,
        }
    }

    fn league(&mut self, index: u32) -> io::Result<()> {
        let season = self.generator.below(SEASONS.len() as u32) as usize;
        let players = self.generator.distinct(36, self.size.players);
        self.event(&format!("liga-{index:05}"), "Liga", season)?;
        write!(self.out, r#","meetings":["#)?;
        for meeting in 0..5_u32 {
            let separator = if meeting == 0 { "" } else { "," };
            let date = first_day(SEASONS[season]) + Days::new(u64::from(meeting) * 14);
            let present = players.iter().enumerate();
            let present = present.filter(|(position, _)| !(*position as u32 + meeting).is_multiple_of(3));
            let present: Vec<String> = present.map(|(_, player)| format!("\"{}\"", player_id(*player))).collect();
            write!(self.out, r#"{separator}{{"date":"{date}","present":[{}]}}"#, present.join(","))?;
        }
        write!(self.out, "]")?;
        self.table(&players)?;
        write!(self.out, "}}")
    }

    fn grand_prix(&mut self, index: u32) -> io::Result<()> {
        let season = index as usize % SEASONS.len();
        let of_season: Vec<&Eliminatory> = self.eliminatory.iter().filter(|member| member.season == season).collect();
        let members = self.generator.distinct(of_season.len().min(6), of_season.len() as u32);
        let members = members.iter().map(|position| format!("\"{}\"", of_season[*position as usize].id));
        let members = members.collect::<Vec<_>>().join(",");
        write!(self.out, r#"{{"id":"gp-{index:04}","name":"Grand Prix {index}","tournaments":[{members}]}}"#)
    }

    fn online(&mut self, index: u32) -> io::Result<()> {
        const EVENTS: [&str; 5] = ["mp_online", "hertzano", "gold", "silver", "bronze"];
        let event = EVENTS[index as usize % EVENTS.len()];
        let edition = index as usize / EVENTS.len() + 1;
        let season = self.generator.below(SEASONS.len() as u32) as usize;
        let players = self.generator.distinct(40, self.size.players);
        let ended_at = self.moment(season);
        write!(
            self.out,
            r#"{{"id":"online-{index:05}","event":"{event}","edition":{edition},"ended_at":"{ended_at}""#
        )?;
        self.table(&players)?;
        write!(self.out, "}}")
    }

    fn waiver(&mut self, index: u32) -> io::Result<()> {
        let season = self.generator.below(SEASONS.len() as u32) as usize;
        let (player, declared_at) = (player_id(index * 100), self.moment(season));
        write!(self.out, r#"{{"player":"{player}","declared_at":"{declared_at}"}}"#)
    }

    fn championship(&mut self, index: u32) -> io::Result<()> {
        let voivodeship = Voivodeship::ALL[index as usize % Voivodeship::ALL.len()].name();
        let year = SEASONS[index as usize / Voivodeship::ALL.len()];
        let (from, to) = (first_day(year), last_day(year) - Days::new(30));
        write!(
            self.out,
            r#"{{"id":"mw-{year}-{voivodeship}","voivodeship":"{voivodeship}","from":"{from}","to":"{to}"}}"#
        )
    }

    /// Opens an object with what tournaments and leagues have in common.
    fn event(&mut self, id: &str, kind: &str, season: usize) -> io::Result<()> {
        let city = self.generator.choice(&CITIES);
        let voivodeship = self.generator.choice(Voivodeship::ALL).name();
        let (ended_at, submitted_at) = (self.moment(season), self.moment(season));
        write!(
            self.out,
            r#"{{"id":"{id}","name":"{kind} {city}","ended_at":"{ended_at}","submitted_at":"{submitted_at}","voivodeship":"{voivodeship}""#
        )
    }

    fn table(&mut self, players: &[u32]) -> io::Result<()> {
        write!(self.out, r#","table":["#)?;
        let places = self.generator.shared_places(players.len() as u32, 20);
        for (position, (player, place)) in players.iter().zip(places).enumerate() {
            let separator = if position == 0 { "" } else { "," };
            let player = player_id(*player);
            write!(self.out, r#"{separator}{{"player":"{player}","place":{place}}}"#)?;
        }
        write!(self.out, "]")
    }

    /// An afternoon of the season, with Warsaw's offset.
    fn moment(&mut self, season: usize) -> String {
        let year = SEASONS[season];
        let days = (last_day(year) - first_day(year)).num_days() as u32;
        let day = first_day(year) + Days::new(u64::from(self.generator.below(days)));
        let local = day.and_hms_opt(15 + self.generator.below(4), self.generator.below(4) * 15, 0);
        let zoned = local.and_then(|local| Warsaw.from_local_datetime(&local).single());
        let zoned = zoned.expect("the clocks change at night, so an afternoon exists once");
        zoned.format("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }
}

fn player_id(index: u32) -> String {
    format!("gracz-{index:06}")
}

/// A season opens in September of the year before and closes before its championship.
fn first_day(year: i32) -> NaiveDate {
    date(year - 1, 9, 22)
}

fn last_day(year: i32) -> NaiveDate {
    date(year, 9, 19)
}

fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day of the calendar")
}
