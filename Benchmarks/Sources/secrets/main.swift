#if os(Linux)

  import Crypto
  import Foundation
  import Glibc
  import LinuxSecretFiles
  import Redaction
  import SecretStorage

  // What keeping a secret costs, beside the bare operation. A ratio is ours by the peer's speed: 1 is as fast.

  struct Broken: Error {}

  /// The shortest way to a file's bytes that still asks for their number.
  func contents(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Broken() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Broken() }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, size))
    }
  }

  /// A function of its own: what stands at the top level belongs to the main actor, and each call would hop there.
  func compare() async throws {
    let kilobyte = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let bare = SymmetricKey(size: .bits256)
    var random = SystemRandomNumberGenerator()
    guard let name = SecretName("benchmark") else { throw Broken() }
    let key = try SealingKey(Secret(randomBytes: 32, using: &random))
    let content = Secret(copying: kilobyte)
    let item = try SealedItem(sealing: content, as: name, for: .secretFile, under: key, using: &random).bytes
    guard let box = try AES.GCM.seal(kilobyte, using: bare).combined else { throw Broken() }

    // The envelope binds name, purpose and key: it authenticates 45 bytes beside the content, as it must. The library
    // has a price for that, whoever calls it, so the limit is judged against a bare call that authenticates as many;
    // against the call with nothing beside, the ratio is for information.
    let beside = Array(kilobyte.prefix(45))
    guard let bound = try AES.GCM.seal(kilobyte, using: bare, authenticating: beside).combined else { throw Broken() }
    let seal = {
      try SealedItem(sealing: content, as: name, for: .secretFile, under: key, using: &random).bytes.count
    }
    // Into a page-locked `Secret`; lent, it is ordinary memory as with the peer, overwritten afterwards.
    let open = { try SealedItem(parsing: item, as: name).open(as: name, for: .secretFile, under: key).count }
    let lend = { try SealedItem(parsing: item, as: name).withOpened(as: name, for: .secretFile, under: key, \.count) }
    let boundSeal = {
      try content.withExposedBytes { bytes in
        try AES.GCM.seal(bytes, using: bare, authenticating: beside).combined?.count ?? 0
      }
    }
    let boundOpen = {
      try AES.GCM.open(AES.GCM.SealedBox(combined: bound), using: bare, authenticating: beside).count
    }
    let bareSeal = { try content.withExposedBytes { try AES.GCM.seal($0, using: bare).combined?.count ?? 0 } }
    let bareOpen = { try AES.GCM.open(AES.GCM.SealedBox(combined: box), using: bare).count }
    for (name, peer, limit, ours, theirs) in [
      ("envelope, seal 1 KiB", "AES.GCM.seal, same AAD", 0.9, seal, boundSeal),
      ("envelope, open 1 KiB", "AES.GCM.open, same AAD", 0.9, open, boundOpen),
      ("envelope, open 1 KiB, lent", "AES.GCM.open, same AAD", 0.9, lend, boundOpen),
      ("envelope, seal 1 KiB", "AES.GCM.seal, no AAD", nil, seal, bareSeal),
      ("envelope, open 1 KiB", "AES.GCM.open, no AAD", nil, open, bareOpen),
      ("envelope, open 1 KiB, lent", "AES.GCM.open, no AAD", nil, lend, bareOpen),
      ("AES.GCM.seal, same AAD", "AES.GCM.seal, no AAD", nil, boundSeal, bareSeal),
      ("AES.GCM.open, same AAD", "AES.GCM.open, no AAD", nil, boundOpen, bareOpen),
    ] as [(String, String, Double?, () throws -> Int, () throws -> Int)] {
      try Comparison(name: name, peer: peer, limit: limit).run(count: 20_000, ours: ours, peer: theirs)
    }

    let folder = FileManager.default.temporaryDirectory.appending(path: "secrets-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SecretFiles(folder: folder, random: SystemRandomNumberGenerator())
    try await store.write(content, as: name)
    let plain = folder + "/plain"
    try box.write(to: URL(filePath: plain))

    try await Comparison(name: "SecretFiles, read 1 KiB", peer: "read + AES.GCM.open", limit: 0.5).run(
      count: 4000,
      ours: {
        guard let secret = try await store.read(name) else { throw Broken() }
        return secret.count
      },
      peer: { try AES.GCM.open(AES.GCM.SealedBox(combined: contents(plain)), using: bare).count })

    for size in [32, 1024, 65536] {
      let bytes = Array(repeating: UInt8(7), count: size)
      try Comparison(name: "Secret, made and ended, \(size) B", peer: "malloc + free", limit: nil).run(
        count: size > 4096 ? 2000 : 50_000,
        ours: { Secret(copying: bytes).count },
        peer: {
          guard let block = malloc(size) else { return 0 }
          defer { free(block) }
          bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: block, count: size).copyMemory(from: $0) }
          return Int(block.load(as: UInt8.self))
        })
      let one = Secret(copying: bytes)
      let other = one.duplicate()
      try Comparison(name: "Secret, compared, \(size) B", peer: "memcmp", limit: nil).run(
        count: size > 4096 ? 5000 : 100_000,
        ours: { one.isEqual(to: other) ? 1 : 0 },
        peer: {
          one.withExposedBytes { left in
            other.withExposedBytes { right in
              if let left = left.baseAddress, let right = right.baseAddress {
                Int(memcmp(left, right, size))
              } else {
                0
              }
            }
          }
        })
    }
  }

  try await compare()

#else
  print("the benchmark of secrets runs on Linux")
#endif
