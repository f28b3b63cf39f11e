//! Words of the domain as bodies write them: the same variants, with a schema.

/// Makes an enum with a schema for each enum of the domain.
macro_rules! names {
    ($( $(#[$meta:meta])* $name:ident of $of:ident { $( $(#[$inner:meta])* $variant:ident ),+ } )+) => { $(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        $(#[$meta])*
        pub(crate) enum $name { $( $(#[$inner])* $variant ),+ }

        impl From<$name> for $of {
            fn from(name: $name) -> Self {
                match name { $( $name::$variant => $of::$variant ),+ }
            }
        }

        impl From<$of> for $name {
            fn from(value: $of) -> Self {
                match value { $( $of::$variant => $name::$variant ),+ }
            }
        }
    )+ };
}

pub(super) use names;
