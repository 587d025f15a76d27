//! The command; see `--help`.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    headless::command::main()
}
