/// What one datagram of the mesh holds: an event as XML, or a message of the TAK protocol behind its head
/// (0xBF, the version as a varint, 0xBF).
///
/// Source: ATAK's protocol description, versions 0 and 1, mesh networks.
public enum TAKDatagram: Sendable, Hashable {
  /// Version 0: the XML of one event, not read yet.
  case event([UInt8])
  /// Version 1: a `TakMessage`, not read yet.
  case message([UInt8])

  static let magic: UInt8 = 0xBF

  /// - Throws: ``CoTError`` `tooLarge`, `malformed` for what is neither, `unsupportedVersion` for another than 1.
  public init(_ bytes: [UInt8], maximumBytes: Int = CoTLimits().maximumBytes) throws(CoTError) {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard bytes.first == Self.magic else {
      guard bytes.first == UInt8(ascii: "<") else { throw .malformed(expected: "0xBF or '<'", offset: 0) }
      self = .event(bytes)
      return
    }
    guard let (version, length) = try TAKVarint.read(bytes.dropFirst()), bytes.count > 1 + length,
      bytes[1 + length] == Self.magic
    else { throw .malformed(expected: "a version and 0xBF", offset: 1) }
    guard version == 1 else { throw .unsupportedVersion(version) }
    self = .message(Array(bytes.dropFirst(2 + length)))
  }

  /// As it is sent.
  public var bytes: [UInt8] {
    switch self {
    case .event(let bytes): bytes
    case .message(let message): [Self.magic, 1, Self.magic] + message
    }
  }
}
