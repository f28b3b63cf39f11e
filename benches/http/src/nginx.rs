//! nginx, which gives out the same bytes from files.

use crate::process::{Server, free_port};
use harness::slices::Failure;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The file, and beside it the compressed one.
pub(crate) const PATH: &str = "/page.json";
/// The same files, which nginx keeps open.
pub(crate) const KEPT_OPEN: &str = "/open/page.json";

/// Starts nginx on these bodies; its log gathers lines before it writes them, as that of the service does.
pub(crate) fn start(folder: &Path, workers: usize, plain: &[u8], gzip: &[u8]) -> Result<Server, Failure> {
    let folder = folder.join("nginx");
    for files in ["files", "files/open"] {
        let files = folder.join(files);
        fs::create_dir_all(&files)?;
        fs::write(files.join("page.json"), plain)?;
        fs::write(files.join("page.json.gz"), gzip)?;
    }
    let port = free_port()?;
    let place = folder.display();
    // As root, nginx would choose a user for its workers who cannot reach these files.
    let user = if nix::unistd::geteuid().is_root() { "user root;" } else { "" };
    let configuration = format!(
        "{user}
daemon off;
worker_processes {workers};
pid {place}/nginx.pid;
error_log {place}/error.log;
events {{ worker_connections 1024; }}
http {{
    types {{ application/json json; }}
    access_log {place}/access.log combined buffer=64k flush=1s;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 75s;
    keepalive_requests 1000000000;
    gzip_static on;
    server {{
        listen 127.0.0.1:{port};
        root {place}/files;
        location /open/ {{ open_file_cache max=100; open_file_cache_valid 60s; }}
    }}
}}
"
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, configuration)?;
    let mut command = Command::new("nginx");
    command.arg("-p").arg(&folder).arg("-c").arg(&file).stderr(Stdio::null());
    Server::start(&mut command, port, PATH)
}
