//! Copies that are written over older ones, in their memory.

/// Has a structure be cloned field by field, so that [`Clone::clone_from`] writes over what was there and uses its memory. Fields
/// behind a semicolon are scratch: a copy has none of it, and one that is written over keeps its own.
macro_rules! clone_by_fields {
    ($type:ident { $($field:ident),* $(; $($scratch:ident),*)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($scratch: _,)*)? } = self;
                Self { $($field: Clone::clone($field),)* $($($scratch: Default::default(),)*)? }
            }

            fn clone_from(&mut self, source: &Self) {
                let Self { $($field,)* $($($scratch: _,)*)? } = source;
                $(Clone::clone_from(&mut self.$field, $field);)*
            }
        }
    };
}

pub(crate) use clone_by_fields;

#[cfg(test)]
mod tests {
    struct Load {
        list: Vec<u32>,
        boxed: Option<Box<u32>>,
        room: Vec<u32>,
    }

    clone_by_fields!(Load { list, boxed; room });

    #[test]
    fn what_is_written_over_keeps_its_memory_and_its_scratch() {
        let source = Load { list: vec![1, 2], boxed: Some(Box::new(3)), room: vec![4] };
        assert!(source.clone().room.is_empty());
        let mut copy = Load { list: vec![9; 7], boxed: Some(Box::new(9)), room: vec![8] };
        let (list, boxed) = (copy.list.as_ptr(), copy.boxed.as_deref().map(std::ptr::from_ref));
        copy.clone_from(&source);
        assert_eq!((&copy.list[..], copy.boxed.as_deref()), (&[1, 2][..], Some(&3)));
        assert_eq!((copy.list.as_ptr(), copy.room), (list, vec![8]));
        assert_eq!(copy.boxed.as_deref().map(std::ptr::from_ref), boxed);
    }
}
