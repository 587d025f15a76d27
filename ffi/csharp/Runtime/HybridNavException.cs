using System;
using System.Runtime.InteropServices;

namespace HybridNav
{
    /// <summary>
    /// A call was refused: the message says what is wrong, where, and what would be right. Nothing has changed then.
    /// </summary>
    public sealed class HybridNavException : Exception
    {
        internal HybridNavException(Result code, string message) : base(message)
        {
            Code = code;
        }

        /// <summary>Of which kind it is.</summary>
        public Result Code { get; }

        /// <summary>Throws what was wrong with the last call of this thread, if it was refused.</summary>
        internal static Result Check(Result result)
        {
            if (result < 0) throw Last(result);
            return result;
        }

        private static unsafe HybridNavException Last(Result result)
        {
            var message = Marshal.PtrToStringUTF8((IntPtr)Native.hnavGetLastErrorMessage());
            // The library speaks of its own functions.
            if (result == Result.ForeignStruct) message += "; in C# by UnitDef.At, OrderDef.To and so on, not by default or new";
            return new HybridNavException(result, message);
        }
    }
}
