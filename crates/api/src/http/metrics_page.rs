//! What Prometheus reads, on the private listener only.

use crate::http::app::AppState;
use actix_web::{HttpResponse, web};

pub(crate) async fn show(app: web::Data<AppState>) -> HttpResponse {
    let state = web::Data::clone(&app);
    let head = app.blocking(move || state.log.head()).await.ok().and_then(Result::ok);
    let position = app.projector.position().0;
    app.metrics.positions(head.map_or(position, |head| head.position.0), position);
    app.metrics.upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(app.metrics.render())
}
