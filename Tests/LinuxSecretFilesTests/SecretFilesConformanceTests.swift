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
  import SecretStorage
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite struct SecretFilesConformanceTests {
    /// Stores that know the folder that they were opened on.
    private final class Medium: Sendable {
      let path: String
      private let folders = Mutex<[ObjectIdentifier: (store: SecretFiles, folder: String)]>([:])

      init(_ path: String) { self.path = path }

      func open() throws -> SecretFiles {
        let folder = path + "/" + UUID().uuidString
        let store = try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
        folders.withLock { $0[ObjectIdentifier(store)] = (store, folder) }
        return store
      }

      func reopen(_ store: any SecretStore) throws -> SecretFiles {
        let files = try #require(store as? SecretFiles)
        let folder = try #require(folders.withLock { $0[ObjectIdentifier(files)]?.folder })
        return try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
      }

      func fill() throws {
        let filler = Glibc.open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        try #require(filler >= 0)
        defer { close(filler) }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(filler, page, page.count) > 0 {}
      }

      func makeRoom() throws { try #require(unlink(path + "/filler") == 0) }
    }

    /// What nobody can ask of files: they neither lock nor prompt.
    private static let notApplicable = [
      "a secret that asks its owner is given to who approves, and to nobody else (no prompt to answer)",
      "a secret that asks its owner is refused where no prompt is allowed, listed and deleted without one "
        + "(no prompt to answer)",
      "locked is not missing: the secret is refused as locked and is back after the unlock (no way to lock)",
      "a write while locked is refused and the old value stands (no way to lock)",
      "a secret for after the first unlock stays readable while locked (no way to lock)",
      "before the first unlock every secret is locked, none is missing (no way to restart the device)",
      "without a passcode its secrets are gone, the others stay, and no new one is accepted "
        + "(no way to remove the passcode)",
      "a changed biometric set gives no secret of the old set back; a new one can be stored "
        + "(no way to change the biometric set)",
    ]

    @Test("The store keeps every claim that can be asked of files", .enabled(if: mayMount, "needs the right to mount"))
    func conformance() async throws {
      let place = try Place()
      let medium = Medium(place.root + "/medium")
      #expect(mkdir(medium.path, 0o700) == 0)
      try #require(mount("tmpfs", medium.path, "tmpfs", 0, "size=4m,mode=700") == 0)
      defer { #expect(umount2(medium.path, Int32(MNT_DETACH)) == 0) }
      let control = SecretStoreControl(
        fill: { _ in try medium.fill() }, makeRoom: { _ in try medium.makeRoom() },
        reopen: { try medium.reopen($0) })
      let report = await SecretStoreConformance.judge(control: control) { try medium.open() }
      #expect(report.broken == [])
      #expect(report.notApplicable == Self.notApplicable)
      #expect(report.held.count == 24)
    }

    @Test("Without a medium to fill up one claim more cannot be asked")
    func plain() async throws {
      let place = try Place()
      let medium = Medium(place.root)
      let control = SecretStoreControl(reopen: { try medium.reopen($0) })
      let report = await SecretStoreConformance.judge(control: control) { try medium.open() }
      #expect(report.broken == [])
      let more = report.notApplicable.filter { !Self.notApplicable.contains($0) }
      #expect(
        more == [
          "a full medium refuses the write, keeps the old value and everything else, and recovers (no way to fill it)"
        ])
      #expect(report.notApplicable.count == Self.notApplicable.count + 1)
    }
  }
#endif
