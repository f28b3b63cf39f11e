//! Who sits where, to be put up at the door: by name, and by table.

use super::{Desk, Seating};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Everybody on the list of players, by surname in the Polish alphabet.
#[derive(Debug, Deserialize)]
struct Players {
    items: Vec<Listed>,
}

#[derive(Debug, Deserialize)]
struct Listed {
    id: String,
}

struct Row {
    name: String,
    city: String,
    table: u32,
    seat: String,
}

#[derive(Template)]
#[template(path = "paper/seating.html")]
struct Page {
    shell: Shell,
    desk: Desk,
    title: String,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "paper/seating_tables.html")]
struct ByTable {
    shell: Shell,
    desk: Desk,
    title: String,
    seating: Seating,
}

/// Who sits where.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String, String)>) -> HttpResponse {
    let (code, id, stage, order) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, &stage, &order)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, code: &str, order: &str) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let seating = desk.seating(inside, code).await?;
    let title = format!("{}: {}", tongue.text("seating"), stage(tongue, code));
    let shell = desk.shell(&title, &format!("/seating/{code}/{order}"));
    if order == "tables" {
        return show::rendered(&ByTable { shell, desk, title, seating });
    }
    let players: Players = inside.personal().get(tongue.0, &desk.part("players")).await?;
    let rank: BTreeMap<&str, usize> = players.items.iter().map(|it| it.id.as_str()).zip(0..).collect();
    let mut seats: Vec<_> =
        seating.tables.iter().flat_map(|table| table.seats.iter().map(|seat| (table.table, seat))).collect();
    seats.sort_by_key(|(_, seat)| rank.get(seat.player.player.as_str()).copied().unwrap_or(usize::MAX));
    let rows = seats.into_iter().map(|(table, seat)| Row {
        name: seat.player.surname_first(tongue),
        city: seat.player.city().to_owned(),
        table,
        seat: seat.seat.clone(),
    });
    let rows = rows.collect();
    show::rendered(&Page { shell, desk, title, rows })
}
