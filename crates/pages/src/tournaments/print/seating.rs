//! Seating lists to put up at the door: by name, and by table.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::list_items::surname_first;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::people::PlayerName as _;
use crate::tournaments::tournament::stage;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use std::collections::BTreeMap;
use wire::tournaments::desk::PublicList;
use wire::tournaments::live::Seating;

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
    desk: PrintContext,
    title: String,
    rows: Vec<Row>,
}

#[derive(Template)]
#[template(path = "paper/seating_tables.html")]
struct ByTable {
    shell: Shell,
    desk: PrintContext,
    title: String,
    seating: Seating,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String, String)>) -> Rendered {
    let (language, id, written, order) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let code = desk.stage(&written)?;
    let seating = desk.seating(&client, code).await?;
    let title = format!("{}: {}", language.text("seating"), stage(language, code));
    let shell = desk.shell(&title, &format!("/seating/{code}/{order}"));
    if order == "tables" {
        return response::render_template(&ByTable { shell, desk, title, seating });
    }
    // The list of players is sorted by surname in the Polish alphabet.
    let players: PublicList = client.personal().get(language.0, &desk.part("players")).await?;
    let rank: BTreeMap<&str, usize> = players.items.iter().map(|it| it.id.as_str()).zip(0..).collect();
    let mut seats: Vec<_> =
        seating.tables.iter().flat_map(|table| table.seats.iter().map(|seat| (table.table, seat))).collect();
    seats.sort_by_key(|(_, seat)| rank.get(seat.named.player.as_str()).copied().unwrap_or(usize::MAX));
    let rows = seats.into_iter().map(|(table, seat)| Row {
        name: surname_first(language, seat.named.first_name.as_deref(), seat.named.surname.as_deref()),
        city: seat.named.city.clone().unwrap_or_default(),
        table,
        seat: seat.seat.to_string(),
    });
    let rows = rows.collect();
    response::render_template(&Page { shell, desk, title, rows })
}
