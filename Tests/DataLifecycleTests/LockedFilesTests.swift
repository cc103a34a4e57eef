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

/// What the system's refusals say about a file of ours: locked, closed, or something else; never that it is not there.
@Suite struct LockedFilesTests {
  @Test("A file of ours that its mode lets us read and that is refused is locked", arguments: [EACCES, EPERM])
  func covered(_ code: Int32) {
    #expect(LifecycleError.reaching(code, mode: 0o100600, isOurs: true) == .locked)
    #expect(LifecycleError.reaching(code, mode: 0o100400, isOurs: true) == .locked)
    #expect(LifecycleError.reading(code) == .locked)
  }

  @Test("A refusal that the rights explain is a refusal", arguments: [EACCES, EPERM])
  func closed(_ code: Int32) {
    #expect(LifecycleError.reaching(code, mode: 0o100000, isOurs: true) == .denied(code))
    #expect(LifecycleError.reaching(code, mode: 0o100644, isOurs: false) == .denied(code))
    #expect(LifecycleError.reaching(code, mode: nil, isOurs: true) == .denied(code))
  }

  @Test("Other codes keep their names")
  func others() {
    #expect(LifecycleError.reaching(EIO, mode: 0o100600, isOurs: true) == .notReadable(EIO))
    #expect(LifecycleError.reaching(EROFS, mode: 0o100600, isOurs: true) == .denied(EROFS))
    #expect(LifecycleError.reaching(ELOOP, mode: 0o120777, isOurs: true) == .notPlain)
    #expect(LifecycleError.reading(EIO) == .notReadable(EIO))
  }

  @Test(
    "A file that was closed to its owner is denied, not locked and not missing",
    .enabled(if: geteuid() != 0, "nothing is closed to root"))
  func closedFile() throws {
    let place = try TestFolder()
    let name = try #require(PreferenceName("a"))
    let store = PreferenceFile(folder: place.path + "/preferences")
    try store.set("1", of: name)
    let file = place.path + "/preferences/preferences.json"
    #expect(chmod(file, 0) == 0)
    #expect(throws: LifecycleError.denied(EACCES)) { try store.text(of: name) }
    #expect(chmod(file, 0o600) == 0)
    #expect(try store.text(of: name) == "1")
  }

  #if os(Linux)
    @Test("A folder whose key the kernel does not have is locked", arguments: [ENOKEY, EKEYEXPIRED, EKEYREVOKED])
    func noKey(_ code: Int32) {
      #expect(LifecycleError.reaching(code, mode: nil, isOurs: false) == .locked)
      #expect(LifecycleError.reading(code) == .locked)
    }

    private typealias SetUser = @convention(c) (UInt32) -> Int32

    @Test(
      "A file that the system refuses although it is ours is locked, and reads as it was when the refusal ends",
      .enabled(if: geteuid() == 0, "needs the right to ask the file system as somebody else"))
    func refused() async throws {
      let place = try TestFolder()
      let log = try await SealedLog.open(
        LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: place.path + "/log",
        keys: InMemoryCacheKeys(), access: nil, now: start, random: SeededGenerator(seed: 1))
      log.append("kept", now: start)
      // Names may be looked up by anybody: what decides is the file itself.
      #expect(chmod(place.path + "/log", 0o711) == 0)
      let setUser = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: SetUser.self)
      // This thread alone is nobody to the file system, while process and file are root's. Source: setfsuid(2).
      var refusal: LifecycleError?
      _ = setUser(65_534)
      do throws(LifecycleError) { _ = try log.content(now: start) } catch { refusal = error }
      _ = setUser(0)
      #expect(refusal == .locked)
      #expect(try log.content(now: start).lines.map(\.text) == ["kept"])
    }
  #endif
}
