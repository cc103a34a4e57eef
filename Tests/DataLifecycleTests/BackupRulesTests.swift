import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Testing

private func file(_ path: String, excluded: Bool = false) -> BackupListing.Item {
  BackupListing.Item(path: path, isFolder: false, isExcluded: excluded)
}

private func folder(_ path: String, excluded: Bool = false) -> BackupListing.Item {
  BackupListing.Item(path: path, isFolder: true, isExcluded: excluded)
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
      "Library/CachesNot/y", "tmpNot/z", "StoreKit/receipt",
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
    guard case .undetermined = BackupRules().verdict(onContainer: place.path + "/none", exclusion: exclusion) else {
      Issue.record("called clean")
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
