/// Archives byte by byte, so that each field can lie.
struct ZipBuilder {
  struct File {
    var path: String
    var content: [UInt8]
    var headPath: String
    var method = 0
    var headMethod = 0
    var flags = 0
    var mode = 0x81A4
    var headSize: Int
    var directorySize: Int
    var headChecksum: UInt32
    var directoryChecksum: UInt32
    var headOffset: Int?
    /// Bytes between this file and the next.
    var behind: [UInt8] = []

    init(_ path: String, _ content: [UInt8]) {
      (self.path, headPath, self.content) = (path, path, content)
      (headSize, directorySize) = (content.count, content.count)
      headChecksum = ZipBuilder.checksum(content)
      directoryChecksum = headChecksum
      if path.hasSuffix("/") { mode = 0x41ED }
    }
  }

  var files: [File] = []
  var disk = 0
  var count: Int?
  var comment: [UInt8] = []

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let offset = file.headOffset ?? bytes.count
      let sizes = Self.four(file.content.count)
      bytes += [0x50, 0x4B, 3, 4, 20, 0] + Self.two(file.flags) + Self.two(file.headMethod) + [0, 0, 0, 0]
      bytes +=
        Self.four(Int(file.headChecksum)) + sizes + Self.four(file.headSize) + Self.two(file.headPath.utf8.count) + [
          0, 0,
        ]
      bytes += Array(file.headPath.utf8) + file.content + file.behind
      directory += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + Self.two(file.flags) + Self.two(file.method) + [0, 0, 0, 0]
      directory += Self.four(Int(file.directoryChecksum)) + sizes + Self.four(file.directorySize)
      directory += Self.two(file.path.utf8.count) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Self.two(file.mode)
      directory += Self.four(offset) + Array(file.path.utf8)
    }
    let number = Self.two(count ?? files.count)
    return bytes + directory + [0x50, 0x4B, 5, 6] + Self.two(disk) + Self.two(disk) + number + number
      + Self.four(directory.count) + Self.four(bytes.count) + Self.two(comment.count) + comment
  }

  private static func two(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
  private static func four(_ number: Int) -> [UInt8] { two(number & 0xFFFF) + two(number >> 16 & 0xFFFF) }

  /// Bit by bit, unlike the reader's table.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      for place in 0..<8 {
        let bit = (value ^ UInt32(byte >> UInt8(place))) & 1
        value = bit == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
      }
    }
    return ~value
  }
}
