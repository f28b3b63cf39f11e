//! A tournament in its first round, and sheets for its tables.

use crate::client::{Connection, get, post, put};
use crate::kostka::Kostka;
use harness::slices::Failure;
use serde_json::{Value, json};

/// A large tournament, as there was one.
pub(crate) const LARGE: usize = 91;
/// An ordinary one: eight tables.
pub(crate) const ORDINARY: usize = 32;
const GAMES: u64 = 4;

/// A tournament in its first round.
pub(crate) struct Hall {
    pub(crate) id: String,
    /// How many seats each table has.
    pub(crate) seats: Vec<usize>,
}

impl Hall {
    /// Applies, approves, registers so many players, draws and starts.
    pub(crate) fn open(kostka: &Kostka, token: &str, players: usize) -> Result<Self, Failure> {
        let mut asking = Asking { connection: kostka.connect()?, bearer: format!("Bearer {token}") };
        let application = json!({
            "name": "Turniej Pomiarowy",
            "contact": {
                "name": "Olga Organizatorka",
                "email": "olga@example.org",
                "address": "ul. Zmyślona 1, 00-000 Nigdzie",
                "phone": "123 456 789",
            },
            "venue": "Biblioteka Zmyślona",
            "voivodeship": "śląskie",
            "first_day": "2099-03-21",
            "planned_players": players,
            "class": "eliminatory",
            "experienced": true,
        });
        let id = asking.post("/api/v1/applications", &application)?["id"].as_str().ok_or("no id")?.to_owned();
        asking.post(&format!("/api/v1/applications/{id}/approval"), &json!({}))?;
        let here = format!("/api/v1/tournaments/{id}");
        let plan = json!({"rounds": [GAMES, GAMES, GAMES, GAMES], "top": "top8", "final_games": 4});
        let etag = asking.etag(&here)?;
        asking.put(&format!("{here}/format"), &etag, &plan)?;
        let found = asking.get("/api/v1/players?limit=200")?;
        let found = found["items"].as_array().ok_or("no players")?;
        let chosen = found.iter().take(players).map(|player| json!({"player": player["id"]}));
        let registrations: Vec<Value> = chosen.collect();
        asking.post(&format!("{here}/registrations"), &json!({"registrations": registrations}))?;
        asking.post(&format!("{here}/check-ins"), &json!({"all": true}))?;
        asking.post(&format!("{here}/draws"), &json!({}))?;
        asking.bare(&format!("{here}/stages/1/start"))?;
        let seating = asking.get(&format!("{here}/seating"))?;
        let tables = seating["tables"].as_array().ok_or("no tables")?;
        let seats = tables.iter().map(|table| table["seats"].as_array().map_or(0, Vec::len)).collect();
        Ok(Self { id, seats })
    }

    /// The address of a sheet; tables from 1.
    pub(crate) fn sheet(&self, table: usize) -> String {
        format!("/api/v1/tournaments/{}/stages/1/tables/{table}/sheet", self.id)
    }

    /// Enters the sheets of all tables once.
    pub(crate) fn enter_everything(&self, kostka: &Kostka, token: &str) -> Result<(), Failure> {
        let mut asking = Asking { connection: kostka.connect()?, bearer: format!("Bearer {token}") };
        for table in 1..=self.seats.len() {
            let etag = asking.etag(&self.sheet(table))?;
            asking.put(&self.sheet(table), &etag, &games(self.seats[table - 1], table as u64))?;
        }
        Ok(())
    }

    /// The ETag of every sheet.
    pub(crate) fn etags(&self, kostka: &Kostka, token: &str) -> Result<Vec<String>, Failure> {
        let mut asking = Asking { connection: kostka.connect()?, bearer: format!("Bearer {token}") };
        (1..=self.seats.len()).map(|table| asking.etag(&self.sheet(table))).collect()
    }
}

/// Games of a table with points that differ from number to number.
pub(crate) fn games(seats: usize, number: u64) -> Value {
    let game = |game: u64| {
        let winner = ((number + game) % seats as u64) as usize;
        let lost = |seat: usize| (seat as u64 + 1) * 7 + (number * 3 + game * 5) % 29;
        let sum: u64 = (0..seats).filter(|seat| *seat != winner).map(lost).sum();
        let points = (0..seats).map(|seat| if seat == winner { json!(sum) } else { json!(-(lost(seat) as i64)) });
        json!({"ending": "rack_emptied", "small": points.collect::<Vec<_>>()})
    };
    json!({"games": (0..GAMES).map(game).collect::<Vec<_>>()})
}

/// Somebody who is signed in, on a connection of their own.
struct Asking {
    connection: Connection,
    bearer: String,
}

impl Asking {
    fn get(&mut self, path: &str) -> Result<Value, Failure> {
        let reply = self.connection.send(&get(path, &[("Authorization", &self.bearer)]))?.expect(200, path)?;
        Ok(serde_json::from_slice(&reply.body)?)
    }

    fn etag(&mut self, path: &str) -> Result<String, Failure> {
        let reply = self.connection.send(&get(path, &[("Authorization", &self.bearer)]))?.expect(200, path)?;
        Ok(reply.header("etag").ok_or("no ETag")?.to_owned())
    }

    fn post(&mut self, path: &str, body: &Value) -> Result<Value, Failure> {
        let reply = self.connection.send(&post(path, &[("Authorization", &self.bearer)], body))?;
        let status = if reply.status == 201 { 201 } else { 200 };
        Ok(serde_json::from_slice(&reply.expect(status, path)?.body)?)
    }

    /// A write without a body.
    fn bare(&mut self, path: &str) -> Result<(), Failure> {
        let head = crate::client::head("POST", path, &[("Authorization", &self.bearer), ("Content-Length", "0")]);
        self.connection.send((head + "\r\n").as_bytes())?.expect(200, path).map(drop)
    }

    fn put(&mut self, path: &str, etag: &str, body: &Value) -> Result<(), Failure> {
        let headers = [("Authorization", self.bearer.as_str()), ("If-Match", etag)];
        self.connection.send(&put(path, &headers, body))?.expect(200, path).map(drop)
    }
}
