/// A PKCS#12 file that no password opens: its MAC is zeros, and finding that out takes so many rounds.
enum ClosedFile {
  static func bytes(rounds: Int) -> [UInt8] {
    let content = der(0x30, data, der(0xA0, der(0x04, der(0x30))))
    let digest = der(0x30, der(0x30, sha1, [0x05, 0x00]), der(0x04, [UInt8](repeating: 0, count: 20)))
    return der(0x30, integer(3), content, der(0x30, digest, der(0x04, [1, 2, 3, 4, 5, 6, 7, 8]), integer(rounds)))
  }

  private static let data = der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
  private static let sha1 = der(0x06, [0x2B, 0x0E, 0x03, 0x02, 0x1A])

  private static func integer(_ value: Int) -> [UInt8] {
    var bytes = withUnsafeBytes(of: Int64(value).bigEndian) { Array($0) }
    while bytes.count > 1, bytes[0] == 0, bytes[1] < 0x80 { bytes.removeFirst() }
    return der(0x02, bytes)
  }

  /// All that stands here is shorter than 128 bytes.
  private static func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap(\.self)
    return [tag, UInt8(content.count)] + content
  }
}
