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
import SecurityPolicy

/// The folder, the two segments and where the next line goes.
struct SealedLogState: ~Copyable {
  private static let current = "current.log"
  private static let previous = "previous.log"

  private let folder: HeldFolder
  private let root: Secret
  private let segmentBytes: Int
  private let halfLife: Int64
  private var random: any RandomNumberGenerator & Sendable
  private var segment: Segment?
  /// The head of the last segment that was ours.
  private var last: LogHead?
  /// When the previous segment began.
  private var previousBegan: Int64?
  private let wait: Duration
  /// Whether the one before waited in vain.
  private var isHeldUp = false
  /// What earlier runs left unfinished.
  private var torn = 0
  var lost = 0

  /// The segment that is written to.
  private struct Segment: ~Copyable {
    let file: HeldFile
    let head: LogHead
    let seal: LogSeal
    var places: Int
    var bytes: Int
  }

  init(
    _ folder: consuming HeldFolder, _ root: consuming Secret, _ requirement: LogFileRequirement,
    random: any RandomNumberGenerator & Sendable, wait: Duration, now: Date
  ) throws(LifecycleError) {
    self.folder = folder
    self.root = root
    segmentBytes = requirement.bytes / 2
    halfLife = Int64(requirement.days) * 86_400_000 / 2
    self.random = random
    self.wait = wait
    try self.folder.lock()
    defer { self.folder.unlock() }
    try sweep(Self.milliseconds(now))
    try resume()
    // The key comes from its store: what is under another one is of an earlier life.
    if segment == nil {
      if try self.folder.status(of: Self.current) != nil { try turn() }
      // At once: a segment that is gone later tells of a wipe.
      try begin(Self.milliseconds(now))
    }
  }

  static func milliseconds(_ date: Date) -> Int64 {
    let wanted = (date.timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(wanted.isFinite ? min(max(wanted, -9e15), 9e15) : 0)
  }

  /// Whoever logs waits; others write no longer than for a line. Behind one who stands still only the first one waits.
  mutating func append(_ line: String, _ now: Date) throws(LifecycleError) {
    do throws(LifecycleError) { try folder.lock(wait: isHeldUp ? min(wait, .milliseconds(2)) : wait) } catch {
      isHeldUp = true
      throw error
    }
    isHeldUp = false
    defer { folder.unlock() }
    try refresh()
    try put(line, now)
  }

  /// Takes over what other processes wrote, or did to the segments, since.
  ///
  /// Our key may not be the stored one any more: where there is no segment under it nothing is begun, unless the last one
  /// of ours was put aside for a new one that did not come.
  ///
  /// - Throws: ``LifecycleError/keyDamaged``.
  private mutating func refresh() throws(LifecycleError) {
    let found = try folder.status(of: Self.current)
    if let mine = try segment?.file.status(), let found, found.st_ino == mine.st_ino, found.st_dev == mine.st_dev,
      Int(mine.st_size) == segment?.bytes
    {
      return
    }
    segment = nil
    let previous = folder.head(of: Self.previous, count: LogHead.count).flatMap { LogHead(parsing: $0) }
    previousBegan = previous?.began
    if found != nil {
      try resume()
      guard segment != nil else { throw .keyDamaged }
    } else if last == nil || previous != last {
      throw .keyDamaged
    }
  }

  private mutating func put(_ line: String, _ now: Date) throws(LifecycleError) {
    let time = Self.milliseconds(now)
    try turnIfDue(time)
    if segment == nil { try begin(time) }
    if isPreviousOld(time) { try sweep(time) }
    // A line fits into a segment. A cut character becomes a sign of three bytes.
    let limit = max(3, min(LogFrames.lineLimit, segmentBytes - LogHead.count - 4 - LogFrames.overhead))
    let text =
      line.utf8.count > limit ? String(decoding: line.utf8.prefix(limit - 3), as: UTF8.self) : line
    let nonce = (0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    guard let place = segment?.places,
      let frame = try segment?.seal.seal(text, at: time, place: place, nonce: nonce)
    else { throw .sealingFailed }
    let bytes = LogFrames.frame(frame)
    if let used = segment?.bytes, place > 0, used + bytes.count > segmentBytes {
      try turn()
      return try put(text, now)
    }
    try write(bytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws(LifecycleError) {
    guard let before = segment?.bytes else { return }
    do throws(LifecycleError) {
      try bytes.withUnsafeBufferPointer { buffer throws(LifecycleError) in
        try segment?.file.writeAll(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      // Half a line would hide all that follow.
      if let number = segment?.file.descriptor, ftruncate(number, off_t(before)) != 0 { segment = nil }
      throw error
    }
    segment?.bytes += bytes.count
    segment?.places += 1
  }

  /// The segments as they lie there, to be opened when the lock is given back.
  func copy() throws(LifecycleError) -> SealedLogCopy {
    try folder.lock(wait: wait)
    defer { folder.unlock() }
    var copy = SealedLogCopy(life: 2 * halfLife, torn: torn)
    for name in [Self.previous, Self.current] {
      guard let file = try contents(name) else { continue }
      let head = LogHead(parsing: file)
      copy.segments.append((file, try head.map { head throws(LifecycleError) in try LogSeal(root, head) }))
    }
    return copy
  }

  private func contents(_ name: String) throws(LifecycleError) -> [UInt8]? {
    do throws(LifecycleError) {
      // A policy may have become smaller since it was written.
      return try folder.contents(of: name, limit: 64 << 20)
    } catch .tooLarge {
      return nil
    }
  }

  /// Removes what is too old, not ours, or left over from a turn.
  private mutating func sweep(_ now: Int64) throws(LifecycleError) {
    for name in [Self.previous, Self.current] {
      guard let status = try folder.status(of: name) else { continue }
      let head = folder.head(of: name, count: LogHead.count).flatMap { LogHead(parsing: $0) }
      // The lines of a segment came within half a life of its first one. A clock that was set back does not keep them.
      let age = head.map { now - $0.began } ?? .max
      let isKept = head != nil && age < 2 * halfLife && age >= -halfLife && status.st_mode & S_IFMT == S_IFREG
      if !isKept { try FolderTree.remove(name, in: folder) }
      if name == Self.previous { previousBegan = isKept ? head?.began : nil }
    }
    try FolderTree.remove(Self.current + HeldFolder.temporarySuffix, in: folder)
  }

  /// Goes on with the segment of an earlier run, behind its last whole line.
  private mutating func resume() throws(LifecycleError) {
    guard let file = try contents(Self.current) else {
      // It is larger than any of ours.
      return
    }
    guard let head = LogHead(parsing: file) else { return }
    let frames = LogFrames(in: file)
    let seal = try LogSeal(root, head)
    if !head.isUnder(root) {
      // The number of an older segment tells nothing of its key; its first line does.
      guard let line = frames.ranges.first, seal.open(file[line], place: 0) != nil else { return }
    }
    let number = openat(folder.descriptor, Self.current, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .system(errno) }
    let open = HeldFile(descriptor: number)
    if frames.end < file.count {
      guard ftruncate(number, off_t(frames.end)) == 0 else { throw .system(errno) }
      torn += 1
    }
    last = head
    segment = Segment(
      file: open, head: head, seal: seal, places: frames.ranges.count, bytes: frames.end)
  }

  private mutating func begin(_ now: Int64) throws(LifecycleError) {
    let head = LogHead(random: (0..<12).map { _ in UInt8(truncatingIfNeeded: random.next()) }, root: root, began: now)
    try folder.replace(Self.current, with: head.bytes)
    let number = openat(folder.descriptor, Self.current, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw .system(errno) }
    last = head
    segment = Segment(
      file: HeldFile(descriptor: number), head: head, seal: try LogSeal(root, head), places: 0, bytes: LogHead.count)
  }

  private mutating func turnIfDue(_ now: Int64) throws(LifecycleError) {
    if let began = segment?.head.began, now - began >= halfLife || now < began - halfLife { try turn() }
    // Its lines make room for the next segment. Its head stays until that one is there: without either, nothing tells a
    // segment that did not come from a wipe.
    if isPreviousOld(now) { emptyPrevious() }
  }

  private func isPreviousOld(_ now: Int64) -> Bool {
    guard let began = previousBegan else { return false }
    return now - began >= 2 * halfLife || now < began - halfLife
  }

  /// Whatever else was put in its place the sweep removes.
  private func emptyPrevious() {
    let number = openat(folder.descriptor, Self.previous, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return }
    let file = HeldFile(descriptor: number)
    guard let status = try? file.ownStatus(S_IFREG), status.st_size > LogHead.count else { return }
    _ = ftruncate(number, off_t(LogHead.count))
  }

  /// The current segment becomes the previous one, which goes.
  private mutating func turn() throws(LifecycleError) {
    segment = nil
    try FolderTree.remove(Self.previous, in: folder)
    guard renameat(folder.descriptor, Self.current, folder.descriptor, Self.previous) == 0 || errno == ENOENT else {
      throw .system(errno)
    }
    previousBegan = folder.head(of: Self.previous, count: LogHead.count).flatMap { LogHead(parsing: $0) }?.began
  }
}
