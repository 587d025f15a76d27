using System;
using System.IO;
using System.Runtime.InteropServices;

namespace HybridNav
{
    public sealed unsafe partial class World
    {
        private GCHandle stream;
        private byte[] saved = new byte[0];

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        private delegate byte WriteRecording(byte* bytes, uint count, IntPtr user);

        // Kept for as long as the library may call it.
        private static readonly WriteRecording write = Write;

        /// <summary>A stream, and what went wrong with it.</summary>
        private sealed class Sink
        {
            internal Stream Stream;
            internal Exception Error;
        }

        /// <summary>All that decides the world's future, as bytes.</summary>
        public byte[] Save()
        {
            while (true)
            {
                uint count;
                Result result;
                fixed (byte* first = &MemoryMarshal.GetReference(Some<byte>(saved)))
                {
                    result = Done(Native.hnavWorld_Save(Id, first, (uint)saved.Length, &count));
                }
                if (result != Result.More) return new ReadOnlySpan<byte>(saved, 0, (int)count).ToArray();
                saved = new byte[count + count / 8];
            }
        }

        /// <summary>
        /// Puts a saved world in the place of this one, which goes on with the same bits. Handles that this world gave before it was saved are right again; in any
        /// other world <see cref="Units"/> lists the same units in the same order, and their user data says who is who.
        /// </summary>
        public void Load(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = &MemoryMarshal.GetReference(bytes))
            {
                unitsAreKnown = false;
                Changed(Native.hnavWorld_Load(Id, first, (uint)bytes.Length));
            }
            LearnTick();
        }

        /// <summary>A new world from the bytes of a saved one, see <see cref="Load"/>.</summary>
        public static World FromBytes(ReadOnlySpan<byte> bytes)
        {
            var world = new World(new Vec2(0, 0), new Vec2(1, 1), 0.125f);
            try
            {
                world.Load(bytes);
            }
            catch
            {
                world.Dispose();
                throw;
            }
            return world;
        }

        /// <summary>
        /// Saves the state that the world is in, to go back to: for rollback netcode and looks ahead. It shares meshes and distance fields with the world: that takes
        /// far less time and memory than <see cref="Save"/>.
        /// </summary>
        public SavedState SaveState()
        {
            SavedStateId made;
            Done(Native.hnavWorld_SaveState(Id, &made));
            return new SavedState(made);
        }

        /// <summary>Saves the state that the world is in over an older one, in the memory of that; nothing is allocated in managed memory.</summary>
        public void SaveStateInto(SavedState state)
        {
            if (state == null) throw new ArgumentNullException(nameof(state));
            Done(Native.hnavWorld_SaveStateInto(Id, state.Id));
            GC.KeepAlive(state);
        }

        /// <summary>
        /// Goes back to a saved state, or on to a later one, as often as needed: with the same calls, the next steps have the same bits. Handles that this world gave
        /// before it was saved are right again. A world that is being recorded refuses it.
        /// </summary>
        public void RestoreState(SavedState state)
        {
            if (state == null) throw new ArgumentNullException(nameof(state));
            unitsAreKnown = false;
            Changed(Native.hnavWorld_RestoreState(Id, state.Id));
            GC.KeepAlive(state);
            LearnTick();
        }

        private void LearnTick()
        {
            WorldDef def;
            Done(Native.hnavWorld_GetDef(Id, &def));
            Tick = def.Parameters.Tick;
        }

        /// <summary>
        /// Puts the world with which a recording begins in the place of this one: see <see cref="ReplayStep"/>. Handles are as for <see cref="Load"/>.
        /// </summary>
        public void LoadRecording(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = &MemoryMarshal.GetReference(bytes))
            {
                unitsAreKnown = false;
                Changed(Native.hnavWorld_LoadRecording(Id, first, (uint)bytes.Length));
            }
            LearnTick();
        }

        /// <summary>
        /// Does what was recorded up to the next step, and that step. Returns whether there was one. The result <see cref="Result.Different"/> of the exception tells
        /// that the world is not the one any more that was recorded.
        /// </summary>
        public bool ReplayStep()
        {
            bool hasStepped;
            unitsAreKnown = false;
            Changed(Native.hnavWorld_ReplayStep(Id, &hasStepped));
            return hasStepped;
        }

        /// <summary>
        /// Begins to record: writes the world as it is, and from now on all that changes it. The stream is written by the calls of this world, on their threads, and
        /// stays yours.
        /// </summary>
        public void StartRecording(Stream to)
        {
            if (to == null) throw new ArgumentNullException(nameof(to));
            var next = GCHandle.Alloc(new Sink { Stream = to });
            try
            {
                Changed(Native.hnavWorld_StartRecording(Id, Marshal.GetFunctionPointerForDelegate(write), (void*)GCHandle.ToIntPtr(next)));
            }
            catch
            {
                next.Free();
                throw;
            }
            StopStream();
            stream = next;
        }

        /// <summary>Writes the rest of the recording, and ends it. What went wrong with the stream is thrown.</summary>
        public void StopRecording()
        {
            var sink = stream.IsAllocated ? (Sink)stream.Target : null;
            var result = Native.hnavWorld_StopRecording(Id);
            version++;
            StopStream();
            if (sink != null && sink.Error != null) throw new IOException("The recording could not be written.", sink.Error);
            Done(result);
        }

        private void StopStream()
        {
            if (stream.IsAllocated) stream.Free();
        }

        [MonoPInvokeCallback(typeof(WriteRecording))]
        private static byte Write(byte* bytes, uint count, IntPtr user)
        {
            var sink = (Sink)GCHandle.FromIntPtr(user).Target;
            try
            {
                sink.Stream.Write(new ReadOnlySpan<byte>(bytes, (int)count));
                return 1;
            }
            catch (Exception error)
            {
                // No exception may pass through the library.
                sink.Error = error;
                return 0;
            }
        }
    }

    /// <summary>Compilers that run ahead of time look for it by its name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
        }
    }
}
