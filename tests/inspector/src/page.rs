//! The inspector in a browser: what the page calls.

use eframe::{WebOptions, WebRunner};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;
use web_time::Instant;

use crate::app::{Inspector, Start};
use crate::panels::opening::Opening;
use crate::platform;

/// The scene that is opened where nothing is asked for.
const FIRST_SCENE: &str = "siege";

/// The inspector in a canvas.
#[wasm_bindgen]
pub struct Page {
    runner: WebRunner,
}

#[wasm_bindgen]
impl Page {
    /// Starts it: with the recording in the page's address, or else the one that is given, or else a scene.
    #[wasm_bindgen]
    pub async fn start(
        canvas: HtmlCanvasElement,
        recording: Option<Vec<u8>>,
        card: Option<String>,
        scene: Option<String>,
        settings: Option<String>,
    ) -> Result<Page, JsValue> {
        let linked = platform::address().and_then(|address| platform::recording_in(&address));
        let linked = linked.transpose().map_err(|error| JsValue::from_str(&error.to_string()))?;
        let given =
            recording.map(|bytes| (bytes, card.and_then(|text| serde_json::from_str(&text).ok())));
        let start = match linked.map(|bytes| (bytes, None)).or(given) {
            Some((bytes, card)) => Start::Recording { bytes, card },
            None => Start::Scene(Opening::new(
                &scene.unwrap_or_else(|| FIRST_SCENE.to_owned()),
                &settings.unwrap_or_default(),
            )),
        };
        let runner = WebRunner::new();
        let make = move |context: &eframe::CreationContext<'_>| {
            let inspector = Inspector::new(&context.egui_ctx, start)?;
            Ok(Box::new(inspector) as Box<dyn eframe::App>)
        };
        runner.start(canvas, WebOptions::default(), Box::new(make)).await?;
        Ok(Self { runner })
    }

    /// What is shown now, as JSON.
    #[wasm_bindgen]
    pub fn status(&self) -> Option<String> {
        Some(self.runner.app_mut::<Inspector>()?.status())
    }

    /// Shows the moment after so many steps; returns how long that took, in milliseconds.
    #[wasm_bindgen]
    pub fn go_to(&self, step: u32) -> f64 {
        let began = Instant::now();
        if let Some(mut inspector) = self.runner.app_mut::<Inspector>() {
            inspector.go_to(u64::from(step));
        }
        began.elapsed().as_secs_f64() * 1e3
    }

    /// Gives the recording to the user, as the button does.
    #[wasm_bindgen]
    pub fn save(&self) {
        if let Some(mut inspector) = self.runner.app_mut::<Inspector>() {
            inspector.save();
        }
    }

    /// The address of this page with the recording in it.
    #[wasm_bindgen]
    pub fn link(&self) -> Option<String> {
        self.runner.app_mut::<Inspector>()?.link()
    }

    /// Opens a recording.
    #[wasm_bindgen]
    pub fn open(&self, bytes: Vec<u8>) {
        if let Some(inspector) = self.runner.app_mut::<Inspector>() {
            inspector.inbox().put(Ok(bytes));
        }
    }

    /// What has gone wrong, if it has stopped.
    #[wasm_bindgen]
    pub fn fault(&self) -> Option<String> {
        Some(self.runner.panic_summary()?.message())
    }
}
