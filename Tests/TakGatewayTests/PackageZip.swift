/// Packs files without compression.
enum PackageZip {
  static func bytes(_ files: [(path: String, content: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let offset = bytes.count
      let name = Array(file.path.utf8)
      let common =
        [20, 0, 0, 0, 0, 0, 0, 0, 0, 0] + four(Int(checksum(file.content))) + four(file.content.count)
        + four(file.content.count) + two(name.count) + [0, 0]
      bytes += [0x50, 0x4B, 3, 4] + common + name + file.content
      directory += [0x50, 0x4B, 1, 2, 20, 3] + common + [0, 0, 0, 0, 0, 0, 0, 0] + two(0x81A4) + four(offset) + name
    }
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + two(files.count) + two(files.count)
      + four(directory.count) + four(bytes.count) + [0, 0]
  }

  private static func two(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
  private static func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
