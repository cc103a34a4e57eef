import Redaction

/// What the store keeps: the identity in use, and the key of one that was asked for.
///
/// One byte of version, one of parts (bit 0 the identity, bit 1 the request), then for each part its key and, for the
/// identity, its certificates. A key is one byte (0: PKCS#8 follows; 1 or 2: the place of a key that only signs), and
/// bytes have their length before them in four bytes. Anything else is refused.
struct StoredIdentity: Sendable {
  enum Key: Sendable {
    case bytes(PrivateKeyDER)
    case slot(ClientKeySlot)

    var slot: ClientKeySlot? { if case .slot(let slot) = self { slot } else { nil } }
  }

  static let version: UInt8 = 1

  var current: (key: Key, certificates: [[UInt8]])?
  var pending: Key?

  init() {}

  /// - Throws: ``IdentityError/storeDamaged``, ``IdentityError/unsupported(_:)`` for a newer version.
  init(reading secret: borrowing Secret) throws(IdentityError) {
    self = try secret.withExposedBytes { bytes throws(IdentityError) in
      var reader = Reader(rest: bytes[...])
      let version = try reader.byte()
      guard version == Self.version else {
        throw version > Self.version ? .unsupported(.version) : .storeDamaged
      }
      let parts = try reader.byte()
      guard parts < 4 else { throw .storeDamaged }
      var result = StoredIdentity()
      if parts & 1 != 0 {
        let key = try reader.key()
        let count = try reader.byte()
        guard (1...ClientIdentity.maximumCertificates).contains(Int(count)) else { throw .storeDamaged }
        var certificates: [[UInt8]] = []
        for _ in 0..<count { certificates.append(Array(try reader.block())) }
        result.current = (key, certificates)
      }
      if parts & 2 != 0 { result.pending = try reader.key() }
      guard reader.rest.isEmpty else { throw .storeDamaged }
      return result
    }
  }

  var slots: Set<ClientKeySlot> { Set([current?.key.slot, pending?.slot].compactMap(\.self)) }

  func secretForm() -> Secret {
    let parts = UInt8(current == nil ? 0 : 1) | UInt8(pending == nil ? 0 : 2)
    var form = Secret(copying: [Self.version, parts])
    if let current {
      form = Self.append(current.key, to: form)
      var open = [UInt8(current.certificates.count)]
      for certificate in current.certificates { open += Self.length(certificate.count) + certificate }
      form = form.wrapped(head: [], tail: open)
    }
    if let pending { form = Self.append(pending, to: form) }
    return form
  }

  private static func append(_ key: Key, to form: borrowing Secret) -> Secret {
    switch key {
    case .slot(let slot): form.wrapped(head: [], tail: [slot.rawValue])
    case .bytes(let key):
      key.withExposedPKCS8 { bytes in
        form.withExposedBytes { head in
          let between = [0] + length(bytes.count)
          return Secret(count: head.count + between.count + bytes.count) { room in
            room.copyMemory(from: head)
            UnsafeMutableRawBufferPointer(rebasing: room[head.count...]).copyBytes(from: between)
            UnsafeMutableRawBufferPointer(rebasing: room[(head.count + between.count)...]).copyMemory(from: bytes)
          }
        }
      }
    }
  }

  private static func length(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) } }

  private struct Reader {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func byte() throws(IdentityError) -> UInt8 {
      guard let byte = rest.popFirst() else { throw .storeDamaged }
      return byte
    }

    mutating func block() throws(IdentityError) -> Slice<UnsafeRawBufferPointer> {
      var count = 0
      for _ in 0..<4 { count = count << 8 | Int(try byte()) }
      guard count > 0, count <= rest.count else { throw .storeDamaged }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func key() throws(IdentityError) -> Key {
      let kind = try byte()
      if let slot = ClientKeySlot(rawValue: kind) { return .slot(slot) }
      guard kind == 0 else { throw .storeDamaged }
      let bytes = try block()
      guard let key = try? PrivateKeyDER(reading: Secret(copying: bytes)) else { throw .storeDamaged }
      return .bytes(key)
    }
  }
}
