//! Where the HTTP service will live. Empty until the service is built.
