//! Tournaments: formats, seating, draws, standings and finals; running one (`course`) and its closed result (`result`).

pub mod course;
pub mod draw;
pub mod final_stage;
pub mod format;
pub mod half_rule;
pub mod result;
pub mod sanction;
pub mod seating;
pub mod standings;
pub mod status;
pub mod top_stage;
