//! Files and links: on a computer, and in a browser.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::error::InspectorError;

/// Before a recording in the address of a page.
const IN_LINK: &str = "recording=";

/// The recording that is in the address of a page, as text.
pub fn recording_of(text: &str) -> Result<Vec<u8>, InspectorError> {
    Ok(BASE64_URL_SAFE_NO_PAD.decode(text.trim())?)
}

/// The address of a page with a recording in it.
pub fn link_with(page: &str, recording: &[u8]) -> String {
    let page = page.split('#').next().unwrap_or_default();
    format!("{page}#{IN_LINK}{}", BASE64_URL_SAFE_NO_PAD.encode(recording))
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name; in a window with its folder.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Files that were read, or why they could not be: in a browser that takes its time.
#[derive(Clone, Default)]
pub struct Inbox(Arc<Mutex<Vec<Result<File, String>>>>);

impl Inbox {
    /// Puts a file in.
    pub fn put(&self, file: Result<File, String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(file);
    }

    /// Takes all of them out.
    pub fn take(&self) -> Vec<Result<File, String>> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn name_of(file: &eframe::egui::DroppedFileHandle) -> String {
    file.path().display().to_string()
}

pub use of_this_platform::{address, ask_for_file, can_ask, read, save};

#[cfg(not(target_arch = "wasm32"))]
mod of_this_platform {
    use eframe::egui::{Context, DroppedFileHandle};

    use super::{File, Inbox, name_of};

    /// Reads a file that was dropped on the window.
    pub fn read(file: DroppedFileHandle, inbox: Inbox, ctx: Context) {
        inbox.put(file.bytes().map(|bytes| File { name: name_of(&file), bytes }));
        ctx.request_repaint();
    }

    /// Whether the user can be asked for a file: a window takes those that are dropped on it.
    pub fn can_ask() -> bool {
        false
    }

    /// Asks for none.
    pub fn ask_for_file() {}

    /// The address of the page: there is none.
    pub fn address() -> Option<String> {
        None
    }

    /// Writes a file into the folder from which the program was started. Returns what to tell the user.
    pub fn save(name: &str, bytes: &[u8]) -> Result<String, String> {
        match std::fs::write(name, bytes) {
            Ok(()) => Ok(format!("{name}: {} bytes written", bytes.len())),
            Err(error) => Err(format!("{name} cannot be written: {error}")),
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod of_this_platform {
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    use eframe::egui::{Context, DroppedFileHandle};
    use wasm_bindgen::JsCast;

    use super::{File, Inbox, name_of};

    /// Reads a file that was dropped on the page.
    pub fn read(file: DroppedFileHandle, inbox: Inbox, ctx: Context) {
        wasm_bindgen_futures::spawn_local(async move {
            let bytes = file.bytes_async().await;
            inbox.put(bytes.map(|bytes| File { name: name_of(&file), bytes }));
            ctx.request_repaint();
        });
    }

    /// Whether the user can be asked for a file.
    pub fn can_ask() -> bool {
        true
    }

    /// Asks for one: the page hears of it.
    pub fn ask_for_file() {
        let input =
            web_sys::window().and_then(|window| window.document()?.get_element_by_id("open"));
        if let Some(input) = input.and_then(|input| input.dyn_into::<web_sys::HtmlElement>().ok()) {
            input.click();
        }
    }

    /// The address of the page.
    pub fn address() -> Option<String> {
        web_sys::window()?.location().href().ok()
    }

    /// Lets the browser download a file. Returns what to tell the user.
    pub fn save(name: &str, bytes: &[u8]) -> Result<String, String> {
        let is_given = || {
            let document = web_sys::window()?.document()?;
            let link: web_sys::HtmlAnchorElement =
                document.create_element("a").ok()?.dyn_into().ok()?;
            link.set_href(&format!(
                "data:application/octet-stream;base64,{}",
                BASE64_STANDARD.encode(bytes)
            ));
            link.set_download(name);
            link.click();
            Some(())
        };
        match is_given() {
            Some(()) => Ok(format!("{name}: {} bytes", bytes.len())),
            None => Err(format!("{name} cannot be given to the browser")),
        }
    }
}
