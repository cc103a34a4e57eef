#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Dispatch
import Foundation
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite struct GuardedFolderTests {
  private struct Case {
    let place: TestFolder
    let guarding = InMemoryFileGuard()
    let exclusion = InMemoryBackupExclusion()

    init() throws { place = try TestFolder() }

    var path: String { place.path + "/logs" }

    func open() throws -> GuardedFolder { try GuardedFolder(path: path, fileGuard: guarding, exclusion: exclusion) }
  }

  @Test("Folder and files get the class for background work, mode 0600, and stay out of backups")
  func guarded() throws {
    let it = try Case()
    let folder = try it.open()
    try folder.write([1, 2], to: "app.log")
    #expect(it.guarding.protection(ofItemAt: it.path) == .completeUntilFirstUserAuthentication)
    #expect(it.guarding.protection(ofItemAt: it.path + "/app.log") == .completeUntilFirstUserAuthentication)
    #expect(it.exclusion.isExcluded(itemAt: it.path))
    #expect(it.place.mode("logs/app.log") == 0o600 && it.place.mode("logs") == 0o700)
    #expect(try folder.read("app.log") == [1, 2] && folder.read("none") == nil)
  }

  @Test("A system that reports another class than the one set is an error that names both")
  func differs() throws {
    let place = try TestFolder()
    for answer in [nil, FileProtection.none, .complete] {
      #expect(
        throws: LifecycleError.protectionDiffers(wanted: .completeUntilFirstUserAuthentication, found: answer)
      ) {
        try GuardedFolder(
          path: place.path + "/logs", fileGuard: InMemoryFileGuard(alwaysReporting: answer), exclusion: nil)
      }
    }
  }

  @Test("A lost backup mark is set again by the next write")
  func reapplied() throws {
    let it = try Case()
    let folder = try it.open()
    it.exclusion.forget(itemAt: it.path)
    try folder.write([1], to: "a")
    #expect(it.exclusion.isExcluded(itemAt: it.path))
    it.exclusion.forget(itemAt: it.path)
    try folder.protectTree()
    #expect(it.exclusion.isExcluded(itemAt: it.path))
  }

  @Test("Where the system keeps no classes the folder's mode and its exclusion are kept")
  func withoutClasses() throws {
    let (place, exclusion) = (try TestFolder(), InMemoryBackupExclusion())
    let folder = try GuardedFolder(path: place.path + "/logs", fileGuard: nil, exclusion: exclusion)
    try folder.write([1, 2], to: "a")
    #expect(try folder.read("a") == [1, 2] && place.mode("logs") == 0o700 && place.mode("logs/a") == 0o600)
    exclusion.forget(itemAt: place.path + "/logs")
    #expect(try folder.protectTree() == 0)
    #expect(exclusion.isExcluded(itemAt: place.path + "/logs"))
  }

  @Test("What others wrote into the tree is guarded too, at any depth")
  func tree() throws {
    let it = try Case()
    let folder = try it.open()
    _ = try it.place.make("logs/2025/06")
    try it.place.put([1], at: "logs/2025/06/app.log")
    try folder.write([1], to: "a")
    #expect(try folder.protectTree() == 3)
    #expect(it.guarding.protection(ofItemAt: it.path + "/2025/06/app.log") == .completeUntilFirstUserAuthentication)
    #expect(try folder.protectTree() == 0)
  }

  @Test("An imported file is a guarded copy; the original stays")
  func imported() throws {
    let it = try Case()
    let folder = try it.open()
    try it.place.put([7, 8], at: "mail.pdf")
    chmod(it.place.path + "/mail.pdf", 0o644)
    try folder.importFile(at: it.place.path + "/mail.pdf", as: "report.pdf")
    #expect(try folder.read("report.pdf") == [7, 8] && it.place.exists("mail.pdf"))
    #expect(it.place.mode("logs/report.pdf") == 0o600)
    #expect(it.guarding.protection(ofItemAt: it.path + "/report.pdf") == .completeUntilFirstUserAuthentication)
  }

  @Test("Links, pipes, folders, large and missing files are not imported")
  func refused() throws {
    let it = try Case()
    let folder = try it.open()
    try it.place.put([7, 8], at: "file")
    symlink(it.place.path + "/file", it.place.path + "/link")
    mkfifo(it.place.path + "/pipe", 0o600)
    for name in ["link", "pipe", "logs"] {
      #expect(throws: LifecycleError.notPlain) { try folder.importFile(at: it.place.path + "/\(name)", as: "a") }
    }
    #expect(throws: LifecycleError.absent) { try folder.importFile(at: it.place.path + "/none", as: "a") }
    #expect(throws: LifecycleError.tooLarge(limit: 1)) {
      try folder.importFile(at: it.place.path + "/file", as: "a", limit: 1)
    }
    #expect(try it.place.files(in: "logs").isEmpty)
  }

  @Test("Two who write one name at once write one after the other: nobody reads a mixture or a part")
  func writersAtOnce() throws {
    let it = try Case()
    let folder = try GuardedFolder(path: it.path, fileGuard: nil, exclusion: nil, wait: .seconds(60))
    let count = 64 << 10
    let left = Mutex(2)
    try folder.write([UInt8](repeating: 9, count: count), to: "a")
    DispatchQueue.concurrentPerform(iterations: 3) { who in
      if who < 2 {
        for number in 0..<50 {
          let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: 2 * number + who), count: count)
          #expect(throws: Never.self) { try folder.write(bytes, to: "a") }
        }
        left.withLock { $0 -= 1 }
      } else {
        while left.withLock({ $0 > 0 }) {
          guard let bytes = try? folder.read("a"), let first = bytes.first,
            bytes == [UInt8](repeating: first, count: count)
          else {
            Issue.record("a mixture, a part or nothing")
            return
          }
        }
      }
    }
    #expect(try it.place.files(in: "logs") == ["a"])
  }

  @Test("Of all who import under one name at once, told not to replace, one does and the others are refused by name")
  func importersAtOnce() throws {
    let it = try Case()
    let folder = try it.open()
    for number in 0..<4 { try it.place.put([UInt8(number)], at: "\(number)") }
    for round in 0..<25 {
      let done = Mutex<[UInt8]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { who in
        do throws(LifecycleError) {
          try folder.importFile(at: it.place.path + "/\(who)", as: "r\(round)")
          done.withLock { $0.append(UInt8(who)) }
        } catch {
          #expect(error == .exists)
        }
      }
      #expect(done.withLock { $0.count } == 1)
      #expect(try folder.read("r\(round)") == done.withLock { $0 })
    }
  }

  @Test("An import replaces a file of the same name only when it is told to")
  func exists() throws {
    let it = try Case()
    let folder = try it.open()
    let mail = it.place.path + "/mail.pdf"
    try it.place.put([1], at: "mail.pdf")
    try folder.importFile(at: mail, as: "a")
    try it.place.put([2], at: "mail.pdf")
    #expect(throws: LifecycleError.exists) { try folder.importFile(at: mail, as: "a") }
    #expect(try folder.read("a") == [1] && it.place.files(in: "logs") == ["a"])
    try folder.importFile(at: mail, as: "a", replacing: true)
    #expect(try folder.read("a") == [2] && it.place.files(in: "logs") == ["a"])
  }

  /// Drops the class of files whose path it is told of.
  private struct PickyGuard: FileGuard {
    let kept = InMemoryFileGuard()
    let drops: @Sendable (String) -> Bool

    func apply(_ protection: FileProtection, toItemAt path: String) { kept.apply(protection, toItemAt: path) }
    func protection(ofItemAt path: String) -> FileProtection? { drops(path) ? nil : kept.protection(ofItemAt: path) }
  }

  @Test("A file that takes no class does not come in, and the one before it stands")
  func unguarded() throws {
    let place = try TestFolder()
    let path = place.path + "/logs"
    try GuardedFolder(path: path, fileGuard: nil, exclusion: nil).write([1], to: "a")
    try place.put([2], at: "mail.pdf")
    let lost = LifecycleError.protectionDiffers(wanted: .completeUntilFirstUserAuthentication, found: nil)
    let folder = try GuardedFolder(path: path, fileGuard: PickyGuard { $0 != path }, exclusion: nil)
    #expect(throws: lost) { try folder.importFile(at: place.path + "/mail.pdf", as: "a", replacing: true) }
    #expect(throws: lost) { try folder.importFile(at: place.path + "/mail.pdf", as: "b") }
    #expect(try folder.read("a") == [1] && place.files(in: "logs") == ["a"])
    // One that loses it on its way to its place cannot be read there.
    let late = try GuardedFolder(path: path, fileGuard: PickyGuard { $0.hasSuffix("/b") }, exclusion: nil)
    #expect(throws: lost) { try late.importFile(at: place.path + "/mail.pdf", as: "b") }
    #expect(try late.read("b") == nil && place.files(in: "logs") == ["a"])
  }

  /// Says these, and no from then on.
  private final class OnceExclusion: BackupExclusion {
    private let answers: Mutex<[Bool]>

    init(answering answers: [Bool]) { self.answers = Mutex(answers) }

    func exclude(itemAt path: String) {}
    func isExcluded(itemAt path: String) -> Bool { answers.withLock { $0.isEmpty ? false : $0.removeFirst() } }
  }

  @Test("A write that would lie in a backup leaves the old file and no other")
  func inBackup() throws {
    let it = try Case()
    try it.open().write([1], to: "a")
    // Marked when the folder is opened; what is marked after that is dropped.
    let folder = try GuardedFolder(
      path: it.path, fileGuard: it.guarding, exclusion: OnceExclusion(answering: [true]))
    #expect(throws: LifecycleError.backupExclusionLost) { try folder.write([2], to: "a") }
    #expect(throws: LifecycleError.backupExclusionLost) { try folder.write([2], to: "b") }
    #expect(try folder.read("a") == [1] && it.place.files(in: "logs") == ["a"])
  }

  @Test("A file that changes while it is read is no import", arguments: ["longer", "shorter", "other"])
  func changing(_ change: String) throws {
    let place = try TestFolder()
    let path = place.path + "/mail.pdf"
    try place.put([1, 2, 3], at: "mail.pdf")
    let old = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    #expect(try ImportSource(path, limit: 9).contents() == [1, 2, 3])
    let source = try ImportSource(path, limit: 9)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    switch change {
    case "longer":
      try file.seekToEnd()
      try file.write(contentsOf: [4])
    case "shorter": try file.truncate(atOffset: 2)
    default: try file.write(contentsOf: [9])
    }
    try file.close()
    if change != "other" { try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path) }
    do {
      _ = try source.contents()
      Issue.record("took a file that had changed")
    } catch {
      #expect(error == .changing)
    }
  }

  #if os(Linux)
    @Test("A file that holds more than the kernel says it does is refused, not imported empty")
    func kernel() throws {
      let it = try Case()
      let folder = try it.open()
      #expect(throws: LifecycleError.changing) { try folder.importFile(at: "/proc/self/status", as: "a") }
      #expect(try it.place.files(in: "logs").isEmpty)
      try it.place.put([], at: "empty")
      try folder.importFile(at: it.place.path + "/empty", as: "empty")
      #expect(try folder.read("empty") == [])
    }
  #endif

  @Test("What an interrupted write left is no file, and no file stands in the way of another one's writing")
  func temporary() throws {
    let it = try Case()
    let folder = try it.open()
    try it.place.put([1], at: "logs/report.pdf.temporary")
    #expect(throws: LifecycleError.badName) { try folder.read("report.pdf.temporary") }
    try folder.write([1, 2], to: "report.pdf")
    #expect(try it.place.files(in: "logs") == ["report.pdf"])
    let longest = String(repeating: "a", count: 245)
    try folder.write([3], to: longest)
    #expect(try folder.read(longest) == [3])
  }

  @Test(
    "A name cannot leave the folder, nor be one of a temporary file, nor too long for one",
    arguments: [
      "", ".", "..", "a/b", "../x", "a\0b", ".temporary", "a.temporary", "a.Temporary", "\u{600}.temporary",
      String(repeating: "a", count: 246), String(repeating: "ä", count: 123),
    ])
  func names(name: String) throws {
    let folder = try Case().open()
    #expect(throws: LifecycleError.badName) { try folder.write([1], to: name) }
    #expect(throws: LifecycleError.badName) { try folder.read(name) }
    #expect(throws: LifecycleError.badName) { try folder.importFile(at: "/dev/null", as: name) }
  }

  @Test("The class follows the policy's rule for secrets")
  func policy() {
    var requirement = StorageRequirement()
    #expect(FileProtection(requirement) == .completeUntilFirstUserAuthentication)
    requirement.accessibility = .whenUnlockedThisDeviceOnly
    #expect(FileProtection(requirement) == .complete)
    requirement.accessibility = .whenPasscodeSetThisDeviceOnly
    #expect(FileProtection(requirement) == .complete)
  }
}
