/// What the portable probes ask an app's platform.
public enum ProbeQuestion: Sendable, Hashable {
  /// Is there anything at this path? By `lstat`: a link counts, wherever it leads.
  case file(String)
  /// Is there a symbolic link at this path?
  case symlink(String)
  /// Is there anything at this path, seen from the folder of the app's bundle?
  case bundleFile(String)
  /// Can a file be made (and removed again) in this folder outside of the sandbox?
  case writable(String)
  /// Does an app answer to this URL scheme?
  case scheme(String)
  /// The full paths of all loaded images. `<bundle>` in a folder stands for the app's own.
  case images
  /// Is this environment variable set?
  case environment(String)
  /// Does something listen on this TCP port of the device? Asked without waiting.
  case port(UInt16)
  /// Does the Objective-C runtime know this type?
  case type(String)
}
