//! Values of the log as the OpenAPI documents describe them.

use events::envelope::{MAX_STREAM_ID_BYTES, StreamKind};
use events::stored::STORED_TYPES;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The longest kind of stream, and the slash after it.
const MAX_KIND_BYTES: usize = 16;

pub(crate) fn stream() -> Object {
    let kinds: Vec<&str> = StreamKind::ALL.iter().map(|kind| kind.name()).collect();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .max_length(Some(MAX_STREAM_ID_BYTES + MAX_KIND_BYTES))
        .pattern(Some(format!("^({})/[^\\x00]+$", kinds.join("|"))))
        .description(Some("Only events of this stream."))
        .examples(["player/7kq2m9"])
        .build()
}

pub(super) fn event_type() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(STORED_TYPES.iter().map(|stored| stored.event_type)))
        .description(Some("Only events of this type."))
        .examples(["player.registered"])
        .build()
}
