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
            WorldDef def;
            Done(Native.hnavWorld_GetDef(Id, &def));
            Tick = def.Parameters.Tick;
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
