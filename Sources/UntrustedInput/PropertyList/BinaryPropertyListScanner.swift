/// The walk below ``BinaryPropertyListReader``: from the top object down, each offset checked before it is followed.
struct BinaryPropertyListScanner {
  private static let trailerWidth = 32
  private static let place = TextPosition(line: 1, column: 1)

  private let bytes: [UInt8]
  private let limits: BinaryPropertyListReader
  private let referenceWidth: Int
  private let offsetWidth: Int
  private let count: Int
  private let top: Int
  private let table: Int
  private var values = 0
  /// Scalars by their row: a text that is referred to often is decoded once.
  private var scalars: [Int: PropertyListValue] = [:]

  init(_ bytes: [UInt8], limits: BinaryPropertyListReader) throws(InputError) {
    self.bytes = bytes
    self.limits = limits
    guard bytes.count >= 8 + Self.trailerWidth, bytes.starts(with: "bplist0".utf8) else {
      throw .malformedBinary(expected: "the head of a binary property list", offset: 0)
    }
    let trailer = bytes.count - Self.trailerWidth
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
      let count = Self.number(bytes, at: trailer + 8, width: 8),
      let top = Self.number(bytes, at: trailer + 16, width: 8),
      let table = Self.number(bytes, at: trailer + 24, width: 8), count > 0, top < count, table >= 8, table <= trailer,
      count <= (trailer - table) / offsetWidth
    else { throw .malformedBinary(expected: "a trailer that fits the file", offset: trailer) }
    self.count = count
    self.top = top
    self.table = table
  }

  mutating func readTop() throws(InputError) -> PropertyListNode { try node(top, depth: 0) }

  /// A big-endian number without sign; nil beyond 62 bits or outside of the file.
  private static func number(_ bytes: [UInt8], at start: Int, width: Int) -> Int? {
    guard width <= bytes.count, start >= 0, start <= bytes.count - width else { return nil }
    var value: UInt64 = 0
    for byte in bytes[start..<start + width] { value = value << 8 | UInt64(byte) }
    return value >> 62 == 0 ? Int(value) : nil
  }

  private mutating func node(_ row: Int, depth: Int) throws(InputError) -> PropertyListNode {
    values += 1
    guard values <= limits.maximumValues else { throw .tooManyValues(limit: limits.maximumValues) }
    if let known = scalars[row] { return PropertyListNode(known, at: Self.place) }
    guard row < count, let offset = Self.number(bytes, at: table + row * offsetWidth, width: offsetWidth),
      offset >= 8, offset < table
    else { throw .malformedBinary(expected: "a reference to an object", offset: table) }
    let kind = bytes[offset] >> 4
    guard kind >= 0xA, kind != 0xB else {
      let value = try scalar(at: offset)
      scalars[row] = value
      return PropertyListNode(value, at: Self.place)
    }
    guard depth < limits.maximumDepth else { throw .tooDeepBinary(limit: limits.maximumDepth, offset: offset) }
    let (length, start) = try length(at: offset)
    switch kind {
    case 0xA, 0xC:
      let rows = try references(length, at: start)
      var nodes: [PropertyListNode] = []
      for row in rows { nodes.append(try node(row, depth: depth + 1)) }
      return PropertyListNode(.array(nodes), at: Self.place)
    case 0xD:
      let keys = try references(length, at: start)
      let rows = try references(length, at: start + length * referenceWidth)
      var members: [PropertyListMember] = []
      var names: Set<String> = []
      for (key, row) in zip(keys, rows) {
        guard let name = try node(key, depth: depth + 1).string else {
          throw .malformedBinary(expected: "a text as a key", offset: offset)
        }
        guard names.insert(name).inserted else { throw .duplicateKey(offset: offset) }
        members.append(PropertyListMember(name, try node(row, depth: depth + 1), at: Self.place))
      }
      return PropertyListNode(.dictionary(members), at: Self.place)
    default: throw .malformedBinary(expected: "an object", offset: offset)
    }
  }

  /// The count in the low bits of the mark, or in an integer behind it; and where the content begins.
  private func length(at offset: Int) throws(InputError) -> (length: Int, start: Int) {
    let low = Int(bytes[offset] & 0xF)
    guard low == 0xF else { return (low, offset + 1) }
    guard offset + 1 < table, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0xF <= 3 else {
      throw .malformedBinary(expected: "a count", offset: offset + 1)
    }
    let width = 1 << Int(bytes[offset + 1] & 0xF)
    guard let length = Self.number(bytes, at: offset + 2, width: width), length <= bytes.count else {
      throw .malformedBinary(expected: "a count that fits the file", offset: offset + 1)
    }
    return (length, offset + 2 + width)
  }

  private func references(_ length: Int, at start: Int) throws(InputError) -> [Int] {
    guard start <= table, length <= (table - start) / referenceWidth else {
      throw .malformedBinary(expected: "references inside the file", offset: start)
    }
    var rows: [Int] = []
    rows.reserveCapacity(length)
    for index in 0..<length {
      guard let row = Self.number(bytes, at: start + index * referenceWidth, width: referenceWidth), row < count else {
        throw .malformedBinary(expected: "a reference to an object", offset: start)
      }
      rows.append(row)
    }
    return rows
  }

  private func scalar(at offset: Int) throws(InputError) -> PropertyListValue {
    let low = Int(bytes[offset] & 0xF)
    switch bytes[offset] >> 4 {
    case 0 where low == 8 || low == 9: return .boolean(low == 9)
    case 1 where low <= 4: return .integer(try integer(at: offset + 1, width: 1 << low))
    case 2 where low == 2:
      let bits = try content(4, at: offset + 1).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return .real(Double(Float(bitPattern: bits)))
    case 2 where low == 3: return .real(try double(at: offset + 1))
    case 3 where low == 3: return .date(try PropertyListDate.text(secondsSince2001: double(at: offset + 1), offset))
    case 4:
      let (length, start) = try length(at: offset)
      return .data(Array(try content(length, at: start)))
    case 5, 7:
      let (length, start) = try length(at: offset)
      guard let text = String(validating: try content(length, at: start), as: UTF8.self) else {
        throw .malformedBinary(expected: "a text", offset: start)
      }
      return .string(text)
    case 6:
      let (length, start) = try length(at: offset)
      let pairs = Array(try content(length * 2, at: start))
      let units = stride(from: 0, to: pairs.count, by: 2).map { UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1]) }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw .malformedBinary(expected: "a text of UTF-16", offset: start)
      }
      return .string(text)
    case 8: return .integer(try integer(at: offset + 1, width: low + 1))
    default: throw .malformedBinary(expected: "a value of a property list", offset: offset)
    }
  }

  private func content(_ length: Int, at start: Int) throws(InputError) -> ArraySlice<UInt8> {
    guard start <= table, length <= table - start else {
      throw .malformedBinary(expected: "a value inside the file", offset: start)
    }
    return bytes[start..<start + length]
  }

  /// One, two and four bytes have no sign; eight have; of sixteen the lower eight count.
  private func integer(at start: Int, width: Int) throws(InputError) -> Int64 {
    let bits = try content(width, at: start).suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int64(bitPattern: bits)
  }

  private func double(at start: Int) throws(InputError) -> Double {
    Double(bitPattern: try content(8, at: start).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
