/// The chunks of a PNG, from the header to `IEND`. Source: W3C PNG third edition, sections 5 and 11.
enum PNGStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    guard try reader.big(8, 4) == 13, reader.has("IHDR", at: 12) else { throw reader.damaged(8) }
    let (width, height) = (try reader.big(16, 4), try reader.big(20, 4))
    let (depth, color) = (try reader.byte(24), try reader.byte(25))
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    let (compression, filter, interlace) = (try reader.byte(26), try reader.byte(27), try reader.byte(28))
    guard width < 1 << 31, height < 1 << 31, depths[color]?.contains(depth) == true, compression == 0, filter == 0,
      interlace < 2, try reader.big(29, 4) == Int(checksum(bytes[12..<29]))
    else { throw reader.damaged(16) }
    var structure = ImageStructure(width: width, height: height, end: 0)
    var place = 33
    var hasData = false
    var controls = 0
    while true {
      let length = try reader.big(place, 4)
      let end = place + 12 + length
      guard length < 1 << 31, end <= reader.count, !reader.has("IHDR", at: place + 4) else {
        throw reader.damaged(place)
      }
      if reader.has("IDAT", at: place + 4) { hasData = true }
      if reader.has("acTL", at: place + 4) { structure.frames = max(try reader.big(place + 8, 4), structure.frames) }
      if reader.has("fcTL", at: place + 4) {
        // Counted, whatever `acTL` says: each costs a decoder a frame.
        controls += 1
        // A frame never reaches over the canvas.
        guard length == 26, try reader.big(place + 12, 4) + reader.big(place + 20, 4) <= width,
          try reader.big(place + 16, 4) + reader.big(place + 24, 4) <= height
        else { throw reader.damaged(place) }
      }
      if reader.has("IEND", at: place + 4) {
        guard length == 0, hasData else { throw reader.damaged(place) }
        structure.end = end
        structure.frames = max(structure.frames, controls)
        return structure
      }
      place = end
    }
  }

  /// CRC-32 of type and content.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
