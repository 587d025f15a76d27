using System;
using System.Runtime.CompilerServices;
using System.Threading;
using HybridNav;

/// <summary>Worlds end when they should, and nothing is left of them.</summary>
public static class LifetimeTests
{
    [Test]
    public static void Disposed_twice_and_used_after()
    {
        var world = Yard.Make();
        var units = Yard.Crowd(world, 3);
        var positions = world.Positions;
        world.Dispose();
        world.Dispose();
        Expect.That(world.IsDisposed, "it is gone");
        // What was read stays readable: it is managed memory.
        Expect.Equal(new Vec2(5, 10), positions[0]);
        Action[] calls =
        {
            () => world.Step(), () => { var count = world.TickCount; }, () => { var hash = world.StateHash; }, () => { var id = world.Id; },
            () => world.AddUnit(UnitDef.At(default, 1, 1)), () => world.Order(units, default), () => world.Save(), () => world.Load(new byte[3]),
            () => world.FindPath(default, default, 1), () => world.GetState(units[0]), () => world.IsValid(units[0]), () => world.StopRecording(),
            () => world.AddObstacle(Yard.Box(1, 1, 2, 2)), () => world.SetThreads(1), () => world.Commit(), () => world.Explain(units[0]),
            () => world.SetMotions(units, new Vec2[3], new Vec2[3]), () => world.ReadPositions(units, new Vec2[3]), () => world.RemoveUnits(units),
        };
        foreach (var call in calls) Expect.Throws<ObjectDisposedException>(call, "World");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WorldId[] Forgotten(int count)
    {
        var ids = new WorldId[count];
        for (var k = 0; k < count; k++)
        {
            var world = Yard.Make();
            Yard.Crowd(world, 3);
            if (k % 2 == 0) world.StartRecording(new System.IO.MemoryStream());
            ids[k] = world.Id;
        }
        return ids;
    }

    private static WorldId[] forgotten;

    [Test]
    public static void Forgotten_worlds_are_freed()
    {
        // On a thread of their own: its stack is gone then, which is searched for addresses.
        var thread = new Thread(() => forgotten = Forgotten(20));
        thread.Start();
        thread.Join();
        var left = 20;
        for (var round = 0; round < 50 && left > 0; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            left = 0;
            foreach (var id in forgotten) left += Native.hnavWorld_IsValid(id);
        }
        Expect.That(left <= 1, left + " of 20 forgotten worlds are still there");
    }

    [Test]
    public static void Worlds_that_were_refused_end_well()
    {
        for (var k = 0; k < 100; k++) Expect.Throws<HybridNavException>(() => new World(default, default, 1f));
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    [Test]
    public static void A_world_is_not_freed_while_it_works()
    {
        // The last use of each world is inside the call, while the collector is at work.
        var stop = false;
        var collector = new Thread(() => { while (!Volatile.Read(ref stop)) { GC.Collect(); GC.WaitForPendingFinalizers(); } });
        collector.Start();
        try
        {
            for (var k = 0; k < 200; k++)
            {
                var world = Yard.Make();
                Yard.Crowd(world, 20);
                world.Step();
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            collector.Join();
        }
    }

    [Test]
    public static void Another_thread_is_refused_while_a_world_steps()
    {
        using (var world = Yard.Make())
        {
            world.SetThreads(0);
            world.Order(Yard.Crowd(world, 200), new Vec2(50, 10));
            int refused = 0, done = 0;
            var stop = false;
            var other = new Thread(() =>
            {
                while (!Volatile.Read(ref stop))
                {
                    try
                    {
                        world.SetThreads(0);
                        done++;
                    }
                    catch (HybridNavException error)
                    {
                        Expect.Equal(Result.Locked, error.Code);
                        refused++;
                    }
                }
            });
            other.Start();
            var steps = 0;
            // Until both have had their turn: on a busy machine one of them may stand still for long.
            var watch = System.Diagnostics.Stopwatch.StartNew();
            for (var tick = 0; tick < 400 || (steps < 50 || Volatile.Read(ref refused) == 0) && watch.ElapsedMilliseconds < 30000; tick++)
            {
                try
                {
                    world.Step();
                    steps++;
                }
                catch (HybridNavException error)
                {
                    Expect.Equal(Result.Locked, error.Code);
                }
            }
            Volatile.Write(ref stop, true);
            other.Join();
            Expect.That(refused > 0 && steps > 0 && world.TickCount == (ulong)steps, refused + " calls were refused, " + steps + " steps were done");
        }
    }
}
