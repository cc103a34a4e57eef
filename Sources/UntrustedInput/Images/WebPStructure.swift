/// The chunks of a WebP. Source: RFC 9649, section 2; RFC 6386, section 9.1 (VP8).
enum WebPStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    let end = 8 + (try reader.little(4, 4))
    guard end <= reader.count, end >= 20 else { throw reader.damaged(4) }
    var canvas: (width: Int, height: Int)?
    var structure = ImageStructure(width: 0, height: 0, frames: 0, end: end)
    var place = 12
    while place + 8 <= end {
      let length = try reader.little(place + 4, 4)
      let content = place + 8
      guard content + length <= end else { throw reader.damaged(place) }
      if reader.has("VP8X", at: place) {
        guard place == 12, length >= 10 else { throw reader.damaged(place) }
        canvas = (try reader.little(content + 4, 3) + 1, try reader.little(content + 7, 3) + 1)
      } else if reader.has("ANMF", at: place) {
        guard canvas != nil, length >= 24 else { throw reader.damaged(place) }
        // The place of a frame is given in pairs of pixels.
        structure.cover(
          2 * (try reader.little(content, 3)) + (try reader.little(content + 6, 3)) + 1,
          2 * (try reader.little(content + 3, 3)) + (try reader.little(content + 9, 3)) + 1)
        try coverPictures(reader, content + 16, content + length, &structure)
        structure.frames += 1
      } else if let size = try picture(reader, place, length) {
        structure.cover(size.width, size.height)
        structure.frames += 1
      }
      place = content + length + length % 2
    }
    guard structure.frames > 0 else { throw reader.damaged(12) }
    // A picture larger than its canvas is made to be decoded by who has only looked at the canvas.
    if let canvas {
      guard structure.width <= canvas.width, structure.height <= canvas.height else { throw reader.damaged(12) }
      structure.cover(canvas.width, canvas.height)
    }
    return structure
  }

  private static func coverPictures(_ reader: ImageBytes, _ start: Int, _ end: Int, _ structure: inout ImageStructure)
    throws(InputRefusal)
  {
    var place = start
    var found = 0
    while place + 8 <= end {
      let length = try reader.little(place + 4, 4)
      guard place + 8 + length <= end else { throw reader.damaged(place) }
      if let size = try picture(reader, place, length) {
        structure.cover(size.width, size.height)
        found += 1
      }
      place += 8 + length + length % 2
    }
    guard found == 1 else { throw reader.damaged(start) }
  }

  /// Nil for a chunk that holds no picture.
  private static func picture(_ reader: ImageBytes, _ place: Int, _ length: Int) throws(InputRefusal) -> (
    width: Int, height: Int
  )? {
    let content = place + 8
    if reader.has("VP8 ", at: place) {
      guard length >= 10, try reader.byte(content) & 1 == 0, try reader.big(content + 3, 3) == 0x9D012A else {
        throw reader.damaged(place)
      }
      return (try reader.little(content + 6, 2) & 0x3FFF, try reader.little(content + 8, 2) & 0x3FFF)
    }
    guard reader.has("VP8L", at: place) else { return nil }
    guard length >= 5, try reader.byte(content) == 0x2F else { throw reader.damaged(place) }
    let bits = try reader.little(content + 1, 4)
    return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
  }
}
