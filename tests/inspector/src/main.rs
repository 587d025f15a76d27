//! The inspector in a window of its own. In a browser the page starts it.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::path::PathBuf;
    use std::process::ExitCode;

    use clap::Parser;
    use eframe::egui::ViewportBuilder;
    use inspector::app::Inspector;
    use inspector::panels::opening::Opening;
    use inspector::start::Start;

    /// Looks into worlds of hybridnav: plays a recording or a scene, shows why units go where they go, and lets it be changed.
    #[derive(Parser)]
    #[command(version)]
    struct Arguments {
        /// A recording (`headless run SCENE --record FILE`), a scene file, or the name of a built-in scene (`headless scenes`).
        #[arg(default_value = "maze")]
        what: String,
        /// Sets a parameter of the scene, as often as wanted.
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
    }

    pub(crate) fn main() -> ExitCode {
        let arguments = Arguments::parse();
        let start = match std::fs::read(PathBuf::from(&arguments.what)) {
            Ok(bytes) => Start::of_file(&arguments.what, bytes),
            Err(_) => Ok(Start::Scene(Opening::new(&arguments.what, ""))),
        };
        let opened = match start.and_then(|start| start.with(&arguments.set.join(" ")).open()) {
            Ok(opened) => opened,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        };
        let options = eframe::NativeOptions {
            viewport: ViewportBuilder::default().with_inner_size([1280.0, 800.0]),
            ..eframe::NativeOptions::default()
        };
        let run = eframe::run_native(
            "hybridnav inspector",
            options,
            Box::new(|context| Ok(Box::new(Inspector::new(&context.egui_ctx, opened, None)))),
        );
        match run {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }
    }
}
