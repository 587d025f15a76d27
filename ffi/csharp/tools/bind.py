"""Makes C# of the C header: enumerations, structures and functions, with what is said of them. `python3 bind.py HEADER OUTPUT`"""

import pathlib
import re
import sys

header, output = sys.argv[1:]
text = pathlib.Path(header).read_text()
# The second half of each: what C++ and newer C see.
text = re.sub(r"^#if.*\n(?:  : u?int32_t\n)?(?:#endif.*\n)", "", text, flags=re.M)

PLAIN = {
    "float": "float", "double": "double", "uint8_t": "byte", "int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong",
    "size_t": "UIntPtr", "bool": "bool", "char": "byte", "void": "void",
}  # fmt: skip
CALLBACKS = {"hnavLogFunction", "hnavWriteRecording", "hnavRunTask"}
# Numbers that say yes or no.
FLAGS = {"partial", "bothWays", "connected", "exchange"}
COMMENT = r"(?:^ *(/\*\*(?:[^*]|\*(?!/))*\*/)\n)?"
constants = {name: int(value) for name, value in re.findall(r"^#define (HNAV_\w+) (\d+)$", text, re.M)}
enums = {name: kind for kind, name in re.findall(r"^typedef (u?int)32_t (hnav\w+);", text, re.M)}
lines = ["// Made from hnav.h; do not edit.", "using System;", "using System.Runtime.InteropServices;", "", "namespace HybridNav", "{"]


def fail(message):
    raise SystemExit(f"{header}: {message}")


def pascal(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def member(name):
    return "".join(part.capitalize() for part in name.lower().split("_"))


def short(name):
    # Unity has an `Event` of its own.
    return {"hnavEvent": "WorldEvent"}.get(name) or pascal(name.removeprefix("hnav"))


def cs_type(name):
    if name in CALLBACKS:
        return "IntPtr"
    return PLAIN.get(name) or (short(name) if name in known else fail(f"unknown type {name}"))


def summary(comment, indent):
    if not comment:
        return
    words = re.sub(r"^ *\* ?", "", comment.strip()[3:-2], flags=re.M).strip()
    words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    words = re.sub(r"`([^`]*)`", r"<c>\1</c>", words)
    told = [line.strip() for line in words.split("\n")]
    lines.extend([f"{indent}/// <summary>", *(f"{indent}/// {line}".rstrip() for line in told), f"{indent}/// </summary>"])


def enumeration(comment, name, body):
    prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name[4:]).upper()
    summary(comment, "    ")
    kind = enums.get(name) or fail(f"{name} has no type")
    if kind == "uint":
        lines.append("    [Flags]")
    lines.extend([f"    public enum {short(name)} : {kind}", "    {"])
    for about, item, value in re.findall(COMMENT + r"^ {2}(HNAV_\w+) = (-?\d+),", body, re.M):
        summary(about, "        ")
        lines.append(f"        {member(item.removeprefix(f'HNAV_{prefix}_'))} = {value},")
    lines.extend(["    }", ""])


def field(comment, declared):
    """The lines of one field."""
    declared = " ".join(declared.split())
    if "(*" in declared:
        name = re.search(r"\(\*(\w+)", declared)[1]
        return [f"public IntPtr {pascal(name)};"]
    found = re.match(r"^(?:const )?(\w+) (\*?)(\w+)(?:\[(\w+)\])?$", declared) or fail(f"unreadable: {declared}")
    kind, star, name, count = found.groups()
    said = re.search(r"\bAn? (hnav\w+)|sum of values of (hnav\w+)", comment or "")
    named = said and (said[1] or said[2])
    if kind in ("int32_t", "uint32_t") and named in enums and not star:
        kind = named
    if count:
        number = constants.get(count) or int(count)
        if kind in PLAIN:
            return [f"public fixed {cs_type(kind)} {pascal(name)}[{number}];"]
        return [f"public {cs_type(kind)} {pascal(name)}{k};" for k in range(number)]
    if name in FLAGS and kind == "uint32_t":
        access = f"{{ get {{ return {name} != 0; }} set {{ {name} = value ? 1u : 0u; }} }}"
        return [f"private uint {name};", f"public bool {pascal(name)} {access}"]
    access = "internal" if name == "structSize" else "public"
    return [f"{access} {cs_type(kind)}{star} {pascal(name)};"]


def structure(comment, body, name):
    summary(comment, "    ")
    lines.append("    [StructLayout(LayoutKind.Sequential)]")
    if name.endswith("Id"):
        lines.extend(handle(short(name)))
        return
    lines.extend([f"    public unsafe partial struct {short(name)}", "    {"])
    for about, declared in re.findall(COMMENT + r"^ {2}([^;/]+);", body, re.M):
        for line in field(about, declared):
            if not line.startswith("private"):
                summary(about or "/** See above. */", "        ")
            lines.append(f"        {line}")
    lines.extend(["    }", ""])


def handle(name):
    return f"""    public readonly struct {name} : IEquatable<{name}>
    {{
        private readonly uint index1;
        private readonly uint generation;

        /// <summary>Whether it names nothing.</summary>
        public bool IsNone {{ get {{ return index1 == 0 && generation == 0; }} }}

        /// <summary>Whether both name one thing.</summary>
        public bool Equals({name} other) {{ return index1 == other.index1 && generation == other.generation; }}

        /// <summary>Whether both name one thing.</summary>
        public override bool Equals(object other) {{ return other is {name} && Equals(({name})other); }}

        /// <summary>A number for dictionaries.</summary>
        public override int GetHashCode() {{ return unchecked((int)(index1 * 2654435761u ^ generation)); }}

        /// <summary>Whether both name one thing.</summary>
        public static bool operator ==({name} one, {name} other) {{ return one.Equals(other); }}

        /// <summary>Whether they name different things.</summary>
        public static bool operator !=({name} one, {name} other) {{ return !one.Equals(other); }}

        /// <summary>For people.</summary>
        public override string ToString() {{ return IsNone ? "{name}(none)" : "{name}(" + index1 + "v" + generation + ")"; }}
    }}
""".split("\n")


def function(comment, returned, star, name, parameters):
    def parameter(given):
        kind, star, name = re.match(r"^(?:const )?(\w+) (\*?)(\w+)$", " ".join(given.split())).groups()
        kind = "byte" if kind == "bool" and not star else cs_type(kind)
        return f"{kind}{star} {'@' + name if name in ('free', 'def', 'object') else name}"

    given = "" if parameters.strip() == "void" else ", ".join(parameter(each) for each in parameters.split(","))
    returned = "byte" if returned == "bool" else cs_type(returned)
    summary(comment, "        ")
    lines.append("        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]")
    lines.append(f"        public static extern {returned}{star} {name}({given});")
    lines.append("")


structs = re.findall(COMMENT + r"^typedef struct \{\n((?:.*\n)*?)\} (hnav\w+);", text, re.M)
functions = re.findall(COMMENT + r"^(?:const )?(\w+) (\*?)(hnav\w+)\(([^;]*)\);", text, re.M)
known = set(enums) | {name for *_, name in structs}
found = re.findall(COMMENT + r"^enum (hnav\w+)\s*\{\n((?:.*\n)*?)\};", text, re.M)
if len(found) != len(enums) or len(structs) < 30 or len(functions) < 100:
    fail(f"{len(found)} enumerations of {len(enums)}, {len(structs)} structures and {len(functions)} functions were found")
for each in found:
    enumeration(*each)
for each in structs:
    structure(*each)
lines.extend(["    /// <summary>", "    /// The C library, call by call. <see cref=\"World\"/> is more comfortable, and safe.", "    /// </summary>"])
lines.extend(["    public static unsafe class Native", "    {", "#if UNITY_IOS && !UNITY_EDITOR", '        private const string Library = "__Internal";'])
lines.extend(["#else", '        private const string Library = "hnav";', "#endif", ""])
for name, value in constants.items():
    lines.append(f"        /// <summary>See hnav.h.</summary>\n        public const int {member(name.removeprefix('HNAV_'))} = {value};\n")
for each in functions:
    function(*each)
lines.extend(["    }", "}", ""])
pathlib.Path(output).write_text("\n".join(lines))
