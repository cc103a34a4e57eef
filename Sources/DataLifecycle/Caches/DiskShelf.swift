#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(CoreFoundation)
  // Which module the compiler names as the owner of `stat` depends on what it loaded first.
  import CoreFoundation
#endif
import Foundation
import Redaction

/// Sealed entries in a folder with a life and a byte budget; the least recently used one leaves first.
///
/// Whatever is not an entry of ours (cut, edited, renamed, a link, another owner's) is removed and never read. The time
/// of last change of `clock` remembers the latest time seen, over restarts too; without it nobody knows how old the
/// entries are, and all of them go.
struct DiskShelf: ~Copyable {
  private static let suffix = ".cached"
  private static let clock = "clock"

  private struct Entry {
    let bytes: Int
    let stored: Date
    var used: Date
    /// Breaks ties between uses at the same instant.
    var use: UInt64
  }

  private let folder: HeldFolder
  private let seal: CacheSeal
  private let life: CacheLife
  private let budget: Int
  private var random: any RandomNumberGenerator & Sendable
  private var entries: [String: Entry] = [:]
  private var bytes = 0
  private var uses: UInt64 = 0
  private var latest = Date.distantPast
  /// Before it nothing expires.
  private var firstEnd = Date.distantPast
  /// The entries by their last use, the oldest first, as of some moment: whatever was used since is younger than all of
  /// them.
  private var queue: ArraySlice<(name: String, use: UInt64)> = []

  /// Opens the folder, makes key and folder on first use, removes what is expired or not ours.
  ///
  /// A key that is missing, damaged or of the wrong length is made anew: what it sealed is only a cache, and goes.
  ///
  /// - Parameter outlivesProcess: whether what earlier processes left is found again; else it is erased.
  static func open(
    _ path: String, keys: any CacheKeys, life: Duration, budget: Int, outlivesProcess: Bool, now: Date,
    random: any RandomNumberGenerator & Sendable
  ) async throws(LifecycleError) -> DiskShelf {
    var random = random
    let first = try await keys.first(using: &random, in: path)
    let seal = try CacheSeal(first.key)
    let folder = try HeldFolder.own(path)
    // What another key sealed cannot be opened any more, and would only take up the budget.
    if first.isNew || !outlivesProcess { try FolderTree.erase(folder) }
    var shelf = DiskShelf(folder, seal, life: life, budget: budget, random: random)
    try shelf.look(now)
    return shelf
  }

  private init(
    _ folder: consuming HeldFolder, _ seal: CacheSeal, life: Duration, budget: Int,
    random: any RandomNumberGenerator & Sendable
  ) {
    self.folder = folder
    self.seal = seal
    self.life = CacheLife(life)
    self.budget = budget
    self.random = random
  }

  /// Finds what earlier runs left.
  private mutating func look(_ now: Date) throws(LifecycleError) {
    if let status = try folder.status(of: Self.clock), status.st_mode & S_IFMT == S_IFREG {
      latest = status.changed
      for name in try folder.names() where name != Self.clock { look(at: name) }
    } else {
      // The clock comes back only when nothing is left that it could make young again.
      try FolderTree.erase(folder)
      try folder.replace(Self.clock, with: [])
    }
    sweep(now)
  }

  private mutating func look(at file: String) {
    guard file.hasSuffix(Self.suffix), let status = try? folder.status(of: file),
      status.st_size <= budget, let head = folder.head(of: file, count: CacheHead.count),
      let stored = CacheHead(parsing: head)?.stored
    else {
      drop(file: file)
      return
    }
    let name = String(file.dropLast(Self.suffix.count))
    entries[name] = Entry(bytes: Int(status.st_size), stored: stored, used: status.changed, use: 0)
    bytes += Int(status.st_size)
  }

  mutating func store(_ body: [UInt8], for key: String, now: Date) throws(LifecycleError) {
    guard body.count <= budget - CacheSeal.overhead else { throw .tooLarge(limit: max(budget - CacheSeal.overhead, 0)) }
    sweep(now)
    let name = seal.fileName(for: key)
    remove(name)
    var nonce: [UInt8] = []
    for _ in 0..<CacheSeal.nonceBytes { nonce.append(UInt8(truncatingIfNeeded: random.next())) }
    let sealed = try seal.seal(body, as: name, stored: latest, nonce: nonce)
    while bytes + sealed.count > budget, let oldest = oldest() { remove(oldest) }
    try folder.replace(name + Self.suffix, with: sealed)
    folder.setTime(of: name + Self.suffix, to: latest)
    uses += 1
    let stored = CacheHead(stored: latest).stored
    entries[name] = Entry(bytes: sealed.count, stored: stored, used: latest, use: uses)
    firstEnd = min(firstEnd, stored + life.seconds)
    bytes += sealed.count
  }

  mutating func body(for key: String, now: Date) -> [UInt8]? {
    sweep(now)
    let name = seal.fileName(for: key)
    guard entries[name] != nil else { return nil }
    // The time in the file counts, not the one remembered: the file may have been exchanged since.
    guard let bytes = try? folder.contents(of: name + Self.suffix, limit: budget),
      let stored = CacheHead(parsing: bytes)?.stored, life.holds(stored: stored, now: latest),
      let body = seal.open(bytes, as: name)
    else {
      remove(name)
      return nil
    }
    uses += 1
    entries[name]?.use = uses
    entries[name]?.used = latest
    folder.setTime(of: name + Self.suffix, to: latest)
    return body
  }

  mutating func remove(key: String) { remove(seal.fileName(for: key)) }

  /// Erases what is expired from the disk, and everything when the clock went back.
  mutating func sweep(_ now: Date) {
    if let time = CacheLife.time(after: latest, now: now) {
      latest = time
    } else {
      removeAll()
      latest = now
    }
    folder.setTime(of: Self.clock, to: latest)
    if latest >= firstEnd {
      for (name, entry) in entries where !life.holds(stored: entry.stored, now: latest) { remove(name) }  // O.Data_5#80
      firstEnd = entries.values.lazy.map(\.stored).min().map { $0 + life.seconds } ?? .distantFuture
    }
    while bytes > budget, let oldest = oldest() { remove(oldest) }
  }

  mutating func removeAll() {
    for name in entries.keys { remove(name) }
  }

  var count: Int { entries.count }

  /// Looked for in all of them only when those of the last look are used up.
  private mutating func oldest() -> String? {
    while !entries.isEmpty {
      while let next = queue.popFirst() {
        if entries[next.name]?.use == next.use { return next.name }
      }
      let ordered = entries.sorted { ($0.value.used, $0.value.use) < ($1.value.used, $1.value.use) }
      queue = ordered.map { (name: $0.key, use: $0.value.use) }[...]
    }
    return nil
  }

  private mutating func remove(_ name: String) {
    bytes -= entries.removeValue(forKey: name)?.bytes ?? 0
    drop(file: name + Self.suffix)
  }

  /// A file that cannot be removed now is met again at the next opening; it is never read without its seal.
  private func drop(file: String) {
    if (try? folder.remove(file)) == nil { try? FolderTree.removeFolder(file, in: folder) }
  }
}
