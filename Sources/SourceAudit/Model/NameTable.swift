/// Each name and text of a file once, by its bytes. Row 0 is the empty text.
///
/// Looking a text up is what front ends and rules do most, so the table hashes bytes by itself, eight at a time, under a
/// seed of the process: texts that an attacker chose do not all meet in one slot.
struct NameTable: Sendable {
  private(set) var texts: [String] = [""]
  /// Rows by hash, open addressing; 0 for nothing. A power of two, at most half full.
  private var slots: [UInt32]

  /// The standard library's own seed, which differs in each process.
  private static let seed = UInt64(bitPattern: Int64(Hasher().finalize())) | 1

  init(capacity: Int = 64) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    texts.reserveCapacity(capacity + 1)
  }

  var count: Int { texts.count }

  subscript(id: NameID) -> String { texts[Int(id.raw)] }

  /// The row of a text; a new one for a new text.
  mutating func intern(_ text: String) -> NameID {
    if text.isEmpty { return .none }
    let slot = slot(of: text)
    if slots[slot] != 0 { return NameID(raw: slots[slot]) }
    let row = NameID(raw: UInt32(texts.count))
    texts.append(text)
    slots[slot] = row.raw
    if texts.count * 2 > slots.count { grow() }
    return row
  }

  func row(of text: String) -> NameID? {
    if text.isEmpty { return NameID.none }
    let row = slots[slot(of: text)]
    return row == 0 ? nil : NameID(raw: row)
  }

  /// Without the room to grow that reading needed.
  mutating func fit() {
    if texts.capacity > texts.count + texts.count / 8 { texts = texts.withUnsafeBufferPointer { Array($0) } }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for row in texts.indices.dropFirst() {
      var slot = Self.hash(texts[row]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(row)
    }
  }

  /// Where the text is, or the free slot where it belongs.
  private func slot(of text: String) -> Int {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] != 0, !Self.isSame(texts[Int(slots[slot])], text) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// The same bytes: two ways to write one character are two names, as they are in the source.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let answer = left.utf8.withContiguousStorageIfAvailable { one in
      right.utf8.withContiguousStorageIfAvailable { other in
        isSame(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other))
      }
    }
    return answer.flatMap { $0 } ?? left.utf8.elementsEqual(right.utf8)
  }

  private static func isSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 8 <= left.count {
      let one = left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard one == right.loadUnaligned(fromByteOffset: place, as: UInt64.self) else { return false }
      place += 8
    }
    while place < left.count {
      guard left[place] == right[place] else { return false }
      place += 1
    }
    return true
  }

  private static func hash(_ text: String) -> Int {
    if let hash = text.utf8.withContiguousStorageIfAvailable({ hash(UnsafeRawBufferPointer($0)) }) { return hash }
    return Array(text.utf8).withUnsafeBytes { hash($0) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var state = seed ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      state = mix(state ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    return Int(truncatingIfNeeded: mix(state ^ rest) >> 1)
  }

  /// Both halves of a product, folded: each bit of the input reaches the low bits.
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: seed)
    return product.high ^ product.low ^ value >> 32
  }
}
