using System;
using System.Diagnostics;
using System.Globalization;
using HybridNav;

/// <summary>What a frame costs in managed code: nothing is allocated, and hardly any time goes by.</summary>
public static class SpeedTests
{
    private const int Count = 10000, Frames = 200;

    private static long AllocatedBy(Action<int> tick, int ticks)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        var (collections, memory) = (GC.CollectionCount(0), GC.GetAllocatedBytesForCurrentThread());
        for (var k = 0; k < ticks; k++) tick(k);
        var grown = GC.GetAllocatedBytesForCurrentThread() - memory;
        Expect.Equal(collections, GC.CollectionCount(0), "collections");
        return grown;
    }

    private static byte[] kept;

    [Test]
    public static void A_tick_allocates_nothing()
    {
        const int ticks = 2000;
        using (var world = Yard.Make())
        {
            var units = Yard.Crowd(world, 200);
            var def = UnitDef.At(new Vec2(20, 35), 0.4f, 2);
            def.Driver = Driver.Engine;
            var mine = new[] { world.AddUnit(def) };
            var (at, by, points) = (new[] { def.Position }, new Vec2[1], new Vec2[64]);
            world.Order(units, new Vec2(50, 10));
            var (arrived, sum) = (0, 0f);
            Action<int> tick = k =>
            {
                if (k % 500 == 250) world.Order(units, new Vec2(k % 1000 == 250 ? 10 : 50, 10));
                at[0] = new Vec2(20 + k % 10 * 0.1f, 35);
                world.SetMotions(mine, at, by);
                world.Step();
                foreach (var told in world.Events) arrived += told.Kind == EventKind.Arrived ? 1 : 0;
                sum += world.Positions[0].X + world.Velocities[0].X + world.Headings[0].X + world.DesiredVelocities[0].X;
                sum += (int)world.Activities[0] + world.UnitCount + world.GetState(mine[0]).Position.X;
                PathInfo info;
                sum += world.FindPath(PathQuery.Between(new Vec2(5, 5), new Vec2(50, 5), 0.4f), points, out info);
            };
            AllocatedBy(tick, ticks);
            var grown = AllocatedBy(tick, ticks);
            var seen = AllocatedBy(k => kept = new byte[1], ticks);
            GC.KeepAlive(kept);
            Console.WriteLine("        {0} bytes in {1} ticks, {2} events; {3} for one array of one byte in each", grown, ticks, arrived, seen);
            Expect.That(arrived >= 200 && seen >= 24 * ticks, "the measure is none");
            Expect.Equal(0L, grown, "bytes");
        }
    }

    /// <summary>Prints microseconds of a frame, for `columns.c` to be compared with.</summary>
    [Test]
    public static void Ten_thousand_units_are_set_and_read()
    {
        using (var world = new World(default, new Vec2(102, 102), 0.3f))
        {
            var defs = new UnitDef[Count];
            for (var k = 0; k < Count; k++)
            {
                defs[k] = UnitDef.At(new Vec2(1.5f + k % 100, 1.5f + k / 100), 0.3f, 1.4f);
                defs[k].Driver = Driver.Engine;
            }
            var units = new UnitId[Count];
            world.AddUnits(defs, units);
            var (at, by) = (new Vec2[Count], new Vec2[Count]);
            var times = new double[Frames];
            var sum = 0f;
            for (var frame = 0; frame < Frames; frame++)
            {
                var shift = frame % 2 * 0.1f;
                for (var k = 0; k < Count; k++) at[k] = new Vec2(1.5f + k % 100 + shift, 1.5f + k / 100);
                var watch = Stopwatch.StartNew();
                world.SetMotions(units, at, by);
                sum += world.Positions[Count - 1].X + world.DesiredVelocities[0].X;
                times[frame] = watch.Elapsed.TotalMilliseconds * 1000;
                Expect.Equal(at[Count - 1], world.Positions[Count - 1]);
            }
            Array.Sort(times);
            Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "set_and_read_us {0:F1}", times[Frames / 2]));
            Expect.That(sum > 0, "nothing was read");
        }
    }
}
