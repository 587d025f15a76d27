//! The inspector in a browser: what the page calls.

use eframe::{WebOptions, WebRunner};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;
use web_time::Instant;

use crate::app::Inspector;
use crate::platform::File;
use crate::start::{Opened, Start};

/// The inspector in a canvas.
#[wasm_bindgen]
pub struct Page {
    runner: WebRunner,
}

#[wasm_bindgen]
impl Page {
    /// Starts it: with what the address of the page asks for (keys and values by turns), or else the recording that is given,
    /// or else a scene.
    #[wasm_bindgen]
    pub async fn start(
        canvas: HtmlCanvasElement,
        recording: Option<Vec<u8>>,
        card: Option<String>,
        asked: Vec<String>,
    ) -> Result<Page, JsValue> {
        let asked: Vec<(String, String)> =
            asked.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        let card = card.and_then(|text| serde_json::from_str(&text).ok());
        let given = recording.map(|bytes| Start::Recording { bytes, card });
        let start = Start::of_address(&asked).map(|start| start.or(given));
        let (opened, fault) =
            Opened::or_nearest(start).map_err(|error| JsValue::from_str(&error.to_string()))?;
        let runner = WebRunner::new();
        let make = move |context: &eframe::CreationContext<'_>| {
            let inspector = Inspector::new(&context.egui_ctx, opened, fault);
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

    /// Opens a file: a recording or a scene.
    #[wasm_bindgen]
    pub fn open(&self, name: String, bytes: Vec<u8>) {
        if let Some(inspector) = self.runner.app_mut::<Inspector>() {
            inspector.inbox().put(Ok(File { name, bytes }));
        }
    }

    /// What has gone wrong, if it has stopped.
    #[wasm_bindgen]
    pub fn fault(&self) -> Option<String> {
        Some(self.runner.panic_summary()?.message())
    }
}
