//! Connections: how many one client may hold open, and for how long without asking for anything.
//!
//! The framework limits the time for the first request of a connection, and silence between two requests, but not a second
//! request that never comes to the end of its head. Whoever holds a connection without an answer under way loses it here.

use crate::client_address::one_client;
use crate::settings::Settings;
use actix_web::dev::Extensions;
use actix_web::rt::net::TcpStream;
use ipnet::IpNet;
use rustc_hash::FxHashMap;
use rustix::net::{Shutdown, shutdown};
use std::any::Any;
use std::cell::Cell;
use std::net::IpAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a connection may live without an answer under way; longer than silence between two requests may last.
const LONGEST_SILENCE: Duration = Duration::from_secs(80);

/// All open connections.
pub(crate) struct Connections {
    open: Mutex<Open>,
    per_client: usize,
    trusted: Vec<IpNet>,
    started: Instant,
}

#[derive(Default)]
struct Open {
    number: u64,
    by_number: FxHashMap<u64, Arc<Held>>,
    by_client: FxHashMap<IpAddr, usize>,
}

/// One connection, as the one who looks after all of them sees it.
struct Held {
    socket: OwnedFd,
    answering: AtomicUsize,
    /// When its last answer was finished, in seconds since the start.
    silent_since: AtomicU64,
}

/// One connection, as its requests see it; gone when it is closed.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    held: Arc<Held>,
    number: u64,
    /// None for a proxy, behind which there are many clients.
    client: Option<IpAddr>,
}

impl Connections {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            open: Mutex::default(),
            per_client: settings.limits.connections_per_client,
            trusted: settings.trusted_proxies.clone(),
            started: Instant::now(),
        }
    }

    /// Takes in a new connection; one too many is closed before it is read.
    pub(crate) fn take_in(self: &Arc<Self>, stream: &dyn Any, extensions: &mut Extensions) {
        let Some(stream) = stream.downcast_ref::<TcpStream>() else { return };
        let (Ok(peer), Ok(socket)) = (stream.peer_addr(), stream.as_fd().try_clone_to_owned()) else { return };
        let address = peer.ip().to_canonical();
        let client = (!self.trusted.iter().any(|net| net.contains(&address))).then(|| one_client(address));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = client {
            let count = open.by_client.entry(client).or_default();
            if *count >= self.per_client {
                // It may be closed already.
                let _ = shutdown(&socket, Shutdown::Both);
                return;
            }
            *count += 1;
        }
        open.number += 1;
        let number = open.number;
        let held = Arc::new(Held {
            socket,
            answering: AtomicUsize::new(0),
            silent_since: AtomicU64::new(self.started.elapsed().as_secs()),
        });
        open.by_number.insert(number, Arc::clone(&held));
        extensions.insert(Rc::new(Connection { connections: Arc::clone(self), held, number, client }));
    }

    /// Closes connections that have been silent for too long; to be called now and then.
    pub(crate) fn close_silent(&self) {
        let limit = LONGEST_SILENCE.as_secs();
        let now = self.started.elapsed().as_secs();
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for held in open.by_number.values() {
            let silent = held.answering.load(Ordering::Acquire) == 0;
            if silent && now.saturating_sub(held.silent_since.load(Ordering::Acquire)) > limit {
                let _ = shutdown(&held.socket, Shutdown::Both);
            }
        }
    }
}

impl Connection {
    /// Says that an answer is under way, until what it gives is dropped.
    pub(crate) fn answering(self: &Rc<Self>) -> Answering {
        self.held.answering.fetch_add(1, Ordering::AcqRel);
        Answering { connection: Rc::clone(self), lasting: Cell::new(false) }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = self.connections.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.by_number.remove(&self.number);
        if let Some(client) = self.client
            && let Some(count) = open.by_client.get_mut(&client)
        {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(&client);
            }
        }
    }
}

/// An answer under way.
pub(crate) struct Answering {
    connection: Rc<Connection>,
    lasting: Cell<bool>,
}

impl Answering {
    /// The answer is a stream, which lasts for as long as its connection.
    pub(crate) fn lasts(&self) {
        self.lasting.set(true);
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let Connection { connections, held, .. } = &*self.connection;
        held.silent_since.store(connections.started.elapsed().as_secs(), Ordering::Release);
        if !self.lasting.get() {
            held.answering.fetch_sub(1, Ordering::AcqRel);
        }
    }
}
