#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import LinuxSecretFiles
  import SecretStorage
  import Testing

  /// What the system's refusals say about a file: locked, closed, or something else; never that it is not there.
  @Suite struct LockedFolderTests {
    @Test("A file of ours that our rights cover and that is refused is locked", arguments: [EACCES, EPERM])
    func covered(_ code: Int32) {
      #expect(StorageError.reaching(code, mode: 0o100600, isOurs: true) == .locked)
      #expect(StorageError.reaching(code, mode: 0o100400, isOurs: true) == .locked)
      #expect(StorageError.reading(code) == .locked)
    }

    @Test("A refusal that the rights explain is a refusal", arguments: [EACCES, EPERM])
    func closed(_ code: Int32) {
      #expect(StorageError.reaching(code, mode: 0o100000, isOurs: true) == .denied(code))
      #expect(StorageError.reaching(code, mode: 0o100644, isOurs: false) == .denied(code))
      #expect(StorageError.reaching(code, mode: nil, isOurs: false) == .denied(code))
    }

    @Test("A folder whose key the kernel does not have is locked", arguments: [ENOKEY, EKEYEXPIRED, EKEYREVOKED])
    func noKey(_ code: Int32) {
      #expect(StorageError.reaching(code, mode: nil, isOurs: false) == .locked)
      #expect(StorageError.reading(code) == .locked)
    }

    @Test("Other codes keep their names")
    func others() {
      #expect(StorageError.reaching(EIO, mode: 0o100600, isOurs: true) == .notReadable(EIO))
      #expect(StorageError.reaching(EROFS, mode: 0o100600, isOurs: true) == .denied(EROFS))
      #expect(StorageError.reaching(ELOOP, mode: 0o120777, isOurs: true) == .notPlain)
      #expect(StorageError.reading(EIO) == .notReadable(EIO))
    }

    @Test(
      "A file that was closed to its owner is denied, not locked and not missing",
      .enabled(if: geteuid() != 0, "nothing is closed to root"))
    func closedFile() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let path = place.folder + "/token.sealed"
      #expect(chmod(path, 0) == 0)
      #expect(try await refusal("token", in: store) == .denied(EACCES))
      #expect(chmod(path, 0o600) == 0)
      #expect(try await bytes("token", in: store) == [1])
    }
  }
#endif
