//! Starts the service, keeps it running, and ends it in time.

use crate::accounts::{self, Audit};
use crate::http::access_log::AccessLog;
use crate::http::api_client::ApiService;
use crate::http::app::{AppState, Dependencies};
use crate::http::edge::Edge;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::routes;
use crate::log::streams;
use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer, ResponseError, web};
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long answers that are under way get when the service stops; streams have been told before.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);
/// How long the head of a request may take to arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection may be silent between two requests; longer than usual proxies keep theirs.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How often records that have expired are taken out of the mutable store.
const CLEANUP_INTERVAL: Duration = Duration::from_mins(10);
/// How soon the read models are asked again whether they have caught up.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How often limits and measures are tidied up.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(5);

/// A service that is running.
pub struct RunningService {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where metrics are told.
    pub metrics_address: Option<SocketAddr>,
    app: web::Data<AppState>,
    handles: Vec<ServerHandle>,
    servers: Vec<tokio::task::JoinHandle<io::Result<()>>>,
    audit: tokio::task::JoinHandle<()>,
    access_log: Option<AccessLog>,
}

/// Runs what starts and stops a service, in the runtime that it needs.
pub fn block_on<F: Future>(future: F) -> F::Output {
    actix_web::rt::System::new().block_on(future)
}

/// Starts the service; it listens when this comes back. Must be called inside [`block_on`] or another actix runtime.
///
/// If no public address is given, links begin with the address that is listened on.
pub fn start(mut parts: Dependencies) -> io::Result<RunningService> {
    let (settings, pages) = (parts.settings.clone(), parts.pages);
    let access_log = settings.access_log.then(AccessLog::start).transpose()?;
    // Workers are started, and look into this, only after the address is known.
    let (shared, app_log) = (Arc::new(OnceLock::<web::Data<AppState>>::new()), access_log.clone());
    let (app_shared, connected) = (Arc::clone(&shared), Arc::clone(&shared));
    let server = HttpServer::new(move || {
        let app_state = app_shared.get().expect("workers start after the state is made");
        App::new()
            .app_data(app_state.clone())
            .app_data(ApiService::new(app_state.clone()))
            // One look tells a page from an address of the API, and the other way round it takes hundreds.
            .configure(pages)
            .configure(routes::public)
            .default_service(web::to(|| async { Problem::new(ProblemKind::NotFound).error_response() }))
            .wrap(Edge::new(app_state.clone(), app_log.clone()))
    })
    .on_connect(move |stream, extensions| {
        if let Some(app) = connected.get() {
            app.connections.register(stream, extensions);
        }
    })
    .workers(settings.workers)
    .client_request_timeout(HEAD_TIMEOUT)
    .client_disconnect_timeout(Duration::from_secs(1))
    .keep_alive(KEEP_ALIVE)
    // A watcher that closes its side has gone, and its stream ends at once.
    .h1_allow_half_closed(false)
    .max_connections(settings.limits.connections)
    .shutdown_timeout(SHUTDOWN_GRACE.as_secs())
    .disable_signals()
    .bind(settings.listen)?;
    let address = first_address(&server.addrs())?;
    if parts.settings.public_url.is_empty() {
        parts.settings.public_url = format!("http://{address}");
    }
    let app = shared.get_or_init(|| web::Data::new(AppState::new(parts))).clone();
    let server = server.run();
    let mut handles = vec![server.handle()];
    let mut servers = vec![tokio::task::spawn_local(server)];

    let mut metrics_address = None;
    if let Some(listen) = settings.metrics_listen {
        let state = app.clone();
        let server = HttpServer::new(move || App::new().app_data(state.clone()).configure(routes::private))
            .workers(1)
            .shutdown_timeout(1)
            .disable_signals()
            .bind(listen)?;
        metrics_address = server.addrs().first().copied();
        let server = server.run();
        handles.push(server.handle());
        servers.push(tokio::task::spawn_local(server));
    }
    tokio::task::spawn_local(streams::follow(app.clone()));
    tokio::task::spawn_local(catch_up(app.clone()));
    tokio::task::spawn_local(run_maintenance(app.clone()));
    let audit = tokio::task::spawn_local(Audit::run_writer(app.clone()));
    Ok(RunningService { address, metrics_address, app, handles, servers, audit, access_log })
}

fn first_address(addresses: &[SocketAddr]) -> io::Result<SocketAddr> {
    addresses.first().copied().ok_or_else(|| io::Error::other("nothing to listen on"))
}

impl RunningService {
    /// Waits until the read models have caught up with the log, before which nothing of it is shown.
    pub async fn caught_up(&self) {
        while !self.app.caught_up.load(Ordering::Acquire) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Ends the service: streams are told first, then answers under way are finished, then the read models stop.
    pub async fn stop(self) {
        self.app.stopping.send_replace(true);
        let stops = self.handles.iter().map(|handle| handle.stop(true));
        futures_util::future::join_all(stops).await;
        for server in self.servers {
            if let Ok(Err(error)) = server.await {
                tracing::warn!(%error, "a listener ended with an error");
            }
        }
        let _ = self.audit.await;
        Audit::flush(&self.app).await;
        let app = self.app.clone();
        // The thread of the projector may be in the middle of a page.
        let _ = web::block(move || app.projector.stop()).await;
        if let Some(log) = self.access_log {
            log.stop();
        }
    }
}

/// Waits until the read models know what was in the log when the service started.
async fn catch_up(app: web::Data<AppState>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        let state = web::Data::clone(&app);
        let head = app.blocking(move || state.log.head()).await;
        if let Ok(Ok(head)) = head
            && app.projector.wait_for(head.position).await.is_ok()
        {
            app.caught_up.store(true, Ordering::Release);
            return;
        }
        // A store that cannot be read is tried again by the read models, too.
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = tokio::time::sleep(RETRY_DELAY) => {}
        }
    }
}

async fn run_maintenance(app: web::Data<AppState>) {
    let mut stopping = app.stopping.subscribe();
    accounts::remove_expired(&app).await;
    let mut cleaned_at = Instant::now();
    loop {
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = tokio::time::sleep(MAINTENANCE_INTERVAL) => {}
        }
        app.limits.anonymous.forget_idle();
        app.limits.audited_refusals.forget_idle();
        app.limits.with_token.forget_idle();
        app.limits.account.forget_idle();
        app.limits.applications.forget_idle();
        app.expensive_reads.limit.forget_idle();
        app.limits.exports.forget_idle();
        app.connections.close_idle();
        app.metrics.upkeep();
        app.sign_in.throttle.remove_expired(app.environment.now());
        if cleaned_at.elapsed() >= CLEANUP_INTERVAL {
            cleaned_at = Instant::now();
            accounts::remove_expired(&app).await;
        }
    }
}
