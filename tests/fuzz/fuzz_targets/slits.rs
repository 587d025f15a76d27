//! Any bytes, as a world of obstacles that nearly touch.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| headless::fuzzing::slits::slits(data));
