//! Worlds that go back, are saved and are recorded.

/// Makes what the class of worlds of a kind of node does to go back, to be saved and to be recorded.
macro_rules! world_saving {
    ($class:ident, $node:ident, $unit:ident, $space:ident, $dimensions:literal) => {
        #[godot_api(secondary)]
        impl $class {
            /// Keeps the state that it is in, to go back to with `restore_state`: for rollback, and for looks ahead. It takes hardly longer
            /// than copying the units. Returns null if there is no world.
            #[func]
            fn save_state(&mut self) -> Option<Gd<HybridNavState>> {
                self.admit();
                let kept = Kept::of(self.crowd.as_ref()?);
                let (world, name) = (self.to_gd().instance_id(), self.base().get_name().to_string());
                let mut state = HybridNavState { world, name, kept };
                self.keep_nodes(&mut state.kept);
                Some(Gd::from_object(state))
            }

            /// Keeps the state that it is in over an older one, of this world or another one, in the memory of that. Returns whether it did.
            #[func]
            fn save_state_into(&mut self, state: Option<Gd<HybridNavState>>) -> bool {
                self.admit();
                let Some(mut state) = state else {
                    self.refuse("there is no state to write over: give one that save_state has returned", None);
                    return false;
                };
                let Some(crowd) = &self.crowd else { return false };
                let mut state = state.bind_mut();
                state.kept.renew(crowd);
                self.keep_nodes(&mut state.kept);
                state.world = self.to_gd().instance_id();
                state.name = self.base().get_name().to_string();
                true
            }

            /// Goes back to a state that `save_state` has returned, or on to a later one, as often as needed: with the same calls, the next
            /// steps have the same bits. Returns whether it did.
            /// Units go back to where they were, and their nodes with them; those of units that the game moves are the game's to put
            /// back. Units, obstacles, areas and links are there as their nodes are: what belongs to a node that has left the tree since is taken
            /// away again, and a node that has come since is new, and comes in where it stands. To bring one back, put its node back into the
            /// tree first. Numbers of orders and obstacles are those of the state. What the last step still had to tell is not told. Time does
            /// not go back: the next step is due when it was. States of other worlds are refused, and all of them while it is recorded.
            #[func]
            fn restore_state(&mut self, state: Option<Gd<HybridNavState>>) -> bool {
                let Some(state) = state else {
                    self.refuse("there is no state to go back to: give one that save_state has returned", None);
                    return false;
                };
                let done = self.go_back(&state.bind());
                match done {
                    Ok((units, sources)) => {
                        self.restore_nodes(units, &sources);
                        true
                    }
                    Err(message) => {
                        self.refuse(&message, None);
                        false
                    }
                }
            }

            /// All that decides its future as bytes, for saved games and for players who join later: `load_bytes` goes on from there with the
            /// same bits. Units are known again by the paths of their nodes from here, so these need names of their own. Returns nothing if
            /// it was refused.
            #[func]
            fn save_bytes(&mut self) -> PackedByteArray {
                self.admit();
                match self.written() {
                    Ok(bytes) => PackedByteArray::from(bytes),
                    Err((message, node)) => {
                        self.refuse(&message, node);
                        PackedByteArray::new()
                    }
                }
            }

            /// Goes on from what `save_bytes` has returned, in this process or another one. Returns whether it did; bytes that are damaged
            /// or do not fit are refused, and nothing has changed then.
            /// The game makes its nodes first, with the names that they had, below a world with the same properties. Units whose node is
            /// there are put where they were, those without one are taken away, and nodes that were not there then are new. Obstacles, areas
            /// and links are there as their nodes are.
            #[func]
            fn load_bytes(&mut self, bytes: PackedByteArray) -> bool {
                self.found_if_new();
                if self.crowd.is_none() {
                    return false;
                }
                let read = bytes::read(bytes.as_slice());
                let read = read.and_then(|(world, nodes)| self.check_loaded(&world, &nodes).map(|()| (world, nodes)));
                match read {
                    Ok((world, nodes)) => {
                        self.load(world, nodes);
                        true
                    }
                    Err(message) => {
                        self.refuse(&message, None);
                        false
                    }
                }
            }

            /// Begins to record: writes the world as it is, and from now on all that changes it, into a file, or if none is named into memory.
            /// hybridnav's own command replays it: `headless replay FILE`. A former recording ends. Returns whether it did.
            #[func]
            fn start_recording(&mut self, #[opt(default = "")] file: GString) -> bool {
                self.admit();
                let path = ProjectSettings::singleton().globalize_path(&file).to_string();
                let path = (!file.is_empty()).then(|| std::path::PathBuf::from(path));
                let done = self.crowd.as_mut().map(|crowd| crowd.start_recording(path.as_deref()));
                self.answer(done).is_some()
            }

            /// Ends the recording. Returns what was recorded, if that was in memory.
            #[func]
            fn stop_recording(&mut self) -> PackedByteArray {
                let done = self.crowd.as_mut().map(Crowd::stop_recording);
                let done = done.or_else(|| Some(Err(RecordingError::NotRecording.to_string())));
                self.answer(done).map_or_else(PackedByteArray::new, PackedByteArray::from)
            }

            /// Whether it is recorded.
            #[func]
            fn is_recording(&self) -> bool {
                self.crowd.as_ref().is_some_and(|crowd| crowd.world.is_recording())
            }
        }

        impl $class {
            /// Says why something was refused.
            fn answer<T>(&mut self, done: Option<Result<T, String>>) -> Option<T> {
                done?.map_err(|message| self.refuse(&message, None)).ok()
            }

            /// Notes what is known of its nodes.
            fn keep_nodes(&self, kept: &mut Kept) {
                kept.units.extend(self.members.iter().map(|member| KeptUnit {
                    node: member.node.instance_id_unchecked().to_i64(),
                    body: member.body.clone(),
                    stance: $space::stance(&member.base),
                }));
                kept.sources.extend(self.sources.iter().map(|source| KeptSource {
                    node: source.node.instance_id_unchecked().to_i64(),
                    told: source.told,
                    piece: source.piece,
                }));
            }

            /// Brings the world back to a state, and returns what is to become of nodes.
            fn go_back(&mut self, state: &HybridNavState) -> Result<(Vec<KeptUnit>, Vec<KeptSource>), String> {
                let is_own = state.world == self.to_gd().instance_id();
                let Some(crowd) = self.crowd.as_mut().filter(|_| is_own) else {
                    return Err(format!(
                        "the state is one of another world, {}: give one that save_state of this world has returned", state.name
                    ));
                };
                state.kept.restore(crowd).map_err(|error| error.to_string())?;
                Ok((state.kept.units.clone(), state.kept.sources.clone()))
            }

            /// Brings nodes to where a state has them that the crowd went back to.
            fn restore_nodes(&mut self, units: Vec<KeptUnit>, sources: &[KeptSource]) {
                self.returns += 1;
                self.restore_units(units);
                self.restore_sources(sources);
                self.read(false);
                self.show(self.fraction());
            }

            fn restore_units(&mut self, units: Vec<KeptUnit>) {
                let Some(crowd) = &mut self.crowd else { return };
                let mut left: BTreeMap<i64, Member<$unit, $node>> = BTreeMap::new();
                let mut order = Vec::new();
                for member in self.members.drain(..) {
                    let id = member.node.instance_id_unchecked().to_i64();
                    order.push(id);
                    left.insert(id, member);
                }
                self.known.clear();
                for kept in units {
                    let Some(mut member) = left.remove(&kept.node) else { continue };
                    if let Some(body) = &kept.body
                        && let Some(unit) = body.unit
                    {
                        self.known.insert(kept.node, unit);
                        if !body.is_game_driven() {
                            $space::set_stance(&mut member.base, kept.stance);
                        }
                    }
                    member.body = kept.body;
                    if let Some(body) = &mut member.body {
                        body.forget_shown();
                    }
                    self.members.push(member);
                }
                // Who has come since is new.
                for member in order.into_iter().filter_map(|id| left.remove(&id)) {
                    self.members.push(Member { body: None, ..member });
                }
                self.has_new_units = true;
                let mut known: Vec<UnitId> = self.known.values().copied().collect();
                known.sort_unstable();
                remove_others(crowd, &known);
            }

            fn restore_sources(&mut self, sources: &[KeptSource]) {
                self.is_stale = true;
                let now = std::mem::take(&mut self.sources);
                let mut now: BTreeMap<i64, Source<$node, _>> = now
                    .into_iter()
                    .map(|source| (source.node.instance_id_unchecked().to_i64(), source))
                    .collect();
                for &KeptSource { node: id, told, piece } in sources {
                    let found = now.remove(&id).filter(|source| source.node.is_instance_valid());
                    let source = match found {
                        // What has not changed need not be looked at.
                        Some(source) if (source.told, source.piece) == (told, piece) => Some(source),
                        Some(source) => Some(Source { seen: None, told, piece, ..source }),
                        None => InstanceId::try_from_i64(id)
                            .and_then(|id| Gd::try_from_instance_id(id).ok())
                            .map(|node| Source { node, seen: None, told, piece }),
                    };
                    match (source, piece) {
                        (Some(source), _) => self.sources.push(source),
                        (None, Some(gone)) => {
                            // It refuses nothing but stale handles.
                            let _ = self.crowd.as_mut().map(|crowd| crowd.take(gone));
                        }
                        (None, None) => {}
                    }
                }
            }

            /// The world and its nodes as bytes.
            fn written(&self) -> Result<Vec<u8>, (String, Option<Gd<$node>>)> {
                let crowd = self.crowd.as_ref().ok_or_else(|| ("there is no world to save".to_owned(), None))?;
                let mut units = Vec::with_capacity(self.members.len());
                for member in &self.members {
                    let Some((body, unit)) = member.body.as_ref().and_then(|body| body.unit.map(|unit| (body, unit))) else { continue };
                    let path = self.path_of(&member.base);
                    if path.contains('@') {
                        let message = format!(
                            "the unit {path} has a name that Godot made up, which is another one next time: give it, and what it is \
                             below, a name of its own"
                        );
                        return Err((message, Some(member.base.clone())));
                    }
                    let (told, shown) = body.told();
                    units.push(SavedUnit { path, unit, told, shown: shown.to_array(), stance: $space::stance(&member.base) });
                }
                let pieces = self.sources.iter().filter_map(|source| Some((source.told, source.piece?))).collect();
                let mut names = crowd.names.clone();
                names.orders.retain(|_, order| crowd.world.order_view(*order).is_some());
                let nodes = SavedNodes { dimensions: $dimensions, units_per_metre: self.units_per_metre, names, units, pieces };
                bytes::written(&crowd.world, &nodes).map_err(|message| (message, None))
            }

            /// The path of a node from here.
            fn path_of(&self, node: &Gd<$node>) -> String {
                self.base().get_path_to(node).to_string()
            }

            /// Says what is wrong with a saved world for this node.
            fn check_loaded(&self, world: &World, nodes: &SavedNodes) -> Result<(), String> {
                let Some(crowd) = &self.crowd else { return Ok(()) };
                if crowd.world.is_recording() {
                    return Err(WorldError::Recorded.to_string());
                }
                if nodes.dimensions != $dimensions {
                    return Err(format!(
                        "the saved world is one in {} dimensions: load it into a HybridNavWorld{}D", nodes.dimensions, nodes.dimensions
                    ));
                }
                let (saved, own) = (world.definition(), crowd.world.definition());
                let named = [
                    ("units_per_metre", nodes.units_per_metre != self.units_per_metre),
                    ("bounds", saved.bounds != own.bounds),
                    ("radii", saved.class_radii != own.class_radii),
                    ("tick", saved.parameters.tick != own.parameters.tick),
                    ("plan_latency", saved.parameters.plan_latency != own.parameters.plan_latency),
                ];
                let mut others: Vec<&str> = named.iter().filter(|(_, differs)| *differs).map(|(name, _)| *name).collect();
                if others.is_empty() && saved != own {
                    others.push("pedestrians");
                }
                if others.is_empty() {
                    return Ok(());
                }
                Err(format!("the saved world has other properties ({}): load it into a node that has them before its first step", others.join(", ")))
            }

            /// Goes on from a world that was checked.
            fn load(&mut self, world: World, nodes: SavedNodes) {
                let ids: BTreeMap<String, i64> =
                    self.members.iter().map(|member| (self.path_of(&member.base), member.node.instance_id_unchecked().to_i64())).collect();
                let Some(crowd) = &mut self.crowd else { return };
                crowd.go_on_as(world, nodes.names);
                let mut units = Vec::new();
                for saved in &nodes.units {
                    let (Some(&node), Some(unit)) = (ids.get(&saved.path), crowd.world.unit(saved.unit)) else { continue };
                    // It is there.
                    let _ = crowd.world.set_user_data(saved.unit, node as u64);
                    let body = Some(Body::of(&unit, saved.told, saved.shown()));
                    units.push(KeptUnit { node, body, stance: saved.stance });
                }
                self.sources.clear();
                let mut sources = Vec::new();
                let mut found: BTreeMap<u64, Vec<i64>> = BTreeMap::new();
                for (node, form) in self.source_nodes(&BTreeSet::new()).into_iter().rev() {
                    let told = form.map_or(0, |form| form.digest());
                    found.entry(told).or_default().push(node.instance_id().to_i64());
                }
                for &(told, piece) in &nodes.pieces {
                    // Node 0 is none.
                    let node = found.get_mut(&told).and_then(Vec::pop).unwrap_or(0);
                    sources.push(KeptSource { node, told, piece: Some(piece) });
                }
                self.restore_nodes(units, &sources);
            }
        }
    };
}

pub(crate) use world_saving;
