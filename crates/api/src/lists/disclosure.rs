//! The names of an edition with their salts, so that anybody can check them against the commitments that were published.

use super::editions::{find, read};
use super::{parse, state};
use crate::answer::{Answer, Audience, Key};
use crate::kostka::Kostka;
use crate::log::unreadable;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::PlayerId;
use events::envelope::{StreamKind, StreamName};
use events::vault::{Disclosure, PlayerName, UnsealError};
use formats::list::ListRow;
use projections::views::Views;
use serde::Serialize;
use utoipa::ToSchema;

/// The names of an edition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DisclosureBody {
    /// What the file is.
    #[schema(max_length = 30, example = "list-disclosure/1")]
    format: &'static str,
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    list: String,
    /// Which edition of it.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    edition: u32,
    /// The digest of the edition.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest: String,
    /// Who stands on it. The commitment in a row of the edition is the HMAC-SHA256 under `salt` over these parts, each with its length in
    /// front as eight big-endian bytes: `kostka commitment 1`, `name`, `first_name`, the first name, `surname`, the surname.
    #[schema(max_items = 100_000)]
    names: Vec<DisclosedName>,
    /// Whose names cannot be checked any more: they were erased, or put right since.
    #[schema(max_items = 100_000)]
    absent: Vec<AbsentName>,
}

/// A name with the salt of its commitment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DisclosedName {
    /// The opaque id, as the edition has it.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    first_name: String,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    surname: String,
    /// The salt, in hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    salt: String,
}

/// Somebody whose name cannot be checked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AbsentName {
    /// The opaque id, as the edition has it.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// `erased`, or `rectified`: the name was put right after the edition was published, and the old one is not kept.
    #[schema(max_length = 20, example = "erased")]
    because: &'static str,
}

/// The names of an edition with the salts of their commitments.
///
/// Whoever was erased is not there, and everything else can still be checked.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}/disclosure", tag = "lists", operation_id = "discloseEdition",
    params(
        ("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"),
        ("number" = u32, Path, description = "The number of the edition", minimum = 1, maximum = 1_000_000, example = 1),
    ),
    responses(
        (status = 200, description = "The names", body = DisclosureBody),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn disclosure(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (list, number, here) = (parse(&path.0)?, path.1.clone(), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let (entry, edition) = find(&views, &list, &number)?;
        let key = Key::about("disclosure", &format!("{list}/{number}"), 0);
        here.answers.answer(key, state(&views), || {
            let (_, canonical) = read(&here, edition)?;
            let (mut names, mut absent) = (Vec::new(), Vec::new());
            for row in &canonical.rows {
                match disclosed(&here, &views, row)? {
                    Some(Ok(name)) => names.push(name),
                    Some(Err(gone)) => absent.push(gone),
                    None => {}
                }
            }
            let body = DisclosureBody {
                format: "list-disclosure/1",
                list: entry.id.to_string(),
                edition: edition.number,
                digest: edition.digest.to_string(),
                names,
                absent,
            };
            Answer::computed(Audience::Public, &body)
        })
    });
    Ok(answer.await??.respond(&request).await)
}

/// The name that a row commits to, or why it is not there; nothing for a row about nobody.
fn disclosed(
    kostka: &Kostka,
    views: &Views,
    row: &ListRow,
) -> Result<Option<Result<DisclosedName, AbsentName>>, Problem> {
    let (Some(player), Some(commitment)) = (&row.player, &row.name) else { return Ok(None) };
    let id = PlayerId::parse(player).map_err(|_| ProblemKind::Internal)?;
    let gone = |because| Ok(Some(Err(AbsentName { player: player.clone(), because })));
    // The read models know of an erasure before the files are cleaned of it.
    if views.players.get(&id).is_none_or(|known| known.erased) {
        return gone("erased");
    }
    let stream = StreamName::new(StreamKind::Player, player).map_err(|_| ProblemKind::Internal)?;
    let Some(sealed) = kostka.log.sealed(&stream).map_err(unreadable)? else { return gone("erased") };
    let unsealed = |error: UnsealError| {
        tracing::error!(%error, "a name cannot be opened");
        Problem::new(ProblemKind::Internal)
    };
    let name: Option<Disclosure<PlayerName>> =
        kostka.vault.open(&sealed).and_then(|open| open.record()).map_err(unsealed)?;
    match name {
        Some(name) if name.commitment().to_string() == *commitment => Ok(Some(Ok(DisclosedName {
            player: player.clone(),
            first_name: name.record.first_name.as_str().to_owned(),
            surname: name.record.surname.as_str().to_owned(),
            salt: hex::encode(name.salt.as_bytes()),
        }))),
        Some(_) => gone("rectified"),
        None => gone("erased"),
    }
}
