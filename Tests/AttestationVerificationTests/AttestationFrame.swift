/// The bytes of an App Attest object that say where everything else lies: all of its CBOR but the contents of certificates
/// and receipt, and of these the head of each BER element.
struct AttestationFrame {
  private let bytes: [UInt8]
  private(set) var places: Set<Int> = []

  init(_ object: [UInt8]) {
    bytes = object
    var index = 0
    while index < bytes.count {
      // A byte string of CBOR with a length of two bytes, in it a SEQUENCE.
      guard index + 3 < bytes.count, bytes[index] == 0x59, bytes[index + 3] == 0x30 else {
        places.insert(index)
        index += 1
        continue
      }
      places.formUnion(index..<index + 3)
      let (start, length) = (index + 3, Int(bytes[index + 1]) << 8 | Int(bytes[index + 2]))
      index = min(start + length, bytes.count)
      _ = walk(start, index)
    }
  }

  /// Elements without a length end with two zeros: Apple's receipts have such.
  ///
  /// - Returns: where the elements end.
  private mutating func walk(_ start: Int, _ end: Int, isOpen: Bool = false) -> Int {
    var index = start
    while index + 1 < end {
      let (head, tag, first) = (index, bytes[index], bytes[index + 1])
      index += 2
      var length = Int(first)
      if first > 0x80 {
        let digits = min(Int(first & 0x7F), end - index)
        length = bytes[index..<index + digits].reduce(0) { $0 << 8 | Int($1) }
        index += digits
      }
      places.formUnion(head..<index)
      if isOpen, tag == 0, first == 0 { return index }
      if first == 0x80 {
        index = walk(index, end, isOpen: true)
        continue
      }
      guard length <= end - index else { return end }
      if tag & 0x20 != 0 { _ = walk(index, index + length) }
      index += length
    }
    return end
  }
}
