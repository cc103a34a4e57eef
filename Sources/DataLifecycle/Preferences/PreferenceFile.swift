import Synchronization
import UntrustedInput

/// Preferences in a file (`preferences.json`, mode 0600) in a folder of mode 0700: what stands in the place of
/// `UserDefaults` on Linux. Every change is written whole: temporary file, fsync, rename.
///
/// Readable by root and by this user's other programs. Several processes may share the folder: a change waits until the
/// others have made theirs, ten seconds at most, and takes theirs over.
/// Source: rename(2), fsync(2), flock(2); MASVS-STORAGE-1.
public final class PreferenceFile: PreferenceStore {
  /// What the file may hold; settings are short.
  public static let byteLimit = 1 << 20
  private static let file = "preferences.json"

  private let folder: String
  private let turn = Mutex(())

  /// Nothing is read or made before the first use; the parent folder must exist.
  public init(folder: String) { self.folder = folder }

  public func text(of name: PreferenceName) throws(LifecycleError) -> String? { try entries()[name.text] }

  public func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) {
    try turn.withLock { _ throws(LifecycleError) in
      let folder = try HeldFolder.own(folder)
      try folder.lock()
      var entries = try Self.read(folder)
      entries[name.text] = text
      let bytes = Self.bytes(entries)
      guard bytes.count <= Self.byteLimit else { throw .tooLarge(limit: Self.byteLimit) }
      try folder.replace(Self.file, with: bytes)
    }
  }

  public func entries() throws(LifecycleError) -> [String: String] { try Self.read(HeldFolder.own(folder)) }

  public func removeAll() throws(LifecycleError) {
    try turn.withLock { _ throws(LifecycleError) in
      // Whatever was put in the way, nothing may stop a wipe for ever.
      try HeldFolder.vacate(folder)
      guard let folder = try HeldFolder.existing(folder) else { return }
      // Nor somebody who keeps the folder.
      try? folder.lock()
      try FolderTree.remove(Self.file, in: folder)
      try FolderTree.remove(Self.file + HeldFolder.temporarySuffix, in: folder)
      try folder.synchronize()
    }
  }

  static func bytes(_ entries: [String: String]) -> [UInt8] {
    let members = entries.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) }
    return JSONWriter(indentation: 2).bytes(JSONNode(.object(members)))
  }

  private static func read(_ folder: borrowing HeldFolder) throws(LifecycleError) -> [String: String] {
    guard let bytes = try folder.contents(of: file, limit: byteLimit) else { return [:] }
    return try entries(parsing: bytes)
  }

  /// What a file holds: an object of texts and nothing else.
  static func entries(parsing bytes: [UInt8]) throws(LifecycleError) -> [String: String] {
    guard let node = try? JSONReader(maximumBytes: byteLimit, maximumDepth: 2).read(bytes), let members = node.members
    else { throw .preferencesDamaged }
    var entries: [String: String] = [:]
    for member in members {
      guard let text = member.node.string else { throw .preferencesDamaged }
      entries[member.name] = text
    }
    return entries
  }
}
