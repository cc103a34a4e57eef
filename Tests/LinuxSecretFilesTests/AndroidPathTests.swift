#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import Foundation
  import LinuxSecretFiles
  import Redaction
  import SecretStorage
  import SecurityTesting
  import Testing

  /// The store where an Android app keeps its files: the same folder under two names, in folders of the system's modes.
  /// A staged tree on Linux: no device, no SELinux, no file-based encryption.
  /// Source: Android's `Context.getFilesDir`, `installd`: app folders 0700, `files` 0771.
  @Suite struct AndroidPathTests {
    /// What lies under `/data` for one app, gone with the test.
    private final class Phone: Sendable {
      static let package = "org.example." + String(repeating: "sleep", count: 40)
      let root = FileManager.default.temporaryDirectory.path + "/android-\(UUID().uuidString)"
      /// What `Context.getFilesDir()` names, and what older code writes down.
      var files: String { root + "/data/user/0/\(Self.package)/files" }
      var olderName: String { root + "/data/data/\(Self.package)/files" }

      init() throws {
        for (folder, mode) in [
          ("", 0o755), ("/data", 0o771), ("/data/user", 0o711), ("/data/user/0", 0o771),
          ("/data/user/0/\(Self.package)", 0o700), ("/data/user/0/\(Self.package)/files", 0o771),
        ] as [(String, mode_t)] {
          try #require(mkdir(root + folder, mode) == 0 && chmod(root + folder, mode) == 0)
        }
        try #require(symlink("user/0", root + "/data/data") == 0)
      }

      deinit { try? FileManager.default.removeItem(atPath: root) }

      func open(
        _ folder: String, seed: UInt64 = 1, wait: Duration = .seconds(10)
      ) throws(StorageError) -> SecretFiles {
        try SecretFiles(folder: folder, lockWait: wait, random: SeededGenerator(seed: seed))
      }
    }

    @Test("What was stored under one name of the app's folder is read, rotated and changed under the other")
    func twoNames() async throws {
      let phone = try Phone()
      let left = try phone.open(phone.files + "/mantlet")
      try await put([1, 2], "token", in: left)
      let right = try phone.open(phone.olderName + "/mantlet", seed: 2)
      #expect(try await bytes("token", in: right) == [1, 2])
      try await right.rotateRootKey()
      #expect(try await bytes("token", in: left) == [1, 2])
      try await put([3], "token", in: right)
      #expect(try await bytes("token", in: left) == [3])
      try await left.delete(name("token"))
      #expect(try await right.names().isEmpty)
      #expect(mode(phone.files + "/mantlet") == 0o700 && mode(phone.files) == 0o771)
      for file in try FileManager.default.contentsOfDirectory(atPath: phone.files + "/mantlet") {
        #expect(mode(phone.files + "/mantlet/" + file) == 0o600)
      }
    }

    @Test("A lock that is held under one name holds under the other")
    func oneLock() async throws {
      let phone = try Phone()
      let store = try phone.open(phone.files + "/mantlet", wait: .milliseconds(20))
      try await put([1], "token", in: store)
      let held = open(phone.olderName + "/mantlet/lock", O_RDWR | O_CLOEXEC)
      try #require(held >= 0 && flock(held, LOCK_EX | LOCK_NB) == 0)
      await #expect(throws: StorageError.busy) { try await put([2], "token", in: store) }
      await #expect(throws: StorageError.busy) { try await store.rotateRootKey() }
      #expect(close(held) == 0)
      try await put([2], "token", in: store)
      #expect(try await bytes("token", in: store) == [2])
    }

    @Test("The app's folder of files itself is refused, as Android lets its group in; its mode is left alone")
    func filesFolder() throws {
      let phone = try Phone()
      #expect(throws: StorageError.exposed(mode: 0o771)) { try phone.open(phone.files) }
      #expect(mode(phone.files) == 0o771)
      #expect(try FileManager.default.contentsOfDirectory(atPath: phone.files).isEmpty)
    }

    @Test("The longest path that the system takes works with the longest name of an item; a longer one is an error")
    func longPath() async throws {
      let phone = try Phone()
      var folder = phone.files
      let part = "/" + String(repeating: "d", count: 200)
      // One less than PATH_MAX, which counts the zero at the end.
      while folder.utf8.count + part.utf8.count + 1 < 4_095 {
        folder += part
        try #require(mkdir(folder, 0o700) == 0)
      }
      folder += "/" + String(repeating: "s", count: 4_095 - folder.utf8.count - 1)
      #expect(folder.utf8.count == 4_095)
      let longest = String(repeating: "n", count: 64)
      // By its whole name no file in it can be removed.
      defer { _ = rename(folder, phone.root + "/store") }
      let store = try phone.open(folder)
      try await put([1, 2], longest, in: store)
      try await store.rotateRootKey()
      #expect(try await bytes(longest, in: store) == [1, 2])
      #expect(try await bytes(longest, in: phone.open(folder, seed: 2)) == [1, 2])
      #expect(throws: StorageError.unavailable(ENAMETOOLONG)) { try phone.open(folder + "s") }
    }
  }
#endif
