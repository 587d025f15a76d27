//! A saved world that was changed anyhow, its checksums made right: whatever is loaded goes on.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut bytes = data.to_vec();
    headless::fuzzing::forging::seal_world(&mut bytes);
    headless::fuzzing::exercise::world(&bytes);
});
