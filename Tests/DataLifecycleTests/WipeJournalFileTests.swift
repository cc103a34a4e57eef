#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Testing

@Suite struct WipeJournalFileTests {
  @Test("The journal keeps the last replace, with mode 0600, and removing twice is no error")
  func keeps() throws {
    let place = try TestFolder()
    let journal = WipeJournalFile(folder: place.path + "/journal")
    #expect(try journal.read() == nil)
    try journal.replace([1, 2])
    try journal.replace([3])
    #expect(try journal.read() == [3])
    #expect(place.mode("journal") == 0o700 && place.mode("journal/wipe.journal") == 0o600)
    #expect(try place.files(in: "journal") == ["wipe.journal"])
    try journal.remove()
    try journal.remove()
    #expect(try journal.read() == nil)
  }

  @Test("A link, a pipe and rights of others on the folder are refused")
  func foreign() throws {
    let place = try TestFolder()
    _ = try place.make("journal")
    try place.put([1], at: "elsewhere")
    symlink(place.path + "/elsewhere", place.path + "/journal/wipe.journal")
    let journal = WipeJournalFile(folder: place.path + "/journal")
    #expect(throws: LifecycleError.notPlain) { try journal.read() }
    unlink(place.path + "/journal/wipe.journal")
    mkfifo(place.path + "/journal/wipe.journal", 0o600)
    #expect(throws: LifecycleError.notPlain) { try journal.read() }
    unlink(place.path + "/journal/wipe.journal")
    chmod(place.path + "/journal", 0o755)
    #expect(throws: LifecycleError.exposed(mode: 0o755)) { try journal.replace([1]) }
  }

  @Test("A journal that others may read is still a pending wipe, and finishing it works")
  func exposed() async throws {
    let place = try TestFolder()
    let journal = WipeJournalFile(folder: place.path + "/journal")
    try journal.replace(WipeRecord(requested: .accountSwitch).bytes)
    chmod(place.path + "/journal/wipe.journal", 0o644)
    let (_, opening) = try Wipe.open(plan: plan([]), journal: journal)
    guard case .pending(let pending) = opening else {
      Issue.record("read as nothing")
      return
    }
    #expect(pending.scope == .accountSwitch)
    guard case .complete = try await pending.resume() else {
      Issue.record("not finished")
      return
    }
    #expect(try journal.read() == nil)
  }

  @Test("A journal of a newer version is refused, whoever may read it", arguments: [mode_t(0o600), 0o644])
  func newer(mode: mode_t) throws {
    let place = try TestFolder()
    _ = try place.make("journal")
    try place.put(Array("mantlet-wipe 2\n".utf8), at: "journal/wipe.journal")
    chmod(place.path + "/journal/wipe.journal", mode)
    #expect(throws: LifecycleError.journalNewer) {
      _ = try Wipe.open(plan: plan([]), journal: WipeJournalFile(folder: place.path + "/journal"))
    }
  }

  @Test("A folder in the place of the temporary file stops no wipe, and links in it are not followed")
  func temporaryFolder() throws {
    let place = try TestFolder()
    try place.put([1], at: "precious")
    let journal = WipeJournalFile(folder: place.path + "/journal")
    func block() throws {
      let blocking = try place.make("journal/wipe.journal.temporary/inner")
      symlink(place.path, blocking + "/link")
      chmod(blocking, 0o500)
    }
    try block()
    try journal.replace([1])
    #expect(try journal.read() == [1])
    #expect(try place.files(in: "journal") == ["wipe.journal"])
    try block()
    try journal.remove()
    #expect(try place.files(in: "journal").isEmpty)
    #expect(place.exists("precious"))
  }

  @Test("A file that no wipe can have written is damage, not absence")
  func tooLong() throws {
    let place = try TestFolder()
    _ = try place.make("journal")
    try place.put([UInt8](repeating: 65, count: WipeRecord.byteLimit + 1), at: "journal/wipe.journal")
    let (_, opening) = try Wipe.open(plan: plan([]), journal: WipeJournalFile(folder: place.path + "/journal"))
    guard case .pending(let pending) = opening else {
      Issue.record("read as nothing")
      return
    }
    #expect(pending.scope == nil)
  }
}
