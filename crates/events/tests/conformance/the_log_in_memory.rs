//! The model keeps the laws too.

use events::conformance::{Backend, MemoryBackend, TestEnvironment};

fn backend() -> Box<dyn Backend> {
    Box::new(MemoryBackend::new(TestEnvironment::new(1)))
}

events::conformance_tests!(backend);
