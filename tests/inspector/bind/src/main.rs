//! `bind MODULE FOLDER`: writes `inspector.js` and `inspector_bg.wasm` into a folder.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        return Err("bind MODULE FOLDER is expected".into());
    };
    // A plain script: a page that is opened as a file cannot load modules.
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).no_modules(true)?.typescript(false).out_name("inspector");
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    Ok(())
}
