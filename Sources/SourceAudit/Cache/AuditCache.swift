#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import Crypto
import Foundation
import Synchronization

/// What an audit read before: what the front ends made of each file, by its content; what the rules said of each file of
/// a tree, and what that rests on; and the tree's report.
///
/// A later run parses only what has changed. It takes over what was said of a file when neither the file has changed, nor
/// what is declared or called under any name that its judgement looked up, nor what this saw in another file; never
/// across another policy, day, limit, rule or build of the program, another list of files, or other files than code.
/// The rules about the project as a whole are always asked, unless no byte of the tree has changed: then the report is
/// taken over.
///
/// - Protects against: entries that are damaged, cut short or made by another build of the program: they count as not
///   there. Files are 0600 in a folder 0700 of the same user; a folder or an entry that others may write is not used.
/// - Does not protect against: who can write as this user; they could change the sources as well.
///
/// An entry holds the names and literal texts of its file, so also a secret that is written into the source. Nothing
/// of the cache is needed: without it, or when it fails, every file is parsed.
public struct AuditCache: Sendable {
  /// Beyond so many entries the oldest quarter is deleted.
  static let mostEntries = 20_000
  private static let mostBytes = 256 << 20
  private static let ending = ".unit"

  let folder: String
  /// What tells this build of the program from another.
  let salt: [UInt8]
  private static let count = Atomic<UInt64>(0)

  /// Creates the folder when it is not there; its parents too.
  ///
  /// Give a folder outside of the audited tree. Nil when it cannot be made, is a link, belongs to someone else or may be
  /// written by others.
  public init?(folder: String) {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var facts = stat()
    guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
      facts.st_mode & 0o022 == 0
    else { return nil }
    self.folder = folder
    // Another build of the program may read the same source otherwise.
    var program = stat()
    guard let path = Bundle.main.executablePath, stat(path, &program) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = program.st_mtimespec
    #else
      let changed = program.st_mtim
    #endif
    salt = Array("\(program.st_ino) \(program.st_size) \(changed.tv_sec) \(changed.tv_nsec)\n".utf8)
  }

  /// The folder of this user for such things: `XDG_CACHE_HOME` or `~/.cache`, and `Library/Caches` on a Mac.
  public static var defaultFolder: String? {
    FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first.map { $0.path + "/mantlet/audit" }
  }

  /// The digest of what a file holds, and of what reads it.
  func key(_ file: SourceText) -> SHA256Digest {
    var hash = SHA256()
    hash.update(data: salt)
    hash.update(data: Array((SourceLanguage(path: file.path)?.rawValue ?? "").utf8) + [0])
    var content = file.text
    content.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
    // Of a file that is no text alone.
    if !file.bytes.isEmpty { hash.update(data: file.bytes) }
    return hash.finalize()
  }

  func unitPath(_ key: some Sequence<UInt8>) -> String { folder + "/" + Self.hexadecimal(key) + Self.ending }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The unit that an earlier run kept, or the one that the front end makes now, which is kept.
  /// - Parameter key: ``key(_:)`` of the text.
  func unit(_ text: SourceText, number: Int, key: SHA256Digest, _ make: () -> SourceUnit?) -> SourceUnit? {
    guard let language = SourceLanguage(path: text.path) else { return nil }
    let path = unitPath(key)
    if let tables = content(of: path, { UnitReader.tables($0, of: text) }) {
      return SourceUnit(text, language: language, number: number, tables, role: tables.role(of: text))
    }
    guard let unit = make() else { return nil }
    keep(UnitWriter.bytes(unit), path)
    return unit
  }

  /// The unit of a content that is no longer there, without its text: for what it declared.
  func formerUnit(_ key: [UInt8], of file: SourceText) -> SourceUnit? {
    guard let language = SourceLanguage(path: file.path),
      let tables = content(of: unitPath(key), { UnitReader.tables($0, length: Int(UInt32.max)) })
    else { return nil }
    return SourceUnit(SourceText(path: file.path, text: ""), language: language, number: 0, tables, role: .app)
  }

  /// What is read out of an entry; nil when there is none that is whole and this user's own.
  func content<Answer>(of path: String, _ read: (UnsafeRawBufferPointer) -> Answer?) -> Answer? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
      facts.st_mode & 0o022 == 0, facts.st_size > SHA256.byteCount, facts.st_size <= Self.mostBytes
    else { return nil }
    let size = Int(facts.st_size)
    let content = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { content.deallocate() }
    var filled = 0
    while filled < size {
      let count = pread(descriptor, content.baseAddress?.advanced(by: filled), size - filled, off_t(filled))
      guard count > 0 else { return nil }
      filled += count
    }
    let bytes = UnsafeRawBufferPointer(rebasing: content[..<(size - SHA256.byteCount)])
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    guard hash.finalize().elementsEqual(content[(size - SHA256.byteCount)...]) else { return nil }
    return read(bytes)
  }

  /// Whole or not at all: under another name first. A failure costs the next run its time, no more.
  func keep(_ bytes: [UInt8], _ path: String) {
    guard bytes.count < Self.mostBytes else { return }
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let draft = "\(folder)/\(getpid())-\(number).draft"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    var all = bytes
    all += SHA256.hash(data: bytes)
    var written = 0
    while written < all.count {
      let count = all.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written) }
      guard count > 0 else { break }
      written += count
    }
    let isClosed = close(descriptor) == 0
    guard written == all.count, isClosed, rename(draft, path) == 0 else {
      unlink(draft)
      return
    }
  }

  /// Deletes the oldest entries when there are too many, and drafts that a killed run left behind.
  func tidy(most: Int = mostEntries) {
    deleteOldest([Self.ending, ".draft"], leaving: most * 3 / 4, whenAbove: most)
  }

  /// Of the entries with these endings the oldest.
  func deleteOldest(_ endings: [String], leaving count: Int, whenAbove most: Int) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder), names.count > most else { return }
    let dated = names.compactMap { name -> (name: String, changed: Int)? in
      var facts = stat()
      guard endings.contains(where: name.hasSuffix), lstat(folder + "/" + name, &facts) == 0 else { return nil }
      #if canImport(Darwin)
        return (name, Int(facts.st_mtimespec.tv_sec))
      #else
        return (name, Int(facts.st_mtim.tv_sec))
      #endif
    }
    guard dated.count > count else { return }
    for entry in dated.sorted(by: { ($0.changed, $0.name) < ($1.changed, $1.name) }).prefix(dated.count - count) {
      unlink(folder + "/" + entry.name)
    }
  }
}
