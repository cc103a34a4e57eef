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
  static let version: Int64 = 1
  let path: String
  let authority: Authority

  var policyPath: String { path + "/policy.json" }
  var databasePath: String { path + "/server/trust.sqlite" }
  var devicePath: String { path + "/device" }

  /// `--state`, else `MANTLET_STATE`, else `.mantlet` here.
  static func location(_ option: String?) -> String {
    let text = option ?? ProcessInfo.processInfo.environment["MANTLET_STATE"] ?? ".mantlet"
    let absolute = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
    return (absolute as NSString).standardizingPath
  }

  /// Opens what is there, or makes everything anew when there is nothing.
  static func openOrMake(at path: String, fresh: Bool, now: Date) throws(StateError) -> StateDirectory {
    removeLeftovers(beside: path)
    var info = stat()
    let exists = lstat(path, &info) == 0
    if !exists && errno != ENOENT { throw .unreadable(path: path, errno: errno) }
    // An empty folder is as good as none: the new one takes its place.
    let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false
    if exists && !isEmpty && !fresh { return try open(at: path) }
    if exists && !isEmpty && access(path + "/state.json", F_OK) != 0 { throw .notOurs(path: path) }
    return try make(at: path, replacing: exists && !isEmpty, now: now)
  }

  static func open(at path: String) throws(StateError) -> StateDirectory {
    var info = stat()
    guard lstat(path, &info) == 0 else { throw .unreadable(path: path, errno: errno) }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .notOurs(path: path) }
    guard info.st_mode & 0o077 == 0 else { throw .exposed(path: path) }
    let manifestPath = path + "/state.json"
    if access(manifestPath, F_OK) != 0 && errno == ENOENT { throw .notOurs(path: path) }
    guard let manifest = try? JSONReader(maximumBytes: 1 << 16).read(try StateFile.read(manifestPath)),
      let version = manifest["version"]?.integer
    else { throw .incomplete(path: manifestPath) }
    guard version <= Self.version else { throw .newer(path: manifestPath) }
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

  private static func make(at path: String, replacing: Bool, now: Date) throws(StateError) -> StateDirectory {
    let draft = "\(path).new-\(getpid())"
    try? FileManager.default.removeItem(atPath: draft)
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
    try StateFile.write(Array(StarterPolicy.text(for: authority).utf8), to: draft + "/policy.json")
    let manifest = JSONNode(
      .object([
        JSONMember("version", .integer(version)),
        JSONMember("createdAt", .integer(Int64(now.timeIntervalSince1970))),
        JSONMember("files", JSONNode(.object(digests))),
      ]))
    try StateFile.write(JSONWriter(indentation: 2).bytes(manifest), to: draft + "/state.json")
    let old = "\(path).old-\(getpid())"
    if replacing, rename(path, old) != 0 { throw .unwritable(path: path, errno: errno) }
    guard rename(draft, path) == 0 else {
      let code = errno
      if replacing { rename(old, path) }
      throw .unwritable(path: path, errno: code)
    }
    finished = true
    StateFile.flushFolder(of: path)
    if replacing { try? FileManager.default.removeItem(atPath: old) }
    return StateDirectory(path: path, authority: authority)
  }

  /// What a run that was killed while making or replacing a state directory left beside it. A state directory moved
  /// aside moments before such a kill is put back.
  private static func removeLeftovers(beside path: String) {
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for entry in entries {
      for mark in [".old-", ".new-"] where entry.hasPrefix(name + mark) {
        guard let process = pid_t(entry.dropFirst(name.count + mark.count)), kill(process, 0) != 0, errno == ESRCH
        else { continue }
        if mark == ".old-", access(path, F_OK) != 0 {
          rename(folder + "/" + entry, path)
        } else {
          try? FileManager.default.removeItem(atPath: folder + "/" + entry)
        }
      }
    }
  }

  private static func digest(_ bytes: [UInt8]) -> String { Base64URL.encode(SHA256.hash(data: bytes)) }
}
