#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Foundation
import SecurityPolicy
import SecurityTesting
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

  @Test("A name cannot leave the folder", arguments: ["", ".", "..", "a/b", "../x", "a\0b"])
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
