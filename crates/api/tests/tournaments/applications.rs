//! Applying, deciding, changing and calling off.
