//! The names of an edition with their salts, to check them against the published commitments.

use super::editions::{find, read};
use super::{parse, state};
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::path::EditionPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::players::player_stream;
use actix_web::web;
use domain::values::ids::PlayerId;
use events::vault::PlayerName;
use formats::list::ListRow;
use projections::views::Views;
use wire::publication::{AbsentName, DisclosedName, DisclosureBody};

/// The names of an edition with the salts of their commitments.
///
/// Whoever was erased is not there, and everything else can still be checked.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}/disclosure", tag = "lists", operation_id = "discloseEdition",
    params(EditionPath),
    responses((status = 200, description = "The names", body = DisclosureBody), NotModified)
)]
pub(crate) async fn disclosure(path: web::Path<EditionPath>, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let (list, number, blocking_app) = (parse(&path.list)?, path.number.clone(), app.clone());
    let answer = app.blocking(move || {
        let views = blocking_app.views();
        let (entry, edition) = find(&views, &list, &number)?;
        let key = AnswerKey::about("disclosure", &format!("{list}/{number}"), 0);
        blocking_app.answers.answer(key, state(&views), || {
            let (_, canonical) = read(&blocking_app, edition)?;
            let (mut names, mut absent) = (Vec::new(), Vec::new());
            for row in &canonical.rows {
                match disclosed(&blocking_app, &views, row)? {
                    Some(Ok(name)) => names.push(name),
                    Some(Err(gone)) => absent.push(gone),
                    None => {}
                }
            }
            let body = DisclosureBody {
                format: "list-disclosure/1".to_owned(),
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

/// The name that a row commits to, or why it is absent; none for a row without a player.
fn disclosed(
    app: &AppState,
    views: &Views,
    row: &ListRow,
) -> Result<Option<Result<DisclosedName, AbsentName>>, Problem> {
    let (Some(player), Some(commitment)) = (&row.player, &row.name) else { return Ok(None) };
    let id = PlayerId::parse(player).map_err(|_| ProblemKind::Internal)?;
    let gone = |because: &str| Ok(Some(Err(AbsentName { player: player.clone(), because: because.to_owned() })));
    // The read models know of an erasure before the files are cleaned of it.
    if views.players.get(&id).is_none_or(|known| known.erased) {
        return gone("erased");
    }
    match app.vault_record::<PlayerName>(&player_stream(&id)?)? {
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
