//! The interface that a simulation needs: sending requests to the service, letting time pass, showing progress.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// As whom a request is sent; one account may stand for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActingRole {
    /// The federation: approves applications and registers players.
    Federation,
    Organiser,
    /// The main referee of the event.
    Referee,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    /// As HTTP writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct ServiceRequest {
    pub who: ActingRole,
    pub method: Method,
    /// The address behind `/api/v1/`.
    pub path: String,
    pub body: Option<Value>,
    /// What stands in `If-Match`.
    pub if_match: Option<String>,
    /// What stands in `Idempotency-Key`: a request that was lost can be sent again.
    pub key: Option<String>,
}

impl ServiceRequest {
    /// A request that reads; the other methods fill in what it leaves empty.
    pub fn get(who: ActingRole, path: impl Into<String>) -> Self {
        Self { who, method: Method::Get, path: path.into(), body: None, if_match: None, key: None }
    }
}

/// What the service says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServiceResponse {
    pub status: u16,
    /// The header `ETag`.
    pub etag: Option<String>,
    pub body: Value,
}

impl ServiceResponse {
    /// Whether it was done.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as a type of `wire`; `None` if it is something else.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(self.body.clone()).ok()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    #[error("stopped")]
    Stopped,
    /// No answer, however often it was tried.
    #[error("the service does not answer: {problem}")]
    Unreachable {
        /// What happened to the last try.
        problem: String,
    },
    /// The service refused what it should not have.
    #[error("{request}: {status} {detail}")]
    Refused {
        /// Method and path.
        request: String,
        status: u16,
        /// What the service says to it.
        detail: String,
    },
}

/// Steps of a simulation, for showing the progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressStep {
    /// A sheet is recorded, or a game of the final.
    Sheet,
    /// A stage is over.
    Stage,
    /// The results are final.
    Closed,
}

/// Sends requests to the service. An implementation retries lost answers and waits for a busy service before it
/// returns.
pub trait Service {
    /// Sends a request; refusals are answers.
    fn call(&self, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError>;

    /// Lets so many thousandths of the time of a round pass.
    fn advance_time(&self, thousandths: u32) -> Result<(), ServiceError>;

    /// Hears what happens.
    fn on_progress(&self, step: ProgressStep);
}
