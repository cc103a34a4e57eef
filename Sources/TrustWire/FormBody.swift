import UntrustedInput

/// `application/x-www-form-urlencoded`, read strictly: a repeated name is refused, as OAuth asks.
/// Source: RFC 6749, sections 3.2 and B.
public struct FormBody: Sendable, Hashable {
  public private(set) var fields: [String: String]

  public init(_ fields: [String: String]) { self.fields = fields }

  /// The field's value, nil when the form does not have it.
  public subscript(name: String) -> String? { fields[name] }

  /// Names in order, so that the same fields always give the same bytes.
  public var bytes: [UInt8] {
    Array(
      fields.sorted { $0.key < $1.key }.map { Self.escape($0.key) + "=" + Self.escape($0.value) }
        .joined(separator: "&").utf8)
  }

  /// - Throws: ``WireError`` `unreadable` (size, UTF-8), `wrongShape` (a repeated name, a bad escape).
  public init(reading bytes: some Collection<UInt8>) throws(WireError) {
    guard bytes.count <= 512 << 10 else { throw .unreadable(.tooLarge(limit: 512 << 10)) }
    let bytes = Array(bytes)
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .unreadable(.notUTF8) }
    fields = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.unescape(parts[0]), let value = Self.unescape(parts.count == 2 ? parts[1] : []),
        fields.updateValue(value, forKey: name) == nil
      else { throw .wrongShape }
    }
  }

  private static func escape(_ text: String) -> String {
    var output = ""
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: output.unicodeScalars.append(Unicode.Scalar(byte))
      case 32: output += "+"
      default: output += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }

  private static func unescape(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case 43: bytes.append(32)
      case 37:
        guard let high = rest.popFirst(), let low = rest.popFirst(), let first = digit(high), let second = digit(low)
        else { return nil }
        bytes.append(first << 4 | second)
      default: bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

extension FormBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of fields: their values may be tokens.
  public var description: String { "FormBody(\(fields.count) fields)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["fields": fields.count]) }
}
