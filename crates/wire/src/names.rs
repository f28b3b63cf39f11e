//! Enums of the domain as JSON writes them.

/// Declares, for each enum of the domain, an enum with the same variants and a schema, converted both ways.
macro_rules! names {
    ($( $(#[$meta:meta])* $name:ident of $of:ident { $( $(#[$inner:meta])* $variant:ident ),+ } )+) => { $(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        $(#[$meta])*
        pub enum $name { $( $(#[$inner])* $variant ),+ }

        impl $name {
            /// The text that stands in the JSON document.
            pub fn as_str(self) -> &'static str {
                $of::from(self).name()
            }
        }

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

pub(crate) use names;
