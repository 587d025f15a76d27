using System;

namespace HybridNav
{
    /// <summary>
    /// Static obstacles, units and their orders, in a rectangle. Dispose it when the game is done with it; a world that is forgotten is freed
    /// when the garbage collector comes by.
    /// </summary>
    /// <remarks>
    /// Lengths are metres, times seconds, angles radians; x points east, y north. A refused call throws a
    /// <see cref="HybridNavException"/> and has changed nothing. One thread at a time may change a world; others may only ask meanwhile what
    /// changes nothing, and not by the columns, which this object fills.
    /// </remarks>
    public sealed unsafe partial class World : IDisposable
    {
        private WorldId id;
        // What was read is right as long as the version is the one at which it was read.
        private ulong version = 1;
        private WorldEvent[] events = new WorldEvent[16];
        private int eventCount;
        private ulong eventsAt;

        /// <summary>Makes a world for units of some radii, in metres, in a rectangle, with the parameters of games.</summary>
        public World(Vec2 lower, Vec2 upper, params float[] classRadii) : this(new WorldDefinition(lower, upper, classRadii))
        {
        }

        /// <summary>Makes a world.</summary>
        public World(WorldDefinition definition)
        {
            if (definition == null) throw new ArgumentNullException(nameof(definition));
            CheckVersion();
            var radii = definition.ClassRadii ?? throw new ArgumentException("The class radii are missing.", nameof(definition));
            var count = radii.Length;
            if (count > Native.MaxClasses) throw new ArgumentException(count + " class radii: at most " + Native.MaxClasses + " are expected.");
            fixed (float* first = radii)
            fixed (MovementKind* kinds = definition.MovementKinds)
            using (var walkable = new PinnedPolygons(definition.Walkable ?? new Vec2[0][][]))
            {
                var def = Native.hnavDefaultWorldDef(definition.Lower, definition.Upper, first, (uint)count);
                def.Parameters = definition.Parameters;
                if (kinds != null)
                {
                    def.MovementKinds = kinds;
                    def.MovementKindCount = (uint)definition.MovementKinds.Length;
                }
                if (walkable.Count > 0)
                {
                    def.Walkable = walkable.Shapes;
                    def.WalkableCount = walkable.Count;
                }
                WorldId made;
                HybridNavException.Check(Native.hnavCreateWorld(&def, &made));
                id = made;
            }
            Tick = definition.Parameters.Tick;
        }

        /// <summary>Frees it.</summary>
        ~World()
        {
            Free();
        }

        /// <summary>The handle by which the functions of <see cref="Native"/> know it.</summary>
        public WorldId Id
        {
            get
            {
                if (id.IsNone) throw new ObjectDisposedException(nameof(World));
                return id;
            }
        }

        /// <summary>Whether it is gone.</summary>
        public bool IsDisposed { get { return id.IsNone; } }

        /// <summary>The length of a tick, in seconds.</summary>
        public float Tick { get; private set; }

        /// <summary>How many ticks have been stepped.</summary>
        public ulong TickCount
        {
            get
            {
                ulong count;
                Done(Native.hnavWorld_GetTickCount(Id, &count));
                return count;
            }
        }

        /// <summary>A number that tells worlds apart: equal worlds that were treated equally have equal ones, on every platform.</summary>
        public ulong StateHash
        {
            get
            {
                ulong hash;
                Done(Native.hnavWorld_GetStateHash(Id, &hash));
                return hash;
            }
        }

        /// <summary>What the last step did, in numbers.</summary>
        public Counters Counters
        {
            get
            {
                Counters counters;
                Done(Native.hnavWorld_GetCounters(Id, &counters));
                return counters;
            }
        }

        /// <summary>Moves all units on by one tick. It allocates nothing in managed memory.</summary>
        public void Step()
        {
            Changed(Native.hnavWorld_Step(Id, Tick));
        }

        /// <summary>
        /// What happened in the last step. The span is right until the next call that changes the world; nothing is allocated, but for a buffer that must
        /// become larger.
        /// </summary>
        public ReadOnlySpan<WorldEvent> Events
        {
            get
            {
                if (eventsAt != version) ReadEvents();
                return new ReadOnlySpan<WorldEvent>(events, 0, eventCount);
            }
        }

        /// <summary>Has so many threads of the world's own help with steps, 0 for none. Results are the same bits.</summary>
        public void SetThreads(int count)
        {
            Done(Native.hnavWorld_SetThreads(Id, count < 0 ? uint.MaxValue : (uint)count));
        }

        /// <summary>Frees the world; again does no harm.</summary>
        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        private void ReadEvents()
        {
            uint count;
            while (true)
            {
                fixed (WorldEvent* first = events)
                {
                    var result = Done(Native.hnavWorld_GetEvents(Id, first, (uint)events.Length, &count));
                    if (result != Result.More) break;
                }
                events = new WorldEvent[Math.Max((int)count, 2 * events.Length)];
            }
            eventCount = (int)count;
            eventsAt = version;
        }

        private void Free()
        {
            if (id.IsNone) return;
            // It may write the rest of a recording.
            var result = Native.hnavDestroyWorld(id);
            id = default;
            // Where another thread is still at work in it, what it writes to has to stay.
            if (result != Result.Locked) StopStream();
        }

        private static void CheckVersion()
        {
            var found = Native.hnavGetAbiVersion();
            if (found != Native.AbiVersion)
                throw new InvalidOperationException("The library has version " + found + ", this package is for " + Native.AbiVersion + ".");
        }

        /// <summary>A call that asks is done, and the world was needed until now.</summary>
        private Result Done(Result result)
        {
            GC.KeepAlive(this);
            return HybridNavException.Check(result);
        }

        /// <summary>A call that may have changed the world is done: columns are read anew.</summary>
        private Result Changed(Result result)
        {
            version++;
            return Done(result);
        }
    }
}
