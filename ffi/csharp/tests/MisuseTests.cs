using System;
using System.Linq;
using HybridNav;

/// <summary>Nonsense is refused with a message, and changes nothing.</summary>
public static class MisuseTests
{
    private static void Refused(World world, Result code, Action action, string part = "")
    {
        var before = world.StateHash;
        Expect.Equal(code, Expect.Throws<HybridNavException>(action, part).Code);
        Expect.Equal(before, world.StateHash);
    }

    [Test]
    public static void Worlds_that_cannot_be()
    {
        Vec2 zero = default, ten = new Vec2(10, 10);
        foreach (var radii in new[] { new float[0], new[] { 0f }, new[] { -1f }, new[] { float.NaN }, new[] { 0.4f, 0.4f }, new[] { 50f } })
            Expect.Throws<HybridNavException>(() => new World(zero, ten, radii));
        Expect.Throws<ArgumentException>(() => new World(zero, ten, new float[9]));
        Expect.Throws<ArgumentNullException>(() => new World(zero, ten, null));
        Expect.Throws<ArgumentNullException>(() => new World(null));
        Expect.Throws<HybridNavException>(() => new World(ten, zero, 0.4f));
        Expect.Throws<HybridNavException>(() => new World(zero, new Vec2(float.NaN, 1), 0.4f));
        Expect.Throws<HybridNavException>(() => new World(zero, new Vec2(1e9f, 1e9f), 0.4f));
        var parameters = WorldParameters.Default;
        parameters.Tick = -1;
        Expect.Throws<HybridNavException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Parameters = parameters }), "tick");
        Expect.Throws<HybridNavException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Parameters = default }));
        Expect.Throws<HybridNavException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Walkable = new[] { new[] { new Vec2[2] } } }));
        Expect.Throws<ArgumentException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Walkable = new[] { new Vec2[0][] } }));
        Expect.Throws<ArgumentException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Walkable = new Vec2[][][] { null } }));
        Expect.Throws<ArgumentException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { Walkable = new[] { new Vec2[][] { null } } }));
        Expect.Throws<ArgumentException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { ClassRadii = null }));
        Expect.Throws<HybridNavException>(() => new World(new WorldDefinition(zero, ten, 0.4f) { MovementKinds = new MovementKind[40] }));
        Expect.Throws<ArgumentOutOfRangeException>(() => MovementKind.Default.Without(16));
        Expect.Throws<ArgumentOutOfRangeException>(() => MovementKind.Default.Without(-1));
    }

    [Test]
    public static void Units_that_cannot_be()
    {
        using (var world = Yard.Make())
        {
            world.Commit();
            Refused(world, Result.Blocked, () => world.AddUnit(UnitDef.At(new Vec2(30, 10), 0.4f, 2)), "choose a free position");
            Refused(world, Result.Outside, () => world.AddUnit(UnitDef.At(new Vec2(-5, 10), 0.4f, 2)));
            Refused(world, Result.NotFinite, () => world.AddUnit(UnitDef.At(new Vec2(float.NaN, 10), 0.4f, 2)));
            Refused(world, Result.OutOfRange, () => world.AddUnit(UnitDef.At(new Vec2(10, 10), 5, 2)), "largest class");
            Refused(world, Result.OutOfRange, () => world.AddUnit(UnitDef.At(new Vec2(10, 10), 0.4f, 0)));
            Refused(world, Result.ForeignStruct, () => world.AddUnit(default), "UnitDef.At");
            var wrong = UnitDef.At(new Vec2(10, 10), 0.4f, 2);
            wrong.Driver = (Driver)7;
            Refused(world, Result.OutOfRange, () => world.AddUnit(wrong));
            // One that is refused takes all others with it.
            var defs = new[] { UnitDef.At(new Vec2(10, 10), 0.4f, 2), UnitDef.At(new Vec2(30, 10), 0.4f, 2) };
            Refused(world, Result.Blocked, () => world.AddUnits(defs, new UnitId[2]));
            Expect.Equal(0, world.UnitCount);
            Expect.Throws<ArgumentException>(() => world.AddUnits(defs, new UnitId[1]), "2 rows");
        }
    }

    [Test]
    public static void Handles_that_are_dead_or_of_others()
    {
        using (World world = Yard.Make(), other = Yard.Make())
        {
            var units = Yard.Crowd(world, 3);
            var strangers = Yard.Crowd(other, 3);
            var order = world.Order(units, new Vec2(50, 10));
            var crate = world.AddObstacle(Yard.Box(40, 5, 41, 6));
            world.RemoveObstacle(crate);
            world.RemoveUnits(new ReadOnlySpan<UnitId>(units, 0, 1));
            foreach (var bad in new[] { units[0], strangers[1], default })
            {
                var one = new[] { units[1], bad };
                Refused(world, Result.StaleHandle, () => world.Order(one, new Vec2(5, 5)));
                Refused(world, Result.StaleHandle, () => world.OrderEach(one, new Vec2[2]));
                Refused(world, Result.StaleHandle, () => world.Give(one, OrderDef.To(default)));
                Refused(world, Result.StaleHandle, () => world.Give(new[] { units[1] }, OrderDef.Follow(bad)));
                Refused(world, Result.StaleHandle, () => world.Join(order, one));
                Refused(world, Result.StaleHandle, () => world.Stop(one));
                Refused(world, Result.StaleHandle, () => world.Hold(one));
                Refused(world, Result.StaleHandle, () => world.RemoveUnits(one));
                Refused(world, Result.StaleHandle, () => world.Teleport(bad, new Vec2(5, 5)));
                Refused(world, Result.StaleHandle, () => world.GetState(bad));
                Refused(world, Result.StaleHandle, () => world.GetStates(one, new UnitState[2]));
                Refused(world, Result.StaleHandle, () => world.ReadPositions(one, new Vec2[2]));
                Refused(world, Result.StaleHandle, () => world.SetMotions(one, new Vec2[2], new Vec2[2]));
                Refused(world, Result.StaleHandle, () => world.SetUnits(one, new[] { UnitChange.Nothing, UnitChange.Nothing }));
                Refused(world, Result.StaleHandle, () => world.Explain(bad));
                Refused(world, Result.StaleHandle, () => world.SetUserData(bad, 1));
                Refused(world, Result.StaleHandle, () => world.GetUserData(bad));
            }
            Refused(world, Result.StaleHandle, () => world.RemoveObstacle(crate));
            Refused(world, Result.StaleHandle, () => world.MoveObstacle(crate, Yard.Box(1, 1, 2, 2)));
            Refused(world, Result.StaleHandle, () => world.SetUserData(crate, 1));
            Refused(world, Result.StaleHandle, () => world.GetUserData(crate));
            Refused(world, Result.StaleHandle, () => world.SetUserData(default(AreaId), 1));
            Refused(world, Result.StaleHandle, () => world.GetUserData(default(AreaId)));
            Refused(world, Result.StaleHandle, () => world.SetUserData(default(LinkId), 1));
            Refused(world, Result.StaleHandle, () => world.GetUserData(default(LinkId)));
            Refused(world, Result.StaleHandle, () => world.RemoveArea(default));
            Refused(world, Result.StaleHandle, () => world.RemoveLink(default));
            Refused(world, Result.StaleHandle, () => world.RemoveDiscomfort(default));
            world.Stop(new ReadOnlySpan<UnitId>(units, 1, 2));
            Refused(world, Result.StaleHandle, () => world.MoveGoal(order, new Vec2(5, 5)));
            Refused(world, Result.StaleHandle, () => world.AppendGoal(order, new Vec2(5, 5)));
            Refused(world, Result.StaleHandle, () => world.GetOrder(order));
            Refused(world, Result.StaleHandle, () => world.SetUserData(order, 1));
            Refused(world, Result.StaleHandle, () => world.GetUserData(order));
            Refused(world, Result.StaleHandle, () => world.GetOrderUnits(order, new UnitId[3]));
        }
    }

    [Test]
    public static void Orders_and_ground_that_cannot_be()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 3);
            world.Step();
            Expect.Throws<HybridNavException>(() => world.Order(default, new Vec2(5, 5)));
            Refused(world, Result.Duplicate, () => world.Order(new[] { units[0], units[0] }, new Vec2(5, 5)));
            Refused(world, Result.NotFinite, () => world.Order(units, new Vec2(float.NaN, 5)));
            Expect.Throws<ArgumentException>(() => world.OrderEach(units, new Vec2[2]));
            var each = OrderDef.To(default);
            each.GoalKind = GoalKind.Each;
            Expect.Throws<ArgumentException>(() => world.Give(units, each, goals: new Vec2[2]));
            var strict = OrderDef.To(new Vec2(30, 5));
            strict.Unreachable = Unreachable.Stop;
            Refused(world, Result.Blocked, () => world.Give(units, strict));
            strict.Repeat = (Repeat)9;
            Refused(world, Result.OutOfRange, () => world.Give(units, strict));
            Refused(world, Result.ForeignStruct, () => world.Give(units, default));
            var places = OrderDef.To(new Vec2(50, 5));
            places.Shape = Shape.Offsets;
            Expect.Throws<HybridNavException>(() => world.Give(units, places, offsets: new Vec2[2]));
            Expect.Throws<HybridNavException>(() => world.Give(units, OrderDef.To(new Vec2(50, 5)), new Vec2[5000]));
            Expect.Throws<HybridNavException>(() => world.AddObstacle());
            Expect.Throws<HybridNavException>(() => world.AddObstacle((Vec2[])null));
            Expect.Throws<ArgumentNullException>(() => world.AddObstacle((Vec2[][][])null));
            Expect.Throws<HybridNavException>(() => world.AddObstacle(new Vec2[0][][]));
            Expect.Throws<HybridNavException>(() => world.AddObstacle(new Vec2(1, 1), new Vec2(2, 2)));
            Expect.Throws<HybridNavException>(() => world.AddObstacle(new Vec2(1, 1), new Vec2(3, 3), new Vec2(3, 1), new Vec2(1, 3)));
            Expect.Throws<HybridNavException>(() => world.AddObstacle(Yard.Box(100, 100, 110, 110)));
            Expect.Throws<ArgumentNullException>(() => world.MoveObstacle(default, null));
            Expect.Throws<ArgumentException>(() => world.AddArea(AreaDef.OfCost(0, 2), null));
            Expect.Throws<HybridNavException>(() => world.AddArea(AreaDef.OfCost(16, 2), Yard.Box(1, 1, 2, 2)));
            Expect.Throws<HybridNavException>(() => world.AddArea(AreaDef.OfCost(0, 0), Yard.Box(1, 1, 2, 2)));
            Expect.Throws<HybridNavException>(() => world.AddArea(AreaDef.OfSpeed(0, 0), Yard.Box(1, 1, 2, 2)));
            Expect.Throws<HybridNavException>(() => world.AddArea(default, Yard.Box(1, 1, 2, 2)));
            Expect.Throws<HybridNavException>(() => world.AddLink(LinkDef.Between(new Vec2(5, 5), new Vec2(8, 5), -1)));
            Expect.Throws<HybridNavException>(() => world.AddLink(default));
            Expect.Throws<HybridNavException>(() => world.AddDiscomfort(new Vec2(5, 5), 0, 1));
            Expect.Throws<HybridNavException>(() => world.SetHeights(default, 1, -1, new float[4]));
            Expect.Throws<HybridNavException>(() => world.SetHeights(default, 1, 3, new float[4]));
            Expect.Throws<HybridNavException>(() => world.SetThreads(-1));
            Expect.Throws<ArgumentNullException>(() => world.StartRecording(null));
            world.Step();
        }
    }

    [Test]
    public static void Arrays_that_do_not_fit()
    {
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 3);
            Expect.Throws<ArgumentException>(() => world.ReadPositions(units, new Vec2[2]));
            Expect.Throws<ArgumentException>(() => world.ReadPositions(units, new Vec2[4]));
            Expect.Throws<ArgumentException>(() => world.ReadPositions(units, default));
            foreach (var offsets in new[] { new[] { -4, 0 }, new[] { 0, 8 }, new[] { 0, 0 }, new[] { 0, 2 }, new[] { int.MaxValue, 0 }, new[] { int.MinValue, 4 } })
                Expect.Throws<ArgumentOutOfRangeException>(() => world.ReadPositions<Vec2>(units, new Vec2[3], offsets[0], offsets[1]));
            Expect.Throws<ArgumentOutOfRangeException>(() => world.ReadPositions<float>(units, new float[3], 0, 4));
            Expect.Equal(Result.BadPointer, Expect.Throws<HybridNavException>(() => world.ReadPositions<UnitState>(units, new UnitState[3], 1, 9)).Code);
            Expect.Throws<ArgumentException>(() => world.ReadPositions<Holder>(units, new Holder[3], 0, 4));
            Expect.Throws<ArgumentException>(() => world.SetMotions(units, new Vec2[3], new Vec2[2]));
            Expect.Throws<ArgumentException>(() => world.SetUnits(units, new UnitChange[1]));
            Expect.Throws<HybridNavException>(() => world.SetUnits(units, new UnitChange[3]));
            Expect.Throws<ArgumentException>(() => world.GetStates(units, new UnitState[1]));
            world.ReadPositions(default, default);
            world.SetMotions(default, default, default);
            world.RemoveUnits(default);
            world.SetUnits(default, default);
            world.GetStates(default, default);
            Expect.Equal(3, world.UnitCount);
        }
    }

    private struct Holder
    {
        public object Thing;
        public float X, Y;
    }

    [Test]
    public static void Queries_that_cannot_be()
    {
        using (var world = Yard.Make())
        {
            Yard.Crowd(world, 3);
            PathInfo info;
            Vec2 nearest;
            UnitId unit;
            Vec2 here = new Vec2(5, 5), there = new Vec2(50, 5), wall = new Vec2(30, 5), nowhere = new Vec2(float.NaN, 5);
            Refused(world, Result.Blocked, () => world.FindPath(wall, there, 0.4f));
            Refused(world, Result.Blocked, () => world.FindPath(here, wall, 0.4f));
            Refused(world, Result.Outside, () => world.FindPath(here, new Vec2(500, 5), 0.4f));
            Refused(world, Result.NotFinite, () => world.FindPath(nowhere, there, 0.4f));
            Refused(world, Result.OutOfRange, () => world.FindPath(here, there, 9));
            Refused(world, Result.ForeignStruct, () => world.FindPath(default, new Vec2[3], out info));
            Expect.Throws<HybridNavException>(() => world.IsFree(here, float.NaN));
            Expect.Throws<HybridNavException>(() => world.IsFree(here, 0.4f, 5));
            Expect.Throws<HybridNavException>(() => world.CastRay(nowhere, there, 0.4f));
            Expect.Throws<HybridNavException>(() => world.FindNearest(here, 0.4f, -1, out nearest));
            Expect.Throws<HybridNavException>(() => world.FindUnitsInBox(there, here, new UnitId[1]));
            Expect.Throws<HybridNavException>(() => world.FindUnitsInCircle(here, -1, new UnitId[1]));
            Expect.Throws<HybridNavException>(() => world.FindNearestUnit(here, float.NaN, out unit));
        }
    }
}
