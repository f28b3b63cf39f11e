//! What crosses a border.
