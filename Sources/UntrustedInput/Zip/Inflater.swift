/// Unpacks deflated bytes up to a limit.
///
/// No more than the limit is ever kept; codes that are over-full or that nobody could have written, distances before the first
/// byte and bytes behind the last block are refused. Written here, so that an app needs no C library to open a package;
/// what it gives is compared with zlib's.
/// Source: RFC 1951.
struct Inflater {
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private let packed: ArraySlice<UInt8>
  private let maximumBytes: Int
  private var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var unpacked: [UInt8] = []

  init(_ packed: ArraySlice<UInt8>, maximumBytes: Int) {
    self.packed = packed
    self.maximumBytes = maximumBytes
    index = packed.startIndex
  }

  /// - Throws: ``InputError`` `tooLarge` or `malformedBinary`.
  mutating func content() throws(InputError) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1: try block(literals: Self.fixedLiterals(offset: index), distances: Self.fixedDistances(offset: index))
      case 2: try dynamic()
      default: throw refusal("a kind of block")
      }
    }
    giveBack()
    guard index == packed.endIndex else { throw refusal("nothing behind the last block") }
    return unpacked
  }

  private mutating func stored() throws(InputError) {
    giveBack()
    let length = try take(16)
    guard try take(16) == ~length & 0xFFFF else { throw refusal("a length and its complement") }
    giveBack()
    guard packed.endIndex - index >= length else { throw refusal("the bytes of a stored block") }
    guard maximumBytes - unpacked.count >= length else { throw .tooLarge(limit: maximumBytes) }
    unpacked += packed[index..<index + length]
    index += length
  }

  private mutating func dynamic() throws(InputError) {
    let (literalCount, distanceCount, codeCount) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    guard literalCount <= 286, distanceCount <= 30 else { throw refusal("numbers of codes that exist") }
    var codeLengths = Array(repeating: 0, count: 19)
    for place in Self.codeOrder.prefix(codeCount) { codeLengths[place] = try take(3) }
    let codes = try HuffmanCode(codeLengths, offset: index)
    guard codes.isComplete else { throw refusal("a complete code of lengths") }
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(of: codes)
      switch symbol {
      case 0..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw refusal("a length to repeat") }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      default: lengths += Array(repeating: 0, count: try take(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] != 0 else {
      throw refusal("as many lengths as codes")
    }
    let literals = try HuffmanCode(Array(lengths[..<literalCount]), offset: index)
    let distances = try HuffmanCode(Array(lengths[literalCount...]), offset: index)
    // An incomplete code is written only where there is one symbol.
    guard literals.isComplete || literals.count == 1, distances.isComplete || distances.count <= 1 else {
      throw refusal("complete codes")
    }
    try block(literals: literals, distances: distances)
  }

  private mutating func block(literals: HuffmanCode, distances: HuffmanCode) throws(InputError) {
    while true {
      let symbol = try symbol(of: literals)
      if symbol < 256 {
        guard unpacked.count < maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        unpacked.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw refusal("a length that exists") }
      let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let distanceSymbol = try self.symbol(of: distances)
      guard distanceSymbol < 30 else { throw refusal("a distance that exists") }
      let distance = Self.distanceBases[distanceSymbol] + (try take(max(0, distanceSymbol / 2 - 1)))
      guard distance <= unpacked.count else { throw refusal("a distance into what was unpacked") }
      guard maximumBytes - unpacked.count >= length else { throw .tooLarge(limit: maximumBytes) }
      for _ in 0..<length { unpacked.append(unpacked[unpacked.count - distance]) }
    }
  }

  /// Whole bytes that were read ahead; what is left of the current one goes.
  private mutating func giveBack() {
    index -= bitCount / 8
    (bits, bitCount) = (0, 0)
  }

  private mutating func symbol(of code: HuffmanCode) throws(InputError) -> Int {
    while bitCount <= 16, index < packed.endIndex {
      bits |= UInt32(packed[index]) << UInt32(bitCount)
      index += 1
      bitCount += 8
    }
    let (symbol, length) = code.look(bits)
    if length > 0, length <= bitCount {
      bits >>= UInt32(length)
      bitCount -= length
      return symbol
    }
    var walk = HuffmanCode.Walk()
    while true {
      switch code.step(&walk, bit: try take(1)) {
      case .symbol(let symbol): return symbol
      case .more: continue
      case .none: throw refusal("a code that exists")
      }
    }
  }

  /// At most 16 bits, the lowest first.
  private mutating func take(_ count: Int) throws(InputError) -> Int {
    while bitCount < count {
      guard index < packed.endIndex else { throw refusal("more bits") }
      bits |= UInt32(packed[index]) << UInt32(bitCount)
      index += 1
      bitCount += 8
    }
    let value = Int(bits & (1 << UInt32(count) - 1))
    bits >>= UInt32(count)
    bitCount -= count
    return value
  }

  private func refusal(_ expected: String) -> InputError { .malformedBinary(expected: expected, offset: index) }

  private static func fixedLiterals(offset: Int) throws(InputError) -> HuffmanCode {
    let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    return try HuffmanCode(lengths, offset: offset)
  }

  private static func fixedDistances(offset: Int) throws(InputError) -> HuffmanCode {
    try HuffmanCode(Array(repeating: 5, count: 32), offset: offset)
  }
}
