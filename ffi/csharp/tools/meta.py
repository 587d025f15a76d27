"""Writes Unity's .meta files of a package: names that stay, and for which platform each plugin is. `python3 meta.py FOLDER`"""

import hashlib
import pathlib
import sys

# By the folder in Plugins: where Unity loads it, and as which processor.
PLATFORMS = {
    "Linux/x86_64": (("Standalone", "Linux64", "x86_64"), ("Linux", "x86_64")),
    "Windows/x86_64": (("Standalone", "Win64", "x86_64"), ("Windows", "x86_64")),
    "macOS/x86_64": (("Standalone", "OSXUniversal", "x86_64"), ("OSX", "x86_64")),
    "macOS/arm64": (("Standalone", "OSXUniversal", "ARM64"), ("OSX", "ARM64")),
    "Android/arm64-v8a": (("Android", "Android", "ARM64"), None),
    "Android/armeabi-v7a": (("Android", "Android", "ARMv7"), None),
    "iOS/arm64": (("iPhone", "iOS", "AnyCPU"), None),
}


def platform(group, name, **settings):
    lines = [f"  - first:\n      {group}: {name}".rstrip(), "    second:", "      enabled: 1", "      settings:"]
    return lines + [f"        {key}: {value}" for key, value in settings.items()]


def plugin(place):
    (group, name, processor), editor = PLATFORMS[place]
    lines = ["PluginImporter:", "  serializedVersion: 2", "  isPreloaded: 0", "  isOverridable: 0", "  platformData:"]
    lines += ["  - first:", "      Any: ", "    second:", "      enabled: 0", "      settings: {}"]
    lines += platform(group, name, CPU=processor)
    if editor:
        lines += platform("Editor", "Editor", CPU=editor[1], OS=editor[0])
    return lines


root = pathlib.Path(sys.argv[1])
for path in sorted(root.rglob("*")):
    inside = path.relative_to(root)
    if path.suffix == ".meta" or any(part.endswith("~") for part in inside.parts):
        continue
    name = hashlib.md5(f"com.hybridnav/{inside.as_posix()}".encode()).hexdigest()
    lines = ["fileFormatVersion: 2", f"guid: {name}"]
    if path.is_dir():
        lines.append("folderAsset: yes")
    elif inside.parts[0] == "Plugins":
        lines += plugin("/".join(inside.parts[1:-1]))
    path.with_name(path.name + ".meta").write_text("\n".join(lines) + "\n")
