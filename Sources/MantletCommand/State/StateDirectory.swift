import CoreFoundation
import Crypto
import Foundation
import UntrustedInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that keeps an authority, a server's database and a device between two runs of `mantlet up`.
///
/// It is made whole beside its place and renamed into it, so that it exists complete or not at all. `state.json` holds
/// the digest of every key file: a half-written or swapped one is named, never used and never overwritten.
struct StateDirectory {
  /// 1 had a login key on P-256; its devices and policy cannot go on with an RSA key.
  static let version: Int64 = 2
  let path: String
  let authority: Authority

  var policyPath: String { path + "/policy.json" }
  var databasePath: String { path + "/server/trust.sqlite" }
  var devicePath: String { path + "/device" }
  var slicePath: String { devicePath + "/slice.jws" }

  /// `--state`, else `MANTLET_STATE`, else `.mantlet` here.
  static func location(_ option: String?) -> String {
    let text = option ?? ProcessInfo.processInfo.environment["MANTLET_STATE"] ?? ".mantlet"
    let absolute = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
    return (absolute as NSString).standardizingPath
  }

  /// Opens what is there, or makes everything anew when there is nothing.
  ///
  /// `fresh` replaces a state directory that nobody uses, and nothing else.
  static func openOrMake(
    at path: String, fresh: Bool, now: Date, policy: StarterPolicy.Purpose = .development
  ) throws(StateError) -> StateDirectory {
    settleReplaced(path)
    var info = stat()
    let exists = lstat(path, &info) == 0
    if !exists && errno != ENOENT { throw .unreadable(path: path, errno: errno) }
    // An empty folder is as good as none: the new one takes its place.
    let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    if exists && !isEmpty && !fresh { return try open(at: path) }
    guard exists && !isEmpty else { return try make(at: path, replacing: false, now: now, policy) }
    guard isOurs(path) else { throw .notOurs(path: path) }
    let lock = try StateLock(folder: path)
    defer { withExtendedLifetime(lock) {} }
    return try make(at: path, replacing: true, now: now, policy)
  }

  static func open(at path: String) throws(StateError) -> StateDirectory {
    var info = stat()
    guard lstat(path, &info) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .notOurs(path: path) }
    guard info.st_uid == geteuid() else { throw .foreign(path: path) }
    guard info.st_mode & 0o077 == 0 else { throw .exposed(path: path) }
    let manifestPath = path + "/state.json"
    if access(manifestPath, F_OK) != 0 && errno == ENOENT { throw .notOurs(path: path) }
    let text = try StateFile.read(manifestPath)
    guard let manifest = try? JSONReader(maximumBytes: 1 << 16).read(text),
      let version = manifest["version"]?.integer
    else { throw .incomplete(path: manifestPath) }
    guard version <= Self.version else { throw .newer(path: manifestPath) }
    guard version == Self.version else { throw .older(path: manifestPath) }
    guard let digests = manifest["files"]?.members else { throw .incomplete(path: manifestPath) }
    var files: [String: [UInt8]] = [:]
    for entry in digests {
      let file = path + "/" + entry.name
      let bytes = try StateFile.read(file)
      guard digest(bytes) == entry.node.string else { throw .changed(path: file) }
      files[entry.name] = bytes
    }
    return StateDirectory(path: path, authority: try Authority(files: files, folder: path))
  }

  private static func make(
    at path: String, replacing: Bool, now: Date, _ purpose: StarterPolicy.Purpose
  ) throws(StateError) -> StateDirectory {
    removeDrafts(beside: path)
    let draft = draftPrefix(path) + String(getpid())
    var finished = false
    defer { if !finished { try? FileManager.default.removeItem(atPath: draft) } }
    try StateFile.makeFolder(draft)
    for folder in ["/authority", "/server", "/device"] { try StateFile.makeFolder(draft + folder) }
    let authority = try Authority(madeAt: now)
    var digests: [JSONMember] = []
    for (name, bytes) in authority.files.sorted(by: { $0.key < $1.key }) {
      try StateFile.write(bytes, to: draft + "/" + name)
      digests.append(JSONMember(name, .string(digest(bytes))))
    }
    try StateFile.write(Array(StarterPolicy.text(for: authority, purpose).utf8), to: draft + "/policy.json")
    let manifest = JSONNode(
      .object([
        JSONMember("version", .integer(version)),
        JSONMember("createdAt", .integer(Int64(now.timeIntervalSince1970))),
        JSONMember("files", JSONNode(.object(digests))),
      ]))
    try StateFile.write(JSONWriter(indentation: 2).bytes(manifest), to: draft + "/state.json")
    if replacing {
      try exchange(draft, path)
    } else if rename(draft, path) != 0 {
      throw .unwritable(path: path, errno: errno)
    }
    finished = true
    StateFile.flushFolder(of: path)
    settleReplaced(path)
    return StateDirectory(path: path, authority: authority)
  }

  /// Puts the draft in the place of the old folder. A kill between the two steps leaves the old one aside, from where
  /// the next run brings it back.
  private static func exchange(_ draft: String, _ path: String) throws(StateError) {
    let aside = replacedPath(path)
    guard rename(path, aside) == 0 else { throw .unwritable(path: path, errno: errno) }
    guard rename(draft, path) == 0 else {
      let code = errno
      rename(aside, path)
      throw .unwritable(path: path, errno: code)
    }
  }

  private static func settleReplaced(_ path: String) {
    let aside = replacedPath(path)
    guard isOurs(aside) else { return }
    if access(path, F_OK) != 0 && errno == ENOENT {
      rename(aside, path)
    } else if access(path + "/state.json", F_OK) == 0 {
      try? FileManager.default.removeItem(atPath: aside)
    }
  }

  private static func replacedPath(_ path: String) -> String { draftPrefix(path) + "replaced" }

  /// Whether everything in the folder is what a state directory holds; its manifest may be damaged.
  private static func isOurs(_ path: String) -> Bool {
    let known: Set = ["authority", "server", "device", "policy.json", "state.json", "lock", "attacks", "sample"]
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid(),
      let entries = try? FileManager.default.contentsOfDirectory(atPath: path), entries.contains("authority")
    else { return false }
    return entries.allSatisfy { known.contains($0) || $0.hasPrefix("stage-") || $0.contains(".new-") }
  }

  private static func draftPrefix(_ path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return "\(folder)/.\((path as NSString).lastPathComponent).mantlet-draft-"
  }

  /// What a run that was killed while making or replacing a state directory left beside it: folders of this user under
  /// a name that nothing else bears, whose process is gone.
  private static func removeDrafts(beside path: String) {
    let prefix = draftPrefix(path)
    let folder = (path as NSString).deletingLastPathComponent
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let full = folder + "/" + entry
      var info = stat()
      guard full.hasPrefix(prefix), let process = pid_t(full.dropFirst(prefix.count)), lstat(full, &info) == 0,
        info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid()
      else { continue }
      let isRunning = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
      if !isRunning { try? FileManager.default.removeItem(atPath: full) }
    }
  }

  /// Removes what killed runs left inside: folders of visiting devices and staged trees. Only who holds the lock may.
  func sweep() {
    for (folder, prefix) in [(devicePath, "visitor-"), (path, "stage-")] {
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where entry.hasPrefix(prefix) {
        try? FileManager.default.removeItem(atPath: folder + "/" + entry)
      }
    }
  }

  private static func digest(_ bytes: [UInt8]) -> String { Base64URL.encode(SHA256.hash(data: bytes)) }
}
