/// What the walk over one format's parts found.
struct ImageStructure {
  var width: Int
  var height: Int
  var frames = 1
  /// How many times a decoder has to go over the whole picture.
  var passes = 1
  /// Where the image ends and something else begins.
  var end: Int

  /// Takes in another picture of the same file.
  mutating func cover(_ otherWidth: Int, _ otherHeight: Int) {
    width = max(width, otherWidth)
    height = max(height, otherHeight)
  }
}

/// Reading numbers with a check of the bounds; the place of a refusal is the byte that was missing.
struct ImageBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(_ place: Int) throws(InputRefusal) -> Int {
    guard bytes.indices.contains(place) else { throw InputRefusal(.damagedImage, at: max(place, 0) + 1) }
    return Int(bytes[place])
  }

  func big(_ place: Int, _ count: Int) throws(InputRefusal) -> Int {
    var value = 0
    for offset in 0..<count { value = value << 8 | (try byte(place + offset)) }
    return value
  }

  func little(_ place: Int, _ count: Int) throws(InputRefusal) -> Int {
    var value = 0
    for offset in 0..<count { value |= (try byte(place + offset)) << (8 * offset) }
    return value
  }

  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  func damaged(_ place: Int) -> InputRefusal { InputRefusal(.damagedImage, at: place + 1) }
}
