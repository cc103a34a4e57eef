/// The recursive descent below ``CBORReader``.
struct CBORScanner {
  private let bytes: [UInt8]
  private(set) var index = 0
  private var values = 0
  private let depthLimit: Int
  private let valueLimit: Int

  init(bytes: [UInt8], depthLimit: Int, valueLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.valueLimit = valueLimit
  }

  mutating func readNode(depth: Int) throws(InputError) -> CBORNode {
    let start = index
    values += 1
    guard values <= valueLimit else { throw .tooManyValues(limit: valueLimit) }
    guard index < bytes.count else { throw .malformedBinary(expected: "a CBOR value", offset: start) }
    let major = bytes[index] >> 5
    if major == 7 { return CBORNode(try readSimple(), at: start) }
    let argument = try readArgument()
    switch major {
    case 0: return CBORNode(.unsigned(argument), at: start)
    case 1: return CBORNode(.negative(argument), at: start)
    case 2: return CBORNode(.bytes(try take(argument, from: start)), at: start)
    case 3:
      guard let text = String(validating: try take(argument, from: start), as: UTF8.self) else {
        throw .malformedBinary(expected: "UTF-8", offset: start)
      }
      return CBORNode(.text(text), at: start)
    case 4, 5:
      guard depth < depthLimit else { throw .tooDeepBinary(limit: depthLimit, offset: start) }
      // Each value takes a byte at least: a larger count is a lie, and nothing is reserved for it.
      guard argument <= UInt64(bytes.count - index) else {
        throw .malformedBinary(expected: "as many values as announced", offset: start)
      }
      let value = try major == 4 ? readArray(Int(argument), depth) : readMap(Int(argument), depth)
      return CBORNode(value, at: start)
    default: throw .malformedBinary(expected: "a value without a tag", offset: start)
    }
  }

  private mutating func readArray(_ count: Int, _ depth: Int) throws(InputError) -> CBORValue {
    var nodes: [CBORNode] = []
    for _ in 0..<count { nodes.append(try readNode(depth: depth + 1)) }
    return .array(nodes)
  }

  private mutating func readMap(_ count: Int, _ depth: Int) throws(InputError) -> CBORValue {
    var members: [CBORMember] = []
    // Shortest heads and definite lengths: equal keys are equal bytes.
    var seen: Set<ArraySlice<UInt8>> = []
    for _ in 0..<count {
      let start = index
      let key = try readNode(depth: depth + 1)
      guard seen.insert(bytes[start..<index]).inserted else { throw .duplicateKey(offset: start) }
      members.append(CBORMember(key, try readNode(depth: depth + 1)))
    }
    return .map(members)
  }

  private mutating func readSimple() throws(InputError) -> CBORValue {
    let start = index
    index += 1
    switch bytes[start] {
    case 0xF4: return .bool(false)
    case 0xF5: return .bool(true)
    case 0xF6: return .null
    default: throw .malformedBinary(expected: "false, true or null", offset: start)
    }
  }

  /// The number in the head: below 24 in its first byte, else in the shortest of 1, 2, 4 or 8 bytes.
  private mutating func readArgument() throws(InputError) -> UInt64 {
    let start = index
    let short = bytes[index] & 31
    index += 1
    guard short >= 24 else { return UInt64(short) }
    guard short <= 27 else { throw .malformedBinary(expected: "a definite length", offset: start) }
    let width = 1 << Int(short - 24)
    guard bytes.count - index >= width else { throw .malformedBinary(expected: "a whole head", offset: start) }
    var argument: UInt64 = 0
    for byte in bytes[index..<index + width] { argument = argument << 8 | UInt64(byte) }
    index += width
    let least: UInt64 = width == 1 ? 24 : 1 << UInt64(width * 4)
    guard argument >= least else { throw .malformedBinary(expected: "the shortest head", offset: start) }
    return argument
  }

  private mutating func take(_ count: UInt64, from start: Int) throws(InputError) -> [UInt8] {
    guard count <= UInt64(bytes.count - index) else {
      throw .malformedBinary(expected: "as many bytes as announced", offset: start)
    }
    defer { index += Int(count) }
    return Array(bytes[index..<index + Int(count)])
  }
}
