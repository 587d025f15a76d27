//! A saved mesh that was changed anyhow, its checksums made right: whatever is loaded is asked and edited in every way.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut bytes = data.to_vec();
    headless::fuzzing::forging::seal_mesh(&mut bytes);
    headless::fuzzing::exercise::mesh(&bytes);
});
