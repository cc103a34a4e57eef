/// A canonical Huffman code, known by the length of each symbol's code. Source: RFC 1951, section 3.2.2.
struct HuffmanCode {
  /// Where the bits read so far lead.
  struct Walk {
    var length = 0
    var code = 0
    var first = 0
    var index = 0
  }

  enum Step { case symbol(Int), more, none }

  /// Codes up to so many bits are found at one look.
  static let quickBits = 9

  /// How many codes there are of each length.
  private var counts = Array(repeating: 0, count: 16)
  /// By length, then by number.
  private var symbols: [Int]
  /// By the next bits as they come, the first one lowest: symbol and length of a short code, 0 for all others.
  private var quick = Array(repeating: UInt16(0), count: 1 << quickBits)
  /// Whether every sequence of bits is a code.
  let isComplete: Bool

  var count: Int { symbols.count }

  /// - Throws: ``InputError/malformedBinary(expected:offset:)`` for more codes than there is room for.
  init(_ lengths: [Int], offset: Int) throws(InputError) {
    for length in lengths where length > 0 { counts[length] += 1 }
    var room = 1
    var place = 0
    var code = 0
    var places = Array(repeating: 0, count: 16)
    var codes = Array(repeating: 0, count: 16)
    for length in 1...15 {
      room = room * 2 - counts[length]
      guard room >= 0 else { throw .malformedBinary(expected: "a code that is not over-full", offset: offset) }
      (places[length], codes[length]) = (place, code)
      place += counts[length]
      code = (code + counts[length]) << 1
    }
    isComplete = room == 0
    symbols = Array(repeating: 0, count: place)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[length]] = symbol
      places[length] += 1
      if length <= Self.quickBits { note(symbol, length, codes[length]) }
      codes[length] += 1
    }
  }

  /// Whatever follows a short code, it leads to its symbol.
  private mutating func note(_ symbol: Int, _ length: Int, _ code: Int) {
    var reversed = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    for place in stride(from: reversed, to: 1 << Self.quickBits, by: 1 << length) {
      quick[place] = UInt16(symbol << 4 | length)
    }
  }

  /// The symbol that these bits begin with, and its length; a length of 0 for a longer code, or none.
  @inline(__always)
  func look(_ bits: UInt32) -> (symbol: Int, length: Int) {
    let entry = Int(quick[Int(bits & (1 << UInt32(Self.quickBits) - 1))])
    return (entry >> 4, entry & 15)
  }

  /// One bit further, the highest first.
  func step(_ walk: inout Walk, bit: Int) -> Step {
    walk.length += 1
    guard walk.length < 16 else { return .none }
    walk.code |= bit
    let count = counts[walk.length]
    if walk.code - count < walk.first { return .symbol(symbols[walk.index + walk.code - walk.first]) }
    walk.index += count
    walk.first = (walk.first + count) << 1
    walk.code <<= 1
    return .more
  }
}
