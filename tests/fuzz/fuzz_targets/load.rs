//! Any bytes, as a saved mesh.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| headless::fuzzing::bytes::load(data));
