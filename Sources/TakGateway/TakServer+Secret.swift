import NetworkTrust
import Redaction

/// The form in which a server rests in a secret store: version, flags, then each part behind its length in four bytes.
extension TakServer {
  static let version: UInt8 = 1
  private static let hasPin: UInt8 = 1 << 1
  private static let hasIdentity: UInt8 = 1 << 2
  private static let hasName: UInt8 = 1 << 3
  private static let hasCallsign: UInt8 = 1 << 4

  /// - Throws: ``GatewayError/identity(_:)`` `unsupported` for a key that only signs: it rests where it is.
  func secretForm() throws(GatewayError) -> Secret {
    var flags: UInt8 = isEnabled ? 1 : 0
    if pin != nil { flags |= Self.hasPin }
    if identity != nil { flags |= Self.hasIdentity }
    if name != nil { flags |= Self.hasName }
    if callsign != nil { flags |= Self.hasCallsign }
    var open: [UInt8] = [Self.version, flags, UInt8(endpoint.port >> 8), UInt8(endpoint.port & 0xFF)]
    open.append(block: Array(endpoint.host.description.utf8))
    for text in [name, callsign] { if let text { open.append(block: Array(text.utf8)) } }
    if let pin { open.append(block: pin.digest) }
    open.append(UInt8(authorities.count))
    for authority in authorities { open.append(block: authority) }
    guard let identity else { return Secret(copying: open) }
    guard case .exportable(let key) = identity.key else { throw .identity(.unsupported(.key)) }
    open.append(UInt8(identity.certificates.count))
    for certificate in identity.certificates { open.append(block: certificate) }
    let head = open
    // The key goes from secret to secret and through no array.
    return key.withExposedPKCS8 { bytes in
      Secret(count: head.count + bytes.count) { room in
        room.copyBytes(from: head)
        UnsafeMutableRawBufferPointer(rebasing: room[head.count...]).copyMemory(from: bytes)
      }
    }
  }

  /// - Throws: ``GatewayError/storeDamaged``, ``GatewayError/newerVersion``.
  init(reading secret: borrowing Secret) throws(GatewayError) {
    self = try secret.withExposedBytes { bytes throws(GatewayError) in
      var fields = Fields(rest: bytes[...])
      let version = try fields.byte()
      guard version == Self.version else { throw version > Self.version ? .newerVersion : .storeDamaged }
      let flags = try fields.byte()
      let port = UInt16(try fields.byte()) << 8 | UInt16(try fields.byte())
      guard flags < 1 << 5, port > 0, let host = try? ServerHost(try fields.text()) else { throw .storeDamaged }
      let name = flags & Self.hasName != 0 ? try fields.text() : nil
      let callsign = flags & Self.hasCallsign != 0 ? try fields.text() : nil
      var pin: ServerPin?
      if flags & Self.hasPin != 0 {
        guard let read = try? ServerPin(digest: Array(try fields.block())) else { throw .storeDamaged }
        pin = read
      }
      let authorities = try fields.blocks(limit: TakServer.maximumAuthorities)
      var identity: ClientIdentity?
      if flags & Self.hasIdentity != 0 {
        let certificates = try fields.blocks(limit: ClientIdentity.maximumCertificates)
        guard let key = try? PrivateKeyDER(reading: Secret(copying: fields.rest)),
          let read = try? ClientIdentity(certificates: certificates, key: .exportable(key))
        else { throw .storeDamaged }
        fields.rest = fields.rest.suffix(0)
        identity = read
      }
      guard fields.rest.isEmpty, !authorities.isEmpty else { throw .storeDamaged }
      var server = TakServer(
        endpoint: Endpoint(host: host, port: port), authorities: authorities, identity: identity, name: name,
        callsign: callsign, isEnabled: flags & 1 != 0)
      server.pin = pin
      return server
    }
  }

  private struct Fields {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func byte() throws(GatewayError) -> UInt8 {
      guard let byte = rest.popFirst() else { throw .storeDamaged }
      return byte
    }

    mutating func block() throws(GatewayError) -> Slice<UnsafeRawBufferPointer> {
      var count = 0
      for _ in 0..<4 { count = count << 8 | Int(try byte()) }
      guard count <= rest.count else { throw .storeDamaged }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func text() throws(GatewayError) -> String {
      guard let text = String(validating: try block(), as: UTF8.self), !text.isEmpty else { throw .storeDamaged }
      return text
    }

    mutating func blocks(limit: Int) throws(GatewayError) -> [[UInt8]] {
      let count = Int(try byte())
      guard count <= limit else { throw .storeDamaged }
      var blocks: [[UInt8]] = []
      for _ in 0..<count { blocks.append(Array(try block())) }
      return blocks
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(block: [UInt8]) {
    self += (0..<4).map { UInt8(block.count >> (24 - 8 * $0) & 0xFF) } + block
  }
}
