//! Any text, as a grid map and as a polygon map: refused with the place that is wrong, or made a mesh of and asked.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    headless::fuzzing::exercise::map(data);
});
