//! The API checked from outside: linters read its documents, generated clients call it, and random requests try it.

use crate::prerequisites;
use crate::step::{self, Failure};
use crate::tools::Tools;
use crate::workspace::{Profile, at_root, root};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How many random requests are sent.
pub(crate) struct Size {
    /// Random requests of each kind for each operation.
    examples: u32,
    seed: u64,
}

impl Size {
    /// For every change; always the same ones.
    pub(crate) const SMALL: Self = Self { examples: 20, seed: 1 };

    /// Ten times those of every change: a thousand would take longer than everything else together.
    pub(crate) fn full(seed: u64) -> Self {
        Self { examples: 200, seed }
    }
}

/// Runs every check; the instance is a debug build whatever the size, because only its answers count.
pub(crate) fn run(size: &Size) -> Result<(), Failure> {
    let folder = Folder::provide()?;
    for document in ["openapi/kostka.json", "openapi/kostka-3.0.json"] {
        let mut lint = folder.0.node_program("spectral");
        lint.args(["lint", "--fail-severity=warn", "--ruleset", "spectral.yaml"]).arg(root().join(document));
        step::run(&format!("linter on {document}"), &mut lint)?;
    }
    typescript(&folder)?;
    let build = ["build", "--locked", "--manifest-path", "tests/contract/rust/Cargo.toml", "--target-dir"];
    step::run("client in Rust", at_root("cargo").args(build).arg(folder.rust()))?;

    step::run("build of the service", &mut Profile::Debug.build_kostka())?;
    let instance = Instance::start(&folder)?;
    step::run(
        "calls of the client in Rust",
        &mut instance.called_by(folder.rust().join("debug/kostka-contract-client")),
    )?;
    let mut node = instance.called_by("node");
    step::run("calls of the client in TypeScript", node.current_dir(folder.path()).arg("typescript/build/client.js"))?;
    for actor in ["admin", "anonymous", "throw-away"] {
        let mut random = instance.called_by(folder.python());
        random.current_dir(folder.path()).arg("random_requests.py").args(["--as", actor]);
        random.args(["--examples", &size.examples.to_string(), "--seed", &size.seed.to_string()]);
        step::run(&format!("random requests of {actor}"), &mut random)?;
    }
    Ok(())
}

fn typescript(folder: &Folder) -> Result<(), Failure> {
    let mut generate = folder.0.node_program("openapi-typescript");
    generate.arg(root().join("openapi/kostka.json")).args(["--output", "typescript/kostka.d.ts"]);
    step::run("types in TypeScript", &mut generate)?;
    step::run("client in TypeScript", folder.0.node_program("tsc").args(["--project", "typescript"]))
}

/// Where the tools are installed and the clients built.
struct Folder(Tools);

impl Folder {
    fn provide() -> Result<Self, Failure> {
        prerequisites::provide_python()?;
        prerequisites::provide_python_environments()?;
        let folder = Self(Tools::provide("contract")?);
        folder.0.unless_installed("requirements.txt", || {
            let mut environment = Command::new("python3");
            environment.args(["-m", "venv", "--clear", "python"]).current_dir(folder.path());
            step::run("environment of Python", &mut environment)?;
            let mut install = Command::new(folder.python());
            install.args(["-m", "pip", "install", "--quiet", "-r", "requirements.txt"]).current_dir(folder.path());
            step::run("packages of Python", &mut install)
        })?;
        Ok(folder)
    }

    fn path(&self) -> &Path {
        self.0.folder()
    }

    fn python(&self) -> PathBuf {
        self.path().join("python/bin/python")
    }

    fn rust(&self) -> PathBuf {
        self.path().join("rust-target")
    }
}

/// What an admin of the instance signs in with; a login that the documents do not have, because wrong passwords are
/// tried on theirs.
const LOGIN: &str = "helena.stolikowa";
const PASSWORD: &str = "siedem zielonych kostek na stole";

/// `kostka serve` on a store of its own with the example season, and an admin.
struct Instance {
    service: Child,
    /// A JSON document with its address and the admin.
    described: String,
}

impl Instance {
    fn start(folder: &Folder) -> Result<Self, Failure> {
        let store = folder.path().join("store");
        let link = step::work("store with the example season", || {
            let _ = fs::remove_dir_all(&store);
            fs::create_dir_all(&store).map_err(|error| error.to_string())?;
            let season = root().join("examples/season-2025.bundle.json").display().to_string();
            printed(kostka(&store)?.args(["import", &season]))?;
            // There are two, so that neither is the last, which could not be disabled.
            let create = ["account", "create", "--role", "admin", "--name", "Helena Stolikowa", "--login"];
            printed(kostka(&store)?.args(create).arg("jan.zapasowy"))?;
            printed(kostka(&store)?.args(create).arg(LOGIN))
        })?;
        let instance = step::work("instance", || Self::serve(&store))?;
        let mut redeem = instance.called_by(folder.python());
        step::run("password of the admin", redeem.current_dir(folder.path()).args(["accounts.py", link.trim()]))?;
        Ok(instance)
    }

    fn serve(store: &Path) -> Result<Self, String> {
        let mut serve = kostka(store)?;
        serve.args(["serve", "--listen", "127.0.0.1:0", "--access-log", "false"]);
        // The checks are not about limits, and they sign in as nobody does.
        for setting in [
            "limits.anonymous_per_minute=1000000",
            "limits.account_per_minute=1000000",
            "limits.sign_ins_per_minute=100000",
            "sign_in.access_token=1h",
            "sign_in.admins_need_second_factor=false",
        ] {
            serve.args(["--set", setting]);
        }
        let mut service = serve.stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let stderr = service.stderr.take().ok_or("it has no standard error")?;
        let mut instance = Self { service, described: String::new() };
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let listening = lines.find(|line| line.contains(r#""listening""#)).ok_or("it does not listen")?;
        let address = listening.split_once(r#""address":""#).and_then(|(_, rest)| rest.split_once('"'));
        let (address, _) = address.ok_or_else(|| format!("it does not say where it listens: {listening}"))?;
        instance.described =
            format!(r#"{{"url":"http://{address}","admin":{{"login":"{LOGIN}","password":"{PASSWORD}"}}}}"#);
        std::thread::spawn(move || lines.for_each(|line| eprintln!("{line}")));
        Ok(instance)
    }

    /// A program that is told of this instance.
    fn called_by(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("KOSTKA_INSTANCE", &self.described);
        command
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.service.kill();
        let _ = self.service.wait();
    }
}

/// The binary with the store in this folder, whatever the developer has set for another one.
fn kostka(folder: &Path) -> Result<Command, String> {
    let mut command = Command::new(Profile::Debug.kostka()?);
    command.current_dir(folder);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("KOSTKA_")) {
        command.env_remove(name);
    }
    Ok(command)
}

/// What a command prints that must succeed.
fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{}: {}", step::shell_line(command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}
