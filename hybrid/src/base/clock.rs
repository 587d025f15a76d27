//! How long something took: for the reports of a step, and for nothing else.

pub(crate) use of_this_platform::Moment;

#[cfg(any(feature = "web-clock", not(all(target_family = "wasm", target_os = "unknown"))))]
mod of_this_platform {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    use std::time::Instant;
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    use web_time::Instant;

    /// A moment.
    #[derive(Clone, Copy)]
    pub(crate) struct Moment(Instant);

    impl Moment {
        /// This one.
        pub(crate) fn now() -> Self {
            Self(Instant::now())
        }

        /// The time since an earlier moment, in seconds.
        pub(crate) fn since(self, earlier: Self) -> f64 {
            (self.0 - earlier.0).as_secs_f64()
        }
    }
}

/// WebAssembly without an operating system has no clock, and std panics where it is asked for one.
#[cfg(all(not(feature = "web-clock"), target_family = "wasm", target_os = "unknown"))]
mod of_this_platform {
    /// A moment: all are one.
    #[derive(Clone, Copy)]
    pub(crate) struct Moment;

    impl Moment {
        /// This one.
        pub(crate) fn now() -> Self {
            Self
        }

        /// The time since an earlier moment: none.
        pub(crate) fn since(self, _earlier: Self) -> f64 {
            0.0
        }
    }
}

impl Moment {
    /// The time from this moment until now, in seconds.
    pub(crate) fn elapsed(self) -> f64 {
        Self::now().since(self)
    }
}
