/// The blocks of a GIF up to its trailer. Source: CompuServe, Graphics Interchange Format, version 89a, sections 17 to 27.
enum GIFStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    var structure = ImageStructure(width: try reader.little(6, 2), height: try reader.little(8, 2), frames: 0, end: 0)
    guard structure.width > 0, structure.height > 0 else { throw reader.damaged(6) }
    var place = 13 + table(try reader.byte(10))
    while true {
      switch try reader.byte(place) {
      case 0x2C:
        let (left, top) = (try reader.little(place + 1, 2), try reader.little(place + 3, 2))
        let (width, height) = (try reader.little(place + 5, 2), try reader.little(place + 7, 2))
        guard width > 0, height > 0 else { throw reader.damaged(place) }
        // Frames that reach over the screen make some decoders enlarge it.
        structure.cover(left + width, top + height)
        structure.frames += 1
        place = try skip(reader, place + 11 + table(try reader.byte(place + 9)))
      case 0x21: place = try skip(reader, place + 2)
      case 0x3B:
        guard structure.frames > 0 else { throw reader.damaged(place) }
        structure.end = place + 1
        return structure
      default: throw reader.damaged(place)
      }
    }
  }

  private static func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

  /// Over blocks that begin with their length, the last of which is empty.
  private static func skip(_ reader: ImageBytes, _ start: Int) throws(InputRefusal) -> Int {
    var place = start
    while case let length = try reader.byte(place), length > 0 { place += 1 + length }
    return place + 1
  }
}
