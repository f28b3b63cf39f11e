//! Builds the words anew when a file of them comes or goes; changes inside of files are noticed without this.

fn main() {
    println!("cargo::rerun-if-changed=locales");
}
