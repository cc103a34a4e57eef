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

  /// A folder that goes away with the test.
  final class Place: Sendable {
    let root: String
    var folder: String { root + "/store" }

    init() throws {
      root = FileManager.default.temporaryDirectory.path + "/secret-files-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func open(
      seed: UInt64 = 1, _ protection: RootKeyProtection = .keyFile, wait: Duration = .seconds(10)
    ) throws(StorageError) -> SecretFiles {
      try SecretFiles(
        folder: folder, protection: protection, lockWait: wait, random: SeededGenerator(seed: seed))
    }

    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    /// The bytes of a file of the store.
    func get(_ file: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: folder + "/" + file))) }

    /// Puts bytes where a file of the store lies, or takes the file away, as somebody from outside would.
    func put(_ bytes: [UInt8]?, _ file: String) throws {
      let path = folder + "/" + file
      try? FileManager.default.removeItem(atPath: path)
      guard let bytes else { return }
      let number = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      try #require(number >= 0)
      let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
      try handle.write(contentsOf: Data(bytes))
    }
  }

  func name(_ text: String) throws -> SecretName { try #require(SecretName(text)) }

  func put(_ bytes: [UInt8], _ text: String, in store: SecretFiles) async throws {
    try await store.write(Secret(copying: bytes), as: name(text))
  }

  func bytes(_ text: String, in store: SecretFiles) async throws -> [UInt8]? {
    guard let secret = try await store.read(name(text)) else { return nil }
    return secret.withExposedBytes { Array($0) }
  }

  /// The error of reading an item; nil when it can be read or is not there.
  func refusal(_ text: String, in store: SecretFiles) async throws -> StorageError? {
    do throws(StorageError) {
      guard let wanted = SecretName(text) else { return nil }
      _ = try await store.read(wanted)
      return nil
    } catch {
      return error
    }
  }

  func mode(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt32(status.st_mode & 0o7777) : nil
  }

  /// Tried out, because root in a container may lack the right.
  let mayMount: Bool = {
    guard geteuid() == 0 else { return false }
    let place = FileManager.default.temporaryDirectory.path + "/mount-\(UUID().uuidString)"
    guard mkdir(place, 0o700) == 0 else { return false }
    defer { _ = rmdir(place) }
    guard mount("tmpfs", place, "tmpfs", 0, "size=4k") == 0 else { return false }
    return umount2(place, Int32(MNT_DETACH)) == 0
  }()
#endif
