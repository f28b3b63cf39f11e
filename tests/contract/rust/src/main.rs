//! A round of real calls with the generated client.

#[allow(warnings, clippy::all, clippy::pedantic, reason = "generated")]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use std::error::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let [url] = std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "give the address of a service")?;
    let service = client::Client::new(&url);
    println!("{:?}", service.check_readiness().await?);
    Ok(())
}
