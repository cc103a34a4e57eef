/// The boxes of a HEIC or AVIF file as far as they say how large its pictures are.
///
/// Every `ispe` of the file counts, the largest wins: which item a decoder takes is its own affair. So do the samples of
/// every track of a sequence; a sequence in fragments tells no number and is refused, as is one without an `ispe`.
/// Source: ISO/IEC 14496-12, sections 4.2, 8.7.3 and 8.11, 12.1.3; ISO/IEC 23008-12, section 6.5.3.
enum HEIFStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    var structure = ImageStructure(width: 0, height: 0, end: 0)
    var place = 0
    var hasData = false
    // Bytes that form no box stand behind the image; a known box that is cut does not.
    while place < reader.count {
      guard let box = box(reader, place, reader.count) else {
        guard !isKnown(reader, place + 4) else { throw reader.damaged(place) }
        break
      }
      if reader.has("mdat", at: place + 4) { hasData = true }
      guard !reader.has("moof", at: place + 4) else { throw reader.damaged(place) }
      if reader.has("moov", at: place + 4) { try coverTracks(reader, box.content, box.end, &structure) }
      if reader.has("meta", at: place + 4) {
        // A full box has a version before its content.
        try visit(reader, box.content + 4, box.end, ["iprp", "idat"]) { place, content, end throws(InputRefusal) in
          if reader.has("idat", at: place + 4) {
            hasData = true
            return
          }
          try visit(reader, content, end, ["ipco"]) { place, content, end throws(InputRefusal) in
            try visit(reader, content, end, ["ispe"]) { place, content, end throws(InputRefusal) in
              guard end - content >= 12 else { throw reader.damaged(place) }
              structure.cover(try reader.big(content + 4, 4), try reader.big(content + 8, 4))
            }
          }
        }
      }
      place = box.end
    }
    structure.end = place
    guard structure.width > 0, hasData else { throw reader.damaged(place) }
    return structure
  }

  private static let pathToSamples: [StaticString] = ["trak", "mdia", "minf", "stbl"]

  /// Down the one path that leads to the tables of samples: how many there are, and how large they say they are.
  private static func coverTracks(
    _ reader: ImageBytes, _ start: Int, _ end: Int, level: Int = 0, _ structure: inout ImageStructure
  ) throws(InputRefusal) {
    guard level == pathToSamples.count else {
      return try visit(reader, start, end, [pathToSamples[level]]) { _, content, end throws(InputRefusal) in
        try coverTracks(reader, content, end, level: level + 1, &structure)
      }
    }
    try visit(reader, start, end, ["stsz", "stz2"]) { place, content, end throws(InputRefusal) in
      guard end - content >= 12 else { throw reader.damaged(place) }
      structure.frames = max(structure.frames, try reader.big(content + 8, 4))
    }
    try visit(reader, start, end, ["stsd"]) { _, content, end throws(InputRefusal) in
      // Version and count, then the entries, of which a visual one has its size in the bytes 24 to 27.
      try visit(reader, content + 8, end, nil) { _, content, end throws(InputRefusal) in
        guard end - content >= 28 else { return }
        structure.cover(try reader.big(content + 24, 2), try reader.big(content + 26, 2))
      }
    }
  }

  /// - Parameter names: of the boxes to visit; nil for all.
  private static func visit(
    _ reader: ImageBytes, _ start: Int, _ end: Int, _ names: [StaticString]?,
    _ body: (Int, Int, Int) throws(InputRefusal) -> Void
  ) throws(InputRefusal) {
    var place = start
    while place < end {
      guard let box = box(reader, place, end) else { throw reader.damaged(place) }
      if names?.contains(where: { reader.has($0, at: place + 4) }) ?? true { try body(place, box.content, box.end) }
      place = box.end
    }
  }

  /// Where the content of a box begins and ends; nil when no whole box stands here.
  private static func box(_ reader: ImageBytes, _ place: Int, _ limit: Int) -> (content: Int, end: Int)? {
    guard place + 8 <= limit, let short = try? reader.big(place, 4), isName(reader, place + 4) else { return nil }
    var (content, size) = (place + 8, short)
    if short == 1 {
      guard let high = try? reader.big(place + 8, 4), let low = try? reader.big(place + 12, 4), high == 0 else {
        return nil
      }
      (content, size) = (place + 16, low)
    } else if short == 0 {
      size = limit - place
    }
    guard size >= content - place, size <= limit - place else { return nil }
    return (content, place + size)
  }

  private static func isKnown(_ reader: ImageBytes, _ place: Int) -> Bool {
    let names: [StaticString] = ["ftyp", "meta", "mdat", "moov", "moof", "free", "skip", "uuid"]
    return names.contains { reader.has($0, at: place) }
  }

  private static func isName(_ reader: ImageBytes, _ place: Int) -> Bool {
    (place..<place + 4).allSatisfy { reader.bytes.indices.contains($0) && (0x20...0x7E).contains(reader.bytes[$0]) }
  }
}
