//! What worlds do inside, between nodes and the crowd.

/// Makes what the class of worlds of a kind of node does inside.
macro_rules! world_inside {
    ($class:ident, $node:ident, $unit:ident, $point:ident, $points:ident, $transform:ident, $space:ident) => {
        impl $class {
            /// A unit has come into the tree.
            pub(crate) fn enlist(&mut self, node: Gd<$unit>) {
                let base = node.clone().upcast();
                self.members.push(Member { node, base, body: None });
                self.has_new_units = true;
            }

            /// A unit has left the tree.
            pub(crate) fn dismiss(&mut self, id: InstanceId) {
                self.members.retain(|member| member.node.instance_id_unchecked() != id);
                if let Some((unit, crowd)) =
                    self.known.remove(&id.to_i64()).zip(self.crowd.as_mut())
                {
                    // It refuses nothing but stale handles.
                    let _ = crowd.world.remove_unit(unit);
                }
            }

            /// Makes the world, if there is none yet, and brings obstacles and units into it that are new: what calls need.
            fn admit(&mut self) {
                self.found_if_new();
                if self.is_stale {
                    self.is_stale = false;
                    self.look_for_sources();
                }
                if std::mem::take(&mut self.has_new_units) {
                    self.sync_units(|body| body.is_none_or(|body| body.unit.is_none()));
                }
            }

            /// Makes the world, if there is none yet.
            fn found_if_new(&mut self) {
                if self.crowd.is_none() && !self.has_failed {
                    self.found();
                }
            }

            /// Brings units into the world that are new, and takes over what has changed of the others, of those that are asked for.
            fn sync_units(&mut self, is_meant: fn(Option<&Body>) -> bool) {
                let me: Gd<$node> = self.to_gd().upcast();
                let Some(crowd) = &mut self.crowd else { return };
                let scale = self.units_per_metre;
                let mut refused = Vec::new();
                for member in &mut self.members {
                    if !is_meant(member.body.as_ref()) {
                        continue;
                    }
                    let node = member.node.bind();
                    let settings = node.settings(scale);
                    let id = member.node.instance_id().to_i64();
                    let place = match &member.body {
                        _ if settings.is_game_driven => {
                            $space::place_below(&me, &member.base, scale)
                        }
                        Some(Body { unit: Some(_), .. }) => {
                            Place { at: $space::stands(&member.base, scale), heading: Vec2::X }
                        }
                        _ => $space::place(&member.base, scale),
                    };
                    let body = member.body.get_or_insert_with(|| Body::new(settings, place));
                    let was_known = body.unit.is_some();
                    if let Err(error) = body.sync(&mut crowd.world, settings, place, id as u64) {
                        refused.push((error.to_string(), member.node.clone().upcast::<$node>()));
                    }
                    if let Some(unit) = body.unit.filter(|_| !was_known) {
                        self.known.insert(id, unit);
                    }
                }
                for (message, node) in refused {
                    self.refuse(&message, Some(node));
                }
            }

            /// Makes the world.
            fn found(&mut self) {
                let scale = self.units_per_metre;
                let corner = |corner: Vector2| Vec2::new(corner.x / scale, corner.y / scale);
                let definition = CrowdDefinition {
                    lower: corner(self.bounds.position),
                    upper: corner(self.bounds.end()),
                    radii: self.radii.as_slice().iter().map(|radius| radius / scale).collect(),
                    tick: self.tick,
                    plan_latency: self.plan_latency,
                    threads: usize::try_from(self.threads).ok(),
                    is_pedestrian: self.pedestrians,
                };
                match Crowd::new(&definition) {
                    Ok(crowd) => self.crowd = Some(crowd),
                    Err(error) => {
                        self.has_failed = true;
                        self.refuse(&error.to_string(), None);
                    }
                }
            }

            /// Takes over what a step has made of units, or where they are without one; who is not in the world has nothing.
            fn read(&mut self, has_stepped: bool) {
                let Some(crowd) = &self.crowd else { return };
                let scale = self.units_per_metre;
                for member in &mut self.members {
                    let unit = member.body.as_ref().and_then(|body| body.unit);
                    let unit = unit.and_then(|unit| crowd.world.unit(unit));
                    let Some((body, unit)) = member.body.as_mut().zip(unit) else {
                        if !has_stepped {
                            member.node.bind_mut().forget();
                        }
                        continue;
                    };
                    if has_stepped {
                        body.read(&unit);
                    }
                    let mut node = member.node.bind_mut();
                    node.velocity = $space::outward(unit.velocity, scale);
                    node.desired_velocity = $space::outward(unit.desired_velocity, scale);
                    node.is_there = unit.arrived;
                    node.order = unit.order.map_or(0, |order| crowd.number_of(order));
                    let activity = word(unit.activity);
                    if body.has_begun(unit.activity) || !has_stepped {
                        node.activity = GString::from(activity);
                    }
                }
            }

            /// How much of a tick nodes are shown after the last step but one.
            fn fraction(&self) -> f32 {
                let engine = Engine::singleton();
                let later = engine.get_physics_interpolation_fraction()
                    / f64::from(engine.get_physics_ticks_per_second());
                let crowd = self.crowd.as_ref().filter(|_| self.interpolate && self.running);
                crowd.map_or(1.0, |crowd| crowd.fraction(later))
            }

            /// Puts nodes where they belong a part of a tick after the last step but one.
            fn show(&mut self, fraction: f32) {
                let (scale, turns) = (self.units_per_metre, self.turn_units);
                for member in &mut self.members {
                    let Some(body) = &mut member.body else { continue };
                    let found = $space::stands(&member.base, scale);
                    if let Some(place) = body.show(found, fraction) {
                        body.shown($space::put(&mut member.base, place, scale, turns));
                    }
                }
            }

            /// Emits the signals of a step. Scripts may call the world meanwhile.
            fn tell(&mut self, events: &[Event]) {
                let scale = self.units_per_metre;
                let (ticks, returns) = (self.get_tick_count(), self.returns);
                let told: Vec<_> =
                    events.iter().filter_map(|event| self.signal(event, scale)).collect();
                let mut me = self.to_gd();
                let _guard = self.base_mut();
                for (mut unit, name, arguments) in told {
                    // A script that was told before may have had it go back: then this has not happened.
                    if me.bind().returns != returns {
                        return;
                    }
                    // A script that was told before may have freed it.
                    if unit.is_instance_valid() {
                        unit.emit_signal(name, &arguments);
                    }
                    let has_returned = me.bind().returns != returns;
                    if name == "arrived" && unit.is_instance_valid() && !has_returned {
                        let order = unit.bind().order;
                        me.emit_signal("unit_arrived", vslice![unit, order]);
                    }
                }
                if me.bind().returns != returns {
                    return;
                }
                me.emit_signal("stepped", vslice![ticks]);
            }

            /// The signal of an event: of which unit, its name, and its arguments.
            fn signal(
                &self,
                event: &Event,
                scale: f32,
            ) -> Option<(Gd<$unit>, &'static str, Vec<Variant>)> {
                let unit = self.node_of(event.unit())?;
                let point = |point| $space::outward(point, scale).to_variant();
                let (name, arguments) = match *event {
                    Event::Arrived { .. } => ("arrived", vec![]),
                    Event::PassedWayPoint { way_point, .. } => {
                        ("passed_way_point", vec![way_point.to_variant()])
                    }
                    Event::PathLost { reason, goes_to, .. } => {
                        let to = point(goes_to.unwrap_or_default());
                        let reason = reason.to_string().to_variant();
                        ("path_lost", vec![reason, goes_to.is_some().to_variant(), to])
                    }
                    Event::PathFound { .. } => ("path_found", vec![]),
                    Event::Stuck { reason, blocker, .. } => {
                        let blocker = blocker.and_then(|blocker| self.node_of(blocker));
                        ("stuck", vec![reason.to_string().to_variant(), blocker.to_variant()])
                    }
                    Event::Displaced { from, to, .. } => {
                        ("displaced", vec![point(from), point(to)])
                    }
                    Event::LinkEntered { .. } => ("link_entered", vec![]),
                    Event::LinkLeft { .. } => ("link_left", vec![]),
                    _ => return None,
                };
                Some((unit, name, arguments))
            }

            /// Asks the world for something that it may refuse.
            fn ask<T>(
                &mut self,
                call: impl FnOnce(&mut Crowd) -> Result<T, hybrid::WorldError>,
            ) -> Option<T> {
                self.admit_if_new();
                match call(self.crowd.as_mut()?) {
                    Ok(answer) => Some(answer),
                    Err(error) => {
                        self.refuse(&error.to_string(), None);
                        None
                    }
                }
            }

            /// Makes the world for a call that comes before its first frame.
            fn admit_if_new(&mut self) {
                if self.crowd.is_none() && !self.has_failed {
                    self.admit();
                }
            }

            /// Tells that something was refused: to scripts that listen, else as a warning.
            fn refuse(&mut self, said: &str, node: Option<Gd<$node>>) {
                let message = in_nodes(said, |word| self.name_of(word));
                let message = message.as_str();
                self.last_error = GString::from(message);
                if self.base().get_signal_connection_list("refused").is_empty() {
                    let name = node
                        .as_ref()
                        .map_or_else(String::new, |node| format!("{}: ", node.get_name()));
                    godot_warn!("hybridnav: {name}{message}");
                    return;
                }
                let arguments = [message.to_variant(), node.to_variant()];
                self.base_mut().emit_signal("refused", &arguments);
            }

            /// What a unit or an order is called here that the world names by a word of its own.
            fn name_of(&self, word: &str) -> Option<String> {
                let unit = self.known.iter().find(|(_, unit)| format!("{unit:?}") == word);
                if let Some((&id, _)) = unit {
                    let node = Gd::<$node>::try_from_instance_id(InstanceId::try_from_i64(id)?);
                    return node.ok().map(|node| node.get_name().to_string());
                }
                let orders = &self.crowd.as_ref()?.names.orders;
                let order = orders.iter().find(|(_, order)| format!("{order:?}") == word);
                order.map(|(number, _)| format!("order {number}"))
            }

            /// Gives an order.
            fn give(&mut self, units: &AnyArray, goal: Goal, options: &VarDictionary) -> i64 {
                let units = self.handles(units);
                match self.options(options) {
                    Ok(options) => {
                        self.ask(|crowd| crowd.order(&units, goal, options)).unwrap_or(0)
                    }
                    Err(message) => {
                        self.refuse(&message, None);
                        0
                    }
                }
            }

            /// Reads what a script says of an order.
            fn options(&self, given: &VarDictionary) -> Result<Options, String> {
                let scale = self.units_per_metre;
                let mut options = Options::default();
                for (key, value) in given.iter_shared() {
                    let key = key.to_string();
                    let wrong = || unknown(&key, &value.to_string());
                    match key.as_str() {
                        "way_points" => {
                            let points = value.try_to::<$points>().or_else(|_| {
                                value.try_to::<VarArray>().map(|array| {
                                    array
                                        .iter_shared()
                                        .filter_map(|point| point.try_to::<$point>().ok())
                                        .collect()
                                })
                            });
                            let points = points.map_err(|_| wrong())?;
                            options.way_points = points
                                .as_slice()
                                .iter()
                                .map(|&point| $space::inward(point, scale))
                                .collect();
                        }
                        "range" => {
                            let range = value
                                .try_to::<f32>()
                                .or_else(|_| value.try_to::<i64>().map(|range| range as f32));
                            options.range = range.map_err(|_| wrong())? / scale;
                        }
                        "exchange" => {
                            options.exchange = value.try_to::<bool>().map_err(|_| wrong())?
                        }
                        _ => options.set_word(&key, &value.to_string())?,
                    }
                }
                Ok(options)
            }

            /// The handles of units; stale ones for those that the world does not have.
            fn handles(&mut self, units: &AnyArray) -> Vec<UnitId> {
                self.admit();
                units
                    .iter_shared()
                    .map(|unit| {
                        unit.try_to::<Gd<$unit>>()
                            .map_or_else(|_| UnitId::default(), |unit| self.handle(&unit))
                    })
                    .collect()
            }

            fn handle(&self, unit: &Gd<$unit>) -> UnitId {
                self.known.get(&unit.instance_id_unchecked().to_i64()).copied().unwrap_or_default()
            }

            /// The node of a unit.
            fn node_of(&self, unit: UnitId) -> Option<Gd<$unit>> {
                let id = self.crowd.as_ref()?.world.user_data(unit)?;
                Gd::try_from_instance_id(InstanceId::try_from_i64(id as i64)?).ok()
            }

            fn outline(&self, outline: &$points) -> Vec<Vec2> {
                outline
                    .as_slice()
                    .iter()
                    .map(|&corner| $space::inward(corner, self.units_per_metre))
                    .collect()
            }
        }
    };
}

pub(crate) use world_inside;
