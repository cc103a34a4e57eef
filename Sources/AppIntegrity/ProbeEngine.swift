/// How a listed value is looked for.
public enum ProbeEngine: String, Sendable, Hashable, CaseIterable {
  /// A path, or a symbolic link at it, by `lstat`.
  case file, symlink
  /// A path from the app's bundle on: there, or missing.
  case bundleFile, bundleFileMissing
  /// A path outside of the sandbox that can be written to.
  case writable
  /// A URL scheme that some app answers to.
  case scheme
  /// The file name of a loaded image; of `imageOutside` the folders that images may come from.
  case image, imageOutside
  /// A file in the memory map, to be executed or not: its whole name, or the beginning of its path when it ends in `/`.
  case mappedFile
  /// A type of the Objective-C runtime.
  case type = "class"
  /// The name of an environment variable.
  case environment
  /// A TCP port of this device.
  case port
  /// `name`, or `name=value,value`; a value that ends in `*` is the beginning of one.
  case property
  /// The name of an installed package.
  case package
  /// Of the mount table: a source, a folder, a place that must not be writable, a place that must not be overlaid.
  case mountSource, mountFolder, mountWritable, mountOverlay
  /// Of the mount table: places on which no tmpfs, and no loop device, may lie.
  case mountTemporary, mountLoop
  /// Names in `/proc`: of a thread, of a descriptor's target, of a local socket, of the parent process, of any program.
  case thread, descriptor, socket, parent, process
  /// The beginning of a network interface's name.
  case interface
  /// The security context of this process.
  case context
  /// A function that is called. Only dead probes do.
  case call
}
