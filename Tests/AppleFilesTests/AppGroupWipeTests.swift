#if APPLE_EMULATION
  import AppleFiles
  import DataLifecycle
  import EmulatedFiles
  import Foundation
  import SecurityTesting
  import Testing

  @Suite(.serialized) struct AppGroupWipeTests {
    /// The container of an app group as the system makes it, gone with the test.
    private final class Shared: Sendable {
      static let note = ".com.apple.mobile_container_manager.metadata.plist"
      let group = "group.org.example.\(UUID().uuidString)"
      let path = NSTemporaryDirectory() + "app-group-\(UUID().uuidString)"

      init() throws {
        for folder in ["Application Support", "Caches", "Preferences"] { try make("Library/" + folder) }
        try put(Self.note)
      }

      deinit {
        try? UserDefaultsPreferences(domain: group).removeAll()
        try? Foundation.FileManager.default.removeItem(atPath: path)
      }

      func make(_ folder: String) throws {
        try Foundation.FileManager.default.createDirectory(
          atPath: path + "/" + folder, withIntermediateDirectories: true)
      }

      func put(_ file: String) throws { try Data([1]).write(to: URL(fileURLWithPath: path + "/" + file)) }

      func fill() throws {
        try make("Library/Application Support/diary/deep")
        try make("Inbox")
        for file in [
          "widget.json", "Inbox/letter", "Library/extra", "Library/Caches/answer", "Library/Preferences/other.plist",
          "Library/Preferences/\(group).plist", "Library/Application Support/diary/deep/night.sqlite",
        ] { try put(file) }
        try #require(UserDefaults(suiteName: group)).set("ada", forKey: "user")
      }

      var files: [String] {
        get throws { try Foundation.FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
      }
    }

    private func withVolume<Result>(
      _ shared: [Shared], _ body: () async throws -> Result
    ) async throws -> Result {
      let volume = EmulatedVolume()
      for shared in shared { volume.groupContainers[shared.group] = shared.path }
      return try await EmulatedVolume.$shared.withValue(volume) { try await body() }
    }

    @Test("The containers of app groups keep the promises of a wipe target")
    func conformance() async throws {
      let shared = try Shared()
      try await withVolume([shared]) {
        let broken = await WipeTargetConformance.brokenClaims {
          try shared.fill()
          return try AppGroupWipe([shared.group])
        }
        #expect(broken == [])
      }
    }

    @Test("Files and preferences of every group go; what the system made there stays")
    func both() async throws {
      let (first, second, other) = (try Shared(), try Shared(), try Shared())
      try await withVolume([first, second, other]) {
        for shared in [first, second, other] { try shared.fill() }
        let before = try other.files
        let wipe = try AppGroupWipe([first.group, second.group])
        #expect(wipe.containers == [first.path, second.path])
        try await wipe.erase(.logout)
        for shared in [first, second] {
          #expect(
            try shared.files == [
              Shared.note, "Library", "Library/Application Support", "Library/Caches", "Library/Preferences",
              "Library/Preferences/\(shared.group).plist",
            ])
          #expect(try UserDefaultsPreferences(domain: shared.group).entries().isEmpty)
        }
        #expect(try other.files == before)
        #expect(try UserDefaultsPreferences(domain: other.group).entries() == ["user": "ada"])
      }
    }

    @Test("The note that macOS keeps in a container, which nobody can remove, holds up no wipe")
    func note() async throws {
      let shared = try Shared()
      let note = ".com.apple.containermanagerd.metadata.plist"
      try shared.put(note)
      try shared.put("widget.json")
      try await withVolume([shared]) {
        let wipe = try AppGroupWipe([shared.group])
        try await wipe.erase(.logout)
        #expect(try await wipe.remains(.logout).isEmpty)
      }
      #expect(try shared.files.contains(note) && !shared.files.contains("widget.json"))
    }

    @Test("What belongs to somebody else stays, in the container of the group that it was named for")
    func kept() async throws {
      let (first, second) = (try Shared(), try Shared())
      for shared in [first, second] {
        for folder in ["File Provider Storage", "Library/Application Scripts", "Library/Caches/sibling"] {
          try shared.make(folder)
          try shared.put(folder + "/letter")
        }
        try shared.put("widget.json")
      }
      try await withVolume([first, second]) {
        let wipe = try AppGroupWipe(
          [first.group, second.group],
          keeping: [
            first.group: [
              "File Provider Storage", "Library/Application Scripts", "Library/Caches/sibling", "none",
            ]
          ])
        try await wipe.erase(.logout)
        #expect(try await wipe.remains(.logout).isEmpty)
        #expect(throws: LifecycleError.noGroupContainer) {
          try AppGroupWipe([first.group], keeping: [second.group: ["File Provider Storage"]])
        }
      }
      for folder in ["File Provider Storage", "Library/Application Scripts", "Library/Caches/sibling"] {
        #expect(try first.files.contains(folder + "/letter"))
        #expect(try !second.files.contains(folder))
      }
      #expect(try !first.files.contains("widget.json"))
    }

    @Test("A new installation leaves what sibling apps may still use, and says that it stays")
    func reinstalled() async throws {
      let shared = try Shared()
      try shared.fill()
      let before = try shared.files
      try await withVolume([shared]) {
        let wipe = try AppGroupWipe([shared.group])
        try await wipe.erase(.reinstall)
        #expect(try shared.files == before)
        #expect(try UserDefaultsPreferences(domain: shared.group).entries() == ["user": "ada"])
        let remnants = try await wipe.remains(.reinstall)
        #expect(remnants == [WipeRemnant(count: 1, kept: .siblingApps)])
        #expect(try await wipe.remains(.logout).allSatisfy { $0.kept == nil })
      }
    }

    @Test("Each place in a container counts as a remnant by itself")
    func remnants() async throws {
      let shared = try Shared()
      try await withVolume([shared]) {
        let wipe = try AppGroupWipe([shared.group])
        #expect(try await wipe.remains(.logout).isEmpty)
        for file in [
          "widget.json", "Library/extra", "Library/Caches/a", "Library/Preferences/other.plist",
          "Library/Application Support/a",
        ] {
          try shared.put(file)
          #expect(try await wipe.remains(.logout) == [WipeRemnant(count: 1)], "\(file)")
          try await wipe.erase(.logout)
        }
        try #require(UserDefaults(suiteName: shared.group)).set("ada", forKey: "user")
        #expect(try await wipe.remains(.logout) == [WipeRemnant(count: 1)])
      }
    }

    @Test("A link in a container goes without what it leads to")
    func link() async throws {
      let (shared, outside) = (try Shared(), try Shared())
      try outside.fill()
      let before = try outside.files
      try Foundation.FileManager.default.createSymbolicLink(
        atPath: shared.path + "/link", withDestinationPath: outside.path)
      try Foundation.FileManager.default.removeItem(atPath: shared.path + "/Library/Caches")
      try Foundation.FileManager.default.createSymbolicLink(
        atPath: shared.path + "/Library/Caches", withDestinationPath: outside.path)
      try await withVolume([shared]) {
        let wipe = try AppGroupWipe([shared.group])
        try await wipe.erase(.logout)
        #expect(try await wipe.remains(.logout).isEmpty)
      }
      #expect(try outside.files == before)
    }

    @Test("A group that the app's entitlement does not name is refused by name, before anything is erased")
    func missing() async throws {
      let shared = try Shared()
      try shared.fill()
      let before = try shared.files
      try await withVolume([shared]) {
        for groups in [["group.org.example.other"], [shared.group, "group.org.example.other"], [""]] {
          #expect(throws: LifecycleError.noGroupContainer) { try AppGroupWipe(groups) }
        }
      }
      #expect(try shared.files == before)
    }
  }
#endif
