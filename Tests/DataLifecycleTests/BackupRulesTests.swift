#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

private func file(_ path: String, excluded: Bool = false) -> BackupListing.Item {
  BackupListing.Item(path: path, isFolder: false, isExcluded: excluded)
}

private func folder(_ path: String, excluded: Bool = false) -> BackupListing.Item {
  BackupListing.Item(path: path, isFolder: true, isExcluded: excluded)
}

/// Knows which items it was asked about, and answers for some of them with an error.
private final class AskedExclusion: BackupExclusion {
  private let marked: Set<String>
  private let errors: [String: LifecycleError]
  private let seen = Mutex<[String]>([])

  init(marked: Set<String> = [], errors: [String: LifecycleError] = [:]) {
    self.marked = marked
    self.errors = errors
  }

  var asked: [String] { seen.withLock { $0 } }

  func exclude(itemAt path: String) throws(LifecycleError) { throw .attributeUnsupported }

  func isExcluded(itemAt path: String) throws(LifecycleError) -> Bool {
    seen.withLock { $0.append(path) }
    if let error = errors[path] { throw error }
    return marked.contains(path)
  }
}

@Suite struct BackupRulesTests {
  private func paths(_ items: [BackupListing.Item], expected: [String] = []) -> [String] {
    BackupRules(expected: expected).findings(in: BackupListing(items)).map(\.path)
  }

  @Test("Documents, application support and preferences are in a backup; caches, tmp and the app are not")
  func places() {
    let items = [
      "Documents/a.pdf", "Library/Application Support/records.sqlite", "Library/Preferences/app.plist",
      "Library/Cookies/c", "Library/Caches/images/x", "tmp/upload", "SystemData/s", "Sleep.app/Info.plist",
      "Library/SplashBoard/Snapshots/x.ktx", "Library/Saved Application State/s", "Library/SyncedPreferences/p",
      "Library/CachesNot/y", "tmpNot/z", "StoreKit/receipt", ".com.apple.mobile_container_manager.metadata.plist",
      ".com.apple.containermanagerd.metadata.plist",
    ].map { file($0) }
    #expect(
      paths(items) == [
        "Documents/a.pdf", "Library/Application Support/records.sqlite", "Library/CachesNot/y", "Library/Cookies/c",
        "Library/Preferences/app.plist", "StoreKit/receipt", "tmpNot/z",
      ])
  }

  @Test("An excluded folder covers what lies in it at any depth, and no other folder")
  func inherited() {
    let items = [
      folder("Documents"), folder("Documents/private", excluded: true), file("Documents/private/deep/er/a"),
      file("Documents/private2/b"), file("Documents/c"),
    ]
    #expect(paths(items) == ["Documents/c", "Documents/private2/b"])
  }

  @Test("A file that is excluded alone is reported as fragile: the next atomic write drops the mark")
  func fragile() {
    let findings = BackupRules().findings(in: BackupListing([file("Documents/a", excluded: true)]))
    #expect(findings == [BackupFinding(path: "Documents/a", isFragile: true)])
  }

  @Test("What is expected in a backup is no finding, by whole path parts")
  func expected() {
    let items = [file("Documents/export/a"), file("Documents/exports"), file("Documents/b")]
    #expect(paths(items, expected: ["Documents/export/", "Documents/b", ""]) == ["Documents/exports"])
  }

  @Test("The container on disk is judged; one that cannot be read is undetermined")
  func container() throws {
    let place = try TestFolder()
    _ = try place.make("Documents/private")
    _ = try place.make("Library/Caches")
    try place.put([1], at: "Documents/private/a")
    try place.put([1], at: "Library/Caches/b")
    let exclusion = InMemoryBackupExclusion()
    guard case .fails = BackupRules().verdict(onContainer: place.path, exclusion: exclusion) else {
      Issue.record("missed")
      return
    }
    try exclusion.enforce(onDirectory: place.path + "/Documents/private")
    #expect(BackupRules().verdict(onContainer: place.path, exclusion: exclusion) == .holds)
    #expect(BackupRules().report(onContainer: place.path, exclusion: exclusion) == BackupReport([]))
    exclusion.forget(itemAt: place.path + "/Documents/private")
    let finding = BackupFinding(path: "Documents/private/a", isFragile: false)
    #expect(BackupRules().report(onContainer: place.path, exclusion: exclusion) == BackupReport([finding]))
    #expect(BackupReport([finding]).verdict == .fails("1 files would be in a backup; exclude their directory"))
    guard case .undetermined = BackupRules().verdict(onContainer: place.path + "/none", exclusion: exclusion) else {
      Issue.record("called clean")
      return
    }
  }

  @Test("In the container of an app group only its caches and the system's note are in no backup")
  func group() {
    let items = [
      ".com.apple.mobile_container_manager.metadata.plist", "Library/Caches/a", "SystemData/s", "tmp/b", "widget.json",
    ].map { file($0) }
    let findings = BackupRules(expected: ["widget.json"], for: .appGroup).findings(in: BackupListing(items))
    #expect(findings.map(\.path) == ["SystemData/s", "tmp/b"])
  }

  @Test("What no backup holds is not touched: the system lets no app read its part of the container")
  func untouched() throws {
    let place = try TestFolder()
    for folder in ["SystemData", "Library/Caches/images", "Documents/private/deep", "tmp"] {
      _ = try place.make(folder)
    }
    for file in [
      "SystemData/s", ".com.apple.mobile_container_manager.metadata.plist", "Library/Caches/images/x", "tmp/upload",
      "Documents/private/deep/a",
    ] { try place.put([1], at: file) }
    chmod(place.path + "/SystemData", 0)
    chmod(place.path + "/Documents/private/deep", 0)
    defer { for folder in ["SystemData", "Documents/private/deep"] { chmod(place.path + "/" + folder, 0o700) } }
    let exclusion = AskedExclusion(marked: [place.path + "/Documents/private"])
    #expect(BackupRules().report(onContainer: place.path, exclusion: exclusion) == BackupReport([]))
    #expect(exclusion.asked == ["Documents", "Documents/private", "Library"].map { place.path + "/" + $0 })
    #expect(place.mode("SystemData") == 0 && place.mode("Documents/private/deep") == 0)
  }

  @Test(
    "A folder that is closed to the app leaves open what a backup holds, and stays closed",
    .enabled(if: geteuid() != 0, "nothing is closed to root"))
  func closed() throws {
    let place = try TestFolder()
    let folder = try place.make("Documents/closed")
    chmod(folder, 0)
    defer { chmod(folder, 0o700) }
    guard case .undetermined = BackupRules().verdict(onContainer: place.path, exclusion: AskedExclusion()) else {
      Issue.record("called clean")
      return
    }
    #expect(place.mode("Documents/closed") == 0)
  }

  @Test("What cannot be looked at is named, and hides no finding beside it or after it")
  func unread() throws {
    let place = try TestFolder()
    for folder in ["Documents/closed", "Documents/open", "Library/odd"] { _ = try place.make(folder) }
    for file in ["Documents/a", "Documents/closed/b", "Documents/open/c", "Library/odd/d"] {
      try place.put([1], at: file)
    }
    let errors: [String: LifecycleError] = [
      place.path + "/Documents/closed": .denied(EACCES), place.path + "/Library/odd/d": .unavailable(5),
    ]
    let report = BackupRules().report(onContainer: place.path, exclusion: AskedExclusion(errors: errors))
    #expect(report.findings.map(\.path) == ["Documents/a", "Documents/open/c"])
    #expect(report.unread == ["Documents/closed", "Library/odd/d"])
    #expect(report.verdict == .fails("2 files would be in a backup; exclude their directory"))
    let expecting = BackupRules(expected: ["Documents"])
      .report(onContainer: place.path, exclusion: AskedExclusion(errors: errors))
    #expect(expecting.unread == ["Library/odd/d"] && expecting.findings.isEmpty)
    #expect(expecting.verdict == .undetermined("the container could not be read whole"))
    let all = BackupRules(expected: ["Documents", "Library/odd"])
    #expect(all.verdict(onContainer: place.path, exclusion: AskedExclusion(errors: errors)) == .holds)
  }

  #if os(Linux)
    @Test("What has a name that is no UTF-8 is named as unread, never passed over as if it were gone")
    func unreadableName() throws {
      let place = try TestFolder()
      try place.put([1], at: "e")
      let file = open(Array(place.path.utf8CString.dropLast()) + [47, -1, 0], O_WRONLY | O_CREAT, 0o600)
      try #require(file >= 0)
      close(file)
      let report = BackupRules().report(onContainer: place.path, exclusion: AskedExclusion())
      #expect(report.findings.map(\.path) == ["e"])
      #expect(report.unread == ["\u{FFFD}"])
    }
  #endif

  @Test("A folder that lies too deep is named, and what lies beside it is found")
  func tooDeep() throws {
    let place = try TestFolder()
    let deep = Array(repeating: "d", count: 66).joined(separator: "/")
    _ = try place.make(deep)
    try place.put([1], at: deep + "/x")
    try place.put([1], at: "e")
    let report = BackupRules().report(onContainer: place.path, exclusion: AskedExclusion())
    #expect(report.findings.map(\.path) == ["e"])
    #expect(report.unread == [Array(repeating: "d", count: 64).joined(separator: "/")])
  }

  @Test("A file that is gone by the time it is asked about was never there; any other error leaves the answer open")
  func vanished() throws {
    let place = try TestFolder()
    try place.put([1], at: "records.sqlite-journal")
    let path = place.path + "/records.sqlite-journal"
    let gone = AskedExclusion(errors: [path: .absent])
    #expect(BackupRules().verdict(onContainer: place.path, exclusion: gone) == .holds)
    let refused = AskedExclusion(errors: [path: .denied(1)])
    #expect(
      BackupRules().verdict(onContainer: place.path, exclusion: refused)
        == .undetermined("the container could not be read whole"))
  }

  @Test("Reports on several containers are one: with all findings, and undetermined when one is and nothing was found")
  func joined() {
    let (a, b) = (BackupFinding(path: "a", isFragile: false), BackupFinding(path: "g/b", isFragile: true))
    #expect(BackupReport(joining: [BackupReport([a]), BackupReport([]), BackupReport([b])]) == BackupReport([a, b]))
    #expect(BackupReport(joining: [BackupReport([]), BackupReport([])]).verdict == .holds)
    let open = BackupReport(undetermined: "a test")
    #expect(BackupReport(joining: [BackupReport([]), open]) == open)
    let both = BackupReport(joining: [BackupReport([a]), open, BackupReport([], unread: ["g/c"])])
    #expect(both.findings == [a] && both.unread == ["g/c"] && both.gap == "a test")
    guard case .fails = both.verdict else {
      Issue.record("a finding was lost")
      return
    }
  }

  @Test("A mark that does not hold is an error")
  func deaf() {
    #expect(throws: LifecycleError.backupExclusionLost) {
      try InMemoryBackupExclusion(isDeaf: true).enforce(onDirectory: "/x")
    }
  }
}
