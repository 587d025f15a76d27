//! Any bytes, as a list of edits and questions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| headless::fuzzing::bytes::edits(data));
