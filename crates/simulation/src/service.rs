//! What a simulation asks for from outside: somebody who carries requests to the service, lets time pass and shows the progress.

use serde_json::Value;

/// As whom a request is sent; one account may stand for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// The federation: approves applications and registers players.
    Federation,
    /// Whoever runs the event.
    Organiser,
    /// The main referee of the event.
    Referee,
}

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "as in HTTP")]
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

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// As whom.
    pub who: Who,
    /// The method.
    pub method: Method,
    /// The address behind `/api/v1/`.
    pub path: String,
    /// The body.
    pub body: Option<Value>,
    /// What stands in `If-Match`.
    pub basis: Option<String>,
    /// What stands in `Idempotency-Key`: a request that was lost can be sent again.
    pub key: Option<String>,
}

/// What the service says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The header `ETag`.
    pub etag: Option<String>,
    /// The body; null if there is none.
    pub body: Value,
}

impl Answer {
    /// Whether it was done.
    pub fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// Why a simulation does not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Somebody asked it to end.
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
        /// The status.
        status: u16,
        /// What the service says to it.
        detail: String,
    },
}

/// What happens, for whoever shows the progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A sheet is recorded, or a game of the final.
    Sheet,
    /// A stage is over.
    Stage,
    /// The results are final.
    Closed,
}

/// Carries requests to the service. A lost answer is asked for again and a busy service waited for before an answer is given here.
pub trait Service {
    /// Sends a request; refusals are answers.
    fn call(&self, call: &Call) -> Result<Answer, Trouble>;

    /// Lets so many thousandths of the time of a round pass.
    fn pass(&self, thousandths: u32) -> Result<(), Trouble>;

    /// Hears what happens.
    fn saw(&self, step: Step);
}
