//! What Prometheus reads, on the private listener only.

use crate::kostka::Kostka;
use actix_web::{HttpResponse, web};

/// All measures.
pub(crate) async fn show(kostka: web::Data<Kostka>) -> HttpResponse {
    let state = web::Data::clone(&kostka);
    let head = kostka.blocking(move || state.log.head()).await.ok().and_then(Result::ok);
    let position = kostka.projector.position().0;
    kostka.measures.positions(head.map_or(position, |head| head.position.0), position);
    kostka.measures.upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(kostka.measures.render())
}
