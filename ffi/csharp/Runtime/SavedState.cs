using System;

namespace HybridNav
{
    /// <summary>
    /// A state of a world to go back to, see <see cref="World.SaveState"/>. It does not need its world. Dispose it when it is not needed any more; one that is forgotten
    /// is freed when the garbage collector comes by.
    /// </summary>
    public sealed unsafe class SavedState : IDisposable
    {
        private SavedStateId id;

        internal SavedState(SavedStateId id)
        {
            this.id = id;
        }

        /// <summary>Frees it.</summary>
        ~SavedState()
        {
            Free();
        }

        /// <summary>The handle by which the functions of <see cref="Native"/> know it.</summary>
        public SavedStateId Id
        {
            get
            {
                if (id.IsNone) throw new ObjectDisposedException(nameof(SavedState));
                return id;
            }
        }

        /// <summary>How many ticks its world had stepped.</summary>
        public ulong TickCount
        {
            get
            {
                ulong count;
                var result = Native.hnavSavedState_GetTickCount(Id, &count);
                GC.KeepAlive(this);
                HybridNavException.Check(result);
                return count;
            }
        }

        /// <summary>Frees it; again does no harm.</summary>
        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        private void Free()
        {
            if (id.IsNone) return;
            Native.hnavDestroySavedState(id);
            id = default;
        }
    }
}
