/// The segments of a JPEG, from the first marker to the end of the image. Source: ITU-T T.81, annex B.
enum JPEGStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    var size: (width: Int, height: Int)?
    var scans = 0
    var place = 2
    while true {
      guard try reader.byte(place) == 0xFF else { throw reader.damaged(place) }
      // Any number of fill bytes may stand before a marker.
      while try reader.byte(place + 1) == 0xFF { place += 1 }
      let marker = try reader.byte(place + 1)
      switch marker {
      case 0xD9:
        guard let size, scans > 0 else { throw reader.damaged(place) }
        return ImageStructure(width: size.width, height: size.height, passes: scans, end: place + 2)
      case 0xD0...0xD7, 0x01, 0x00, 0xD8: throw reader.damaged(place)
      default: break
      }
      let length = try reader.big(place + 2, 2)
      guard length >= 2, place + 2 + length <= reader.count else { throw reader.damaged(place) }
      if isFrame(marker) {
        // A height of zero would follow behind the first scan, and no decoder that we know reads it.
        guard size == nil, length >= 8, try reader.big(place + 5, 2) > 0 else { throw reader.damaged(place) }
        size = (try reader.big(place + 7, 2), try reader.big(place + 5, 2))
      }
      place += 2 + length
      if marker == 0xDA {
        guard size != nil else { throw reader.damaged(place) }
        scans += 1
        place = try endOfScan(bytes, from: place)
      }
    }
  }

  /// Frames of all codings; C4, C8 and CC are no frames.
  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The first marker that is no stuffed byte and no restart.
  private static func endOfScan(_ bytes: [UInt8], from start: Int) throws(InputRefusal) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF,
        !(0xD0...0xD7).contains(bytes[place + 1])
      {
        return place
      }
      place += 1
    }
    throw InputRefusal(.damagedImage, at: bytes.count + 1)
  }
}
