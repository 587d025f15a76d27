//! What worlds do with nodes that put something into them.

/// Makes what the class of worlds of a kind of node does with obstacles, areas and links below it.
macro_rules! world_sources {
    ($class:ident, $node:ident, $transform:ident, $space:ident) => {
        impl $class {
            /// The nodes below it that put something into the world, or would if that were right, in the order of the tree, but for some that
            /// are known, by their numbers.
            fn source_nodes(&self, known: &BTreeSet<i64>) -> Vec<(Gd<$node>, Option<Form>)> {
                let me: Gd<$node> = self.to_gd().upcast();
                let mut found = Vec::new();
                let mut left: Vec<Gd<Node>> = vec![self.to_gd().upcast()];
                while let Some(node) = left.pop() {
                    let children: Vec<Gd<Node>> = node
                        .get_children()
                        .iter_shared()
                        .filter(|child| !$space::is_apart(child))
                        .collect();
                    left.extend(children.into_iter().rev());
                    let Ok(node) = node.try_cast::<$node>() else { continue };
                    if known.contains(&node.instance_id().to_i64()) {
                        continue;
                    }
                    let place = $space::seen(&me, &node);
                    match $space::form(&node, place, self.units_per_metre, self.step_height) {
                        Ok(None) => {}
                        Ok(form) => found.push((node, form)),
                        Err(_) => found.push((node, None)),
                    }
                }
                found
            }

            /// Finds nodes that put something into the world; those that have gone are found by looking at them.
            fn look_for_sources(&mut self) {
                let known = self.sources.iter();
                let known = known.map(|source| source.node.instance_id_unchecked().to_i64());
                let returns = self.returns;
                for (node, _) in self.source_nodes(&known.collect()) {
                    // A script that is told of one may have the world go back: then they are looked for anew.
                    if self.returns != returns {
                        return;
                    }
                    // Or it may free others.
                    if node.is_instance_valid() && node.is_inside_tree() {
                        let place = $space::seen(&self.to_gd().upcast(), &node);
                        self.sources.push(Source { node, seen: None, told: 0, piece: None });
                        let last = self.sources.len() - 1;
                        self.renew(last, place);
                    }
                }
            }

            /// Looks which obstacles, areas and links have gone or moved.
            fn watch_sources(&mut self) {
                let me = self.to_gd().upcast();
                for index in (0..self.sources.len()).rev() {
                    // A script that is told of one may have the world step, or go back.
                    let Some(source) = self.sources.get(index) else { continue };
                    if !(source.node.is_instance_valid() && source.node.is_inside_tree()) {
                        let gone = self.sources.remove(index).piece;
                        self.ask(|crowd| gone.map_or(Ok(()), |piece| crowd.take(piece)));
                        continue;
                    }
                    let place = $space::seen(&me, &source.node);
                    if source.seen != Some(place) {
                        self.renew(index, place);
                    }
                }
            }

            /// Puts what a node is now into the world, if that has changed.
            fn renew(&mut self, index: usize, place: $transform) {
                let source = &mut self.sources[index];
                source.seen = Some(place);
                let Some(crowd) = &mut self.crowd else { return };
                let form =
                    $space::form(&source.node, place, self.units_per_metre, self.step_height);
                let digest = form.as_ref().map_or(0, |form| form.as_ref().map_or(0, Form::digest));
                let before = source.piece;
                if before.is_some() && source.told == digest {
                    return;
                }
                let done = form.and_then(|form| match form {
                    Some(form) => put(crowd, before, &form).map(Some),
                    None => before
                        .map_or(Ok(()), |piece| crowd.take(piece))
                        .map(|()| None)
                        .map_err(|error| error.to_string()),
                });
                match done {
                    Ok(piece) => (source.piece, source.told) = (piece, digest),
                    Err(message) => {
                        source.told = 0;
                        let node = source.node.clone();
                        self.refuse(&message, Some(node));
                    }
                }
            }
        }
    };
}

pub(crate) use world_sources;
