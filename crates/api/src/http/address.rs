//! Addresses of resources, with ids of any characters in them.

use events::envelope::{StreamKind, StreamName};
use url::form_urlencoded;

pub(crate) const API: &str = "/api/v1";

pub(crate) fn of(collection: &str, id: &str) -> String {
    // A form writes a blank as a plus; a path does not.
    let id: String = form_urlencoded::byte_serialize(id.as_bytes()).collect::<String>().replace('+', "%20");
    format!("{API}/{collection}/{id}")
}

/// The address of a season or of a competition that is run here.
pub(crate) fn of_stream(stream: &StreamName) -> Option<String> {
    let collection = match stream.kind() {
        StreamKind::Season => "seasons",
        StreamKind::Tournament => "tournaments",
        StreamKind::League => "leagues",
        StreamKind::GrandPrix => "grand-prix",
        StreamKind::OnlineEvent => "online-events",
        StreamKind::Log
        | StreamKind::Player
        | StreamKind::Championship
        | StreamKind::Ledger
        | StreamKind::List
        | StreamKind::Account
        | StreamKind::Rulebook => return None,
    };
    Some(of(collection, stream.id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_any_characters_stands_in_one_part_of_the_path() {
        assert_eq!(of("seasons", "2025-26"), "/api/v1/seasons/2025-26");
        assert_eq!(of("rulebooks", "łódź a/b+c?"), "/api/v1/rulebooks/%C5%82%C3%B3d%C5%BA%20a%2Fb%2Bc%3F");
    }
}
