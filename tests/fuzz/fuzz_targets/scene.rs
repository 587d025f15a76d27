//! Any text, as a scene file: refused with the place that is wrong, or run for some steps.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    headless::fuzzing::exercise::scene(data);
});
