using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using HybridNav;

/// <summary>Everything does what it says.</summary>
public static class UseTests
{
    /// <summary>As Unity's.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Vector3
    {
        internal float X, Y, Z;
    }

    [Test]
    public static void Columns_agree_with_states()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world);
            world.Order(units, new Vec2(50, 10));
            for (var tick = 0; tick < 60; tick++)
            {
                world.Step();
                Expect.Equal(50, world.UnitCount);
                for (var k = 0; k < 50; k += 7)
                {
                    var state = world.GetState(world.Units[k]);
                    Expect.Equal(state.Position, world.Positions[k]);
                    Expect.Equal(state.Velocity, world.Velocities[k]);
                    Expect.Equal(state.DesiredVelocity, world.DesiredVelocities[k]);
                    Expect.Equal(state.Heading, world.Headings[k]);
                    Expect.Equal(state.Activity, world.Activities[k]);
                }
            }
            var states = new UnitState[50];
            world.GetStates(units, states);
            Expect.That(states.All(state => state.Position.X > 5 && state.Driver == Driver.World && !state.Arrived), "all are on their way");
            var rows = new Vector3[50];
            for (var k = 0; k < 50; k++) rows[k].Y = 7;
            world.ReadPositions<Vector3>(units, rows, 0, 8);
            var mine = new Vec2[50];
            world.ReadPositions(units, mine);
            for (var k = 0; k < 50; k++)
                Expect.That(rows[k].X == mine[k].X && rows[k].Y == 7 && rows[k].Z == mine[k].Y && mine[k] == states[k].Position, "row " + k);
            world.ReadDesiredVelocities<Vector3>(units, rows, 0, 8);
            Expect.Equal(states[3].DesiredVelocity.Y, rows[3].Z);
        }
    }

    [Test]
    public static void Units_come_go_and_change()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 5);
            world.RemoveUnits(new[] { units[1], units[3] });
            Expect.That(world.Units.SequenceEqual(new[] { units[0], units[2], units[4] }), "three are left");
            Expect.Equal(3, world.Positions.Length);
            Expect.That(!world.IsValid(units[1]) && world.IsValid(units[0]) && !world.IsValid(default), "which are there");
            var change = UnitChange.Nothing;
            change.MaxSpeed = 1;
            change.Team = 3;
            change.Fields = UnitField.MaxSpeed | UnitField.Team;
            world.SetUnits(new[] { units[0] }, new[] { change });
            Expect.That(world.GetState(units[0]).MaxSpeed == 1 && world.GetState(units[0]).Team == 3, "it was changed");
            world.Teleport(units[0], new Vec2(20, 20));
            Expect.Equal(new Vec2(20, 20), world.GetState(units[0]).Position);
            world.SetUserData(units[2], ulong.MaxValue);
            Expect.Equal(ulong.MaxValue, world.GetUserData(units[2]));
            var def = UnitDef.At(new Vec2(10, 30), 0.4f, 2);
            def.Driver = Driver.Engine;
            var mine = world.AddUnit(def);
            world.SetMotions(new[] { mine }, new[] { new Vec2(11, 30) }, new[] { new Vec2(1, 0) });
            Expect.Equal(new Vec2(11, 30), world.GetState(mine).Position);
            Expect.Equal(4, world.UnitCount);
            Expect.That(mine.ToString().StartsWith("UnitId(") && default(UnitId).IsNone && mine != units[0] && mine.Equals((object)mine), "handles");
            world.RemoveUnits(world.Units);
            Expect.Equal(0, world.Positions.Length);
            world.AddUnits(new UnitDef[0], new UnitId[0]);
            world.Step();
            Expect.Equal(0, world.Events.Length);
        }
    }

    [Test]
    public static void Orders_of_every_kind()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 6);
            var goals = Enumerable.Range(0, 6).Select(k => new Vec2(40 + k, 5)).ToArray();
            world.OrderEach(units, goals);
            var def = OrderDef.To(new Vec2(50, 10));
            def.Range = 3;
            def.Unreachable = Unreachable.Stop;
            var order = world.Give(new ReadOnlySpan<UnitId>(units, 0, 3), def, new[] { new Vec2(20, 24), new Vec2(40, 24) });
            var state = world.GetOrder(order);
            Expect.That(state.WayPointCount == 2 && state.Range == 3 && state.UnitCount == 3 && state.Unreachable == Unreachable.Stop, "what it is");
            var each = OrderDef.To(default);
            each.GoalKind = GoalKind.Each;
            each.Exchange = true;
            world.Give(units, each, goals: goals);
            var follow = world.Give(new ReadOnlySpan<UnitId>(units, 1, 5), OrderDef.Follow(units[0]));
            Expect.Equal(units[0], world.GetOrder(follow).Target);
            var line = OrderDef.To(new Vec2(50, 30));
            line.Shape = Shape.Line;
            line.Facing = new Vec2(1, 0);
            order = world.Give(new ReadOnlySpan<UnitId>(units, 0, 2), line);
            world.Join(order, new ReadOnlySpan<UnitId>(units, 2, 1));
            world.MoveGoal(order, new Vec2(50, 20));
            world.AppendGoal(order, new Vec2(55, 20));
            var found = new UnitId[8];
            Expect.Equal(3, world.GetOrderUnits(order, found));
            Expect.Equal(3, world.GetOrderUnits(order, new Span<UnitId>()));
            var places = OrderDef.To(new Vec2(50, 30));
            places.Shape = Shape.Offsets;
            world.Give(new ReadOnlySpan<UnitId>(units, 0, 2), places, offsets: new[] { new Vec2(0, 1), new Vec2(0, -1) });
            world.Hold(new ReadOnlySpan<UnitId>(units, 3, 3));
            world.Stop(new ReadOnlySpan<UnitId>(units, 0, 1));
            world.Step();
            Expect.Equal(Activity.Holding, world.GetState(units[4]).Activity);
            Expect.That(world.Explain(units[1]).Contains("is on its way"), world.Explain(units[1]));
            Expect.That(world.Counters.Units > 0, "counters");
        }
    }

    [Test]
    public static void Ground_of_every_kind()
    {
        var definition = new WorldDefinition(new Vec2(0, 0), new Vec2(40, 20), 0.3f, 0.6f)
        {
            MovementKinds = new[] { MovementKind.Default, MovementKind.Default.Without(1).With(2, 2, 0.5f) },
        };
        using (var world = new World(definition))
        {
            var river = world.AddArea(AreaDef.OfCost(1, 1), Yard.Box(18, 0, 22, 20));
            Expect.Equal(2, world.FindPath(new Vec2(5, 5), new Vec2(35, 5), 0.3f).Length);
            Expect.That(!world.IsReachable(new Vec2(5, 5), new Vec2(35, 5), 0.3f, 1), "not for the second kind");
            var ford = LinkDef.Between(new Vec2(17, 10), new Vec2(23, 10), 8);
            ford.BothWays = true;
            var link = world.AddLink(ford);
            var over = PathQuery.Between(new Vec2(5, 5), new Vec2(35, 5), 0.3f);
            over.MovementKind = 1;
            PathInfo info;
            Expect.That(world.FindPath(over, new Vec2[9], out info) == 4 && info.LinkCount == 1, "over the link");
            world.RemoveLink(link);
            world.RemoveArea(river);
            var fire = world.AddDiscomfort(new Vec2(20, 10), 2, 50);
            Expect.That(world.FindPath(new Vec2(5, 10), new Vec2(35, 10), 0.3f).Length > 2, "round the fire");
            world.RemoveDiscomfort(fire);
            world.SetHeights(new Vec2(10, 5), 5, 3, new float[] { 0, 0, 0, 0, 5, 0, 0, 0, 0 });
            var mud = world.AddArea(AreaDef.OfSpeed(0, 0.5f), Yard.Box(0, 0, 5, 5));
            world.Commit();
            world.RemoveArea(mud);
        }
        definition = new WorldDefinition(new Vec2(0, 0), new Vec2(40, 40), 0.5f)
        {
            Walkable = new[] { new[] { Yard.Box(0, 0, 40, 40), Yard.Box(30, 30, 35, 35) } },
            Parameters = WorldParameters.Pedestrians,
        };
        using (var world = new World(definition))
        {
            Expect.That(!world.IsFree(new Vec2(32, 32), 0.5f) && world.IsFree(new Vec2(38, 38), 0.5f), "a hole in what is walkable");
            var court = world.AddObstacle(new[] { new[] { Yard.Box(5, 5, 15, 15), Yard.Box(7, 7, 13, 13) } });
            Expect.That(!world.IsReachable(new Vec2(2, 2), new Vec2(10, 10), 0.5f), "no way into the court");
            world.RemoveObstacle(court);
            var crate = world.AddObstacle(Yard.Box(9, 9, 11, 11));
            Expect.That(world.CastRay(new Vec2(2, 10), new Vec2(20, 10), 0.5f).Hit, "a crate in the way");
            world.MoveObstacle(crate, Yard.Box(20, 20, 22, 22));
            Expect.That(!world.CastRay(new Vec2(2, 10), new Vec2(20, 10), 0.5f).Hit, "nothing in the way");
            Vec2 nearest;
            Expect.That(world.FindNearest(new Vec2(21, 21), 0.5f, 5, out nearest) && !world.FindNearest(new Vec2(21, 21), 0.5f, 0.1f, out nearest), "nearest");
            Expect.That(WorldParameters.Pedestrians.HeadwayTime == 1 && WorldParameters.Default.HeadwayTime == 0, "parameters");
        }
    }

    [Test]
    public static void Units_are_found_and_paths_fill_what_is_there()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 20);
            var found = new UnitId[4];
            Expect.Equal(2, world.FindUnitsInBox(new Vec2(4.5f, 9.5f), new Vec2(6.5f, 10.5f), found));
            Expect.That(found[0] == units[0] && found[1] == units[1], "who is in the box");
            Expect.Equal(20, world.FindUnitsInCircle(new Vec2(9, 11), 30, found));
            UnitId nearest;
            Expect.That(world.FindNearestUnit(new Vec2(5, 10), 1, out nearest) && nearest == units[0], "nearest");
            Expect.That(!world.FindNearestUnit(new Vec2(5, 10), 1, out nearest, 9) && !world.FindNearestUnit(new Vec2(50, 30), 1, out nearest), "none");
            PathInfo info;
            var points = new Vec2[2];
            var count = world.FindPath(PathQuery.Between(new Vec2(5, 5), new Vec2(55, 35), 0.4f), points, out info);
            Expect.That(count >= 3 && info.Length > 58 && points[0] == new Vec2(5, 5), "more points than room");
            Expect.Equal(count, world.FindPath(new Vec2(5, 5), new Vec2(55, 35), 0.4f).Length);
        }
    }

    [Test]
    public static void Passages_tell_who_waits_where()
    {
        using (var world = new World(new Vec2(0, 0), new Vec2(40, 20), 0.4f))
        {
            // A wall with a gap in which nobody passes another.
            world.AddObstacle(Yard.Box(19, 0, 21, 9.5f));
            world.AddObstacle(Yard.Box(19, 10.5f, 21, 20));
            Expect.Equal(0, world.GetPassages().Length);
            var west = new UnitId[20];
            var east = new UnitId[20];
            world.AddUnits(west.Select((_, k) => UnitDef.At(new Vec2(8 + k % 4, 8 + k / 4), 0.4f, 2)).ToArray(), west);
            world.AddUnits(east.Select((_, k) => UnitDef.At(new Vec2(28 + k % 4, 8 + k / 4), 0.4f, 2)).ToArray(), east);
            world.Order(west, new Vec2(35, 10));
            world.Order(east, new Vec2(5, 10));
            for (var tick = 0; tick < 80; tick++) world.Step();
            var gap = world.GetPassages().Single();
            Expect.That(gap.IsOpposed && Math.Abs(gap.Width - 1) < 0.01f && Math.Abs(gap.Length - 2) < 0.9f, "a gap of 1 m, 2 m long");
            var users = world.GetPassageUsers(0);
            Expect.Equal((int)gap.UserCount, users.Length);
            Expect.That(users.Length > 16 && users.All(user => west.Contains(user.Unit) || east.Contains(user.Unit)), "more than the first room");
            Expect.That(gap.End0.MustWait != gap.End1.MustWait, "one side waits");
            Expect.That(users.Where(user => user.MustWait).All(user => (user.End == 0 ? gap.End0 : gap.End1).MustWait), "those of that side");
            var gates = world.GetPassageGates(0);
            Expect.Equal(2 * (int)gap.GateCount, gates.Length);
            Expect.Equal(gap.End0.Left, gates[0]);
            Expect.Equal(Result.OutOfRange, Expect.Throws<HybridNavException>(() => world.GetPassageUsers(1)).Code);
            Expect.Throws<HybridNavException>(() => world.GetPassageGates(-1));
        }
    }

    [Test]
    public static void A_world_is_saved_and_goes_on_alike()
    {
        using (World world = Yard.Make(), other = new World(new Vec2(0, 0), new Vec2(5, 5), 0.4f))
        {
            var units = Yard.Crowd(world);
            world.Order(units, new Vec2(50, 10));
            for (var tick = 0; tick < 100; tick++) world.Step();
            var bytes = world.Save();
            other.Load(bytes);
            Expect.Equal(world.StateHash, other.StateHash);
            Expect.That(other.Positions.SequenceEqual(world.Positions) && other.Units[0] != world.Units[0], "units are the same, handles are not");
            for (var tick = 0; tick < 50; tick++)
            {
                world.Step();
                other.Step();
            }
            Expect.Equal(world.StateHash, other.StateHash);
            world.Load(bytes);
            Expect.That(world.TickCount == 100 && world.IsValid(units[0]), "back again");
            bytes[bytes.Length / 2] ^= 1;
            Expect.Equal(Result.BadBytes, Expect.Throws<HybridNavException>(() => world.Load(bytes)).Code);
            Expect.Throws<HybridNavException>(() => world.Load(default));
            Expect.Equal(Result.BadBytes, Expect.Throws<HybridNavException>(() => World.FromBytes(bytes)).Code);
            using (var third = World.FromBytes(world.Save())) Expect.Equal(world.StateHash, third.StateHash);
        }
    }

    [Test]
    public static void Things_are_found_again_in_a_world_that_was_loaded()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 3);
            for (var k = 0; k < 20; k++) world.SetUserData(world.AddObstacle(Yard.Box(2 * k + 1, 1, 2 * k + 2, 2)), (ulong)(100 + k));
            world.SetUserData(world.AddArea(AreaDef.OfCost(1, 3), Yard.Box(5, 30, 9, 34)), 7);
            world.SetUserData(world.AddLink(LinkDef.Between(new Vec2(40, 10), new Vec2(50, 20), 3)), ulong.MaxValue);
            world.SetUserData(world.Order(units, new Vec2(50, 10)), 9);
            world.SetUserData(units[2], 4);
            world.Step();
            using (var again = World.FromBytes(world.Save()))
            {
                Expect.That(again.GetObstacles().Select(again.GetUserData).SequenceEqual(world.GetObstacles().Select(world.GetUserData)), "obstacles");
                Expect.Equal(22, again.GetObstacles().Length);
                Expect.Equal(119ul, again.GetObstacles().Max(again.GetUserData));
                Expect.Equal(7ul, again.GetUserData(again.GetAreas().Single()));
                Expect.Equal(ulong.MaxValue, again.GetUserData(again.GetLinks().Single()));
                Expect.Equal(9ul, again.GetUserData(again.GetOrders().Single()));
                Expect.Equal(4ul, again.GetUserData(again.Units[2]));
                var door = again.GetObstacles().Single(obstacle => again.GetUserData(obstacle) == 105);
                again.RemoveObstacle(door);
                Expect.Equal(21, again.GetObstacles().Length);
            }
        }
        using (var empty = new World(new Vec2(0, 0), new Vec2(5, 5), 0.4f))
            Expect.Equal(0, empty.GetObstacles().Length + empty.GetAreas().Length + empty.GetLinks().Length + empty.GetOrders().Length);
    }

    [Test]
    public static void A_world_goes_back_and_on_again()
    {
        using (World world = Yard.Make(), other = new World(new Vec2(0, 0), new Vec2(5, 5), 0.4f))
        {
            var units = Yard.Crowd(world);
            world.Order(units, new Vec2(50, 10));
            for (var tick = 0; tick < 20; tick++) world.Step();
            using (var state = world.SaveState())
            {
                Expect.Equal(20ul, state.TickCount);
                for (var tick = 0; tick < 8; tick++) world.Step();
                var hash = world.StateHash;
                var late = world.AddUnit(UnitDef.At(new Vec2(5, 35), 0.4f, 1));
                world.RestoreState(state);
                Expect.That(world.TickCount == 20 && !world.IsValid(late) && world.UnitCount == 50, "it is as it was");
                world.Step();
                world.SaveStateInto(state);
                for (var tick = 0; tick < 7; tick++) world.Step();
                Expect.Equal(hash, world.StateHash);
                other.RestoreState(state);
                Expect.That(other.TickCount == 21 && other.UnitCount == 50 && other.Units[0] != units[0], "any world takes it");
                world.StartRecording(new MemoryStream());
                Expect.Equal(Result.Mismatch, Expect.Throws<HybridNavException>(() => world.RestoreState(state)).Code);
                Expect.Equal(hash, world.StateHash);
                state.Dispose();
                state.Dispose();
                Expect.Throws<ObjectDisposedException>(() => world.RestoreState(state), "SavedState");
                Expect.Throws<ObjectDisposedException>(() => world.SaveStateInto(state), "SavedState");
                Expect.Throws<ArgumentNullException>(() => world.RestoreState(null));
            }
        }
    }

    [Test]
    public static void A_recording_is_replayed()
    {
        var memory = new MemoryStream();
        ulong hash;
        using (var world = Yard.Make())
        {
            world.StartRecording(memory);
            world.Order(Yard.Crowd(world), new Vec2(50, 10));
            for (var tick = 0; tick < 30; tick++) world.Step();
            world.StopRecording();
            hash = world.StateHash;
        }
        using (var world = new World(new Vec2(0, 0), new Vec2(5, 5), 0.4f))
        {
            Expect.Equal(Result.Mismatch, Expect.Throws<HybridNavException>(() => world.ReplayStep()).Code);
            world.LoadRecording(memory.ToArray());
            var steps = 0;
            while (world.ReplayStep()) steps++;
            Expect.That(steps == 30 && world.StateHash == hash && world.UnitCount == 50, "the same steps, and the same end");
            world.LoadRecording(memory.ToArray());
            world.AddUnit(UnitDef.At(new Vec2(5, 35), 0.4f, 1));
            Expect.Equal(Result.Different, Expect.Throws<HybridNavException>(() => { while (world.ReplayStep()) { } }).Code);
            Expect.Equal(Result.BadBytes, Expect.Throws<HybridNavException>(() => world.LoadRecording(new byte[9])).Code);
        }
    }

    private sealed class Broken : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count) { throw new IOException("the disk is full"); }

        public override void Write(ReadOnlySpan<byte> buffer) { throw new IOException("the disk is full"); }
    }

    [Test]
    public static void A_recording_is_written()
    {
        var file = Environment.GetEnvironmentVariable("HYBRIDNAV_RECORDING");
        var memory = new MemoryStream();
        using (var world = Yard.Make())
        {
            world.StartRecording(memory);
            world.Order(Yard.Crowd(world), new Vec2(50, 10));
            for (var tick = 0; tick < 60; tick++) world.Step();
            world.StopRecording();
            Expect.Throws<HybridNavException>(() => world.StopRecording(), "record");
            if (file != null) File.WriteAllText(file + ".hash", world.StateHash.ToString("x16"));
        }
        Expect.That(memory.Length > 500, "something was written");
        if (file != null) File.WriteAllBytes(file, memory.ToArray());

        // What is not ended is written when the world goes.
        var other = new MemoryStream();
        var forgotten = Yard.Make();
        forgotten.StartRecording(new MemoryStream());
        forgotten.StartRecording(other);
        Yard.Crowd(forgotten);
        var before = other.Length;
        forgotten.Dispose();
        Expect.That(other.Length > before, "the rest was written");

        using (var world = Yard.Make())
        {
            Expect.Throws<HybridNavException>(() => world.StartRecording(new Broken()));
            world.Step();
            var closed = new MemoryStream();
            world.StartRecording(closed);
            closed.Close();
            Yard.Crowd(world);
            for (var tick = 0; tick < 2000; tick++) world.Step();
            Expect.Throws<IOException>(() => world.StopRecording());
            world.Step();
        }
    }
}
