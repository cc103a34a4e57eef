/// Writes the DER that the tests need.
package enum DERWriter {
  package static func value(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
    guard content.count >= 0x80 else { return tag + [UInt8(content.count)] + content }
    guard content.count >= 0x100 else { return tag + [0x81, UInt8(content.count)] + content }
    return tag + [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }

  package static func sequence(_ parts: [UInt8]...) -> [UInt8] { value([0x30], Array(parts.joined())) }
  package static func set(_ parts: [UInt8]...) -> [UInt8] { value([0x31], Array(parts.joined())) }
  package static func octets(_ bytes: [UInt8]) -> [UInt8] { value([0x04], bytes) }
  package static func bits(_ bytes: [UInt8]) -> [UInt8] { value([0x03], [0] + bytes) }
  package static func text(_ text: String) -> [UInt8] { value([0x0C], Array(text.utf8)) }
  package static func name(_ oid: [UInt8]) -> [UInt8] { value([0x06], oid) }
  package static func boolean(_ byte: UInt8 = 0xFF) -> [UInt8] { [0x01, 1, byte] }
  package static func time(_ text: String) -> [UInt8] { value([0x18], Array(text.utf8)) }
  package static let null: [UInt8] = [0x05, 0]

  package static func integer(_ number: Int64, tag: UInt8 = 0x02) -> [UInt8] {
    var bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    while bytes.count > 1, bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xFF && bytes[1] >= 0x80 {
      bytes.removeFirst()
    }
    return value([tag], bytes)
  }

  /// Explicitly tagged by the context.
  package static func context(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    if number < 31 { return value([0xA0 | UInt8(number)], content) }
    if number < 128 { return value([0xBF, UInt8(number)], content) }
    return value([0xBF, 0x80 | UInt8(number >> 7), UInt8(number & 0x7F)], content)
  }

  /// The content, with an indefinite length.
  package static func indefinite(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    [tag, 0x80] + Array(parts.joined()) + [0, 0]
  }
}
