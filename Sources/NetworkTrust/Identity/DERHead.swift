/// Tag and length of a DER value that is written around others.
enum DERHead {
  static let sequence: UInt8 = 0x30

  static func bytes(_ tag: UInt8, _ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [tag, UInt8(count)] }
    var length: [UInt8] = []
    var rest = count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(length.count)] + length
  }

  static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { bytes(tag, content.count) + content }
}
