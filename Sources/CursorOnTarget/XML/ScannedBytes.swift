/// Parts of the bytes that a scanner went over.
extension [UInt8] {
  func string(_ part: Range<Int>) -> String {
    withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[part]), as: UTF8.self) }
  }

  /// Whether this part says the same.
  @inline(__always)
  func says(_ text: StaticString, at part: Range<Int>) -> Bool {
    guard part.count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<part.count where self[part.lowerBound + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Whether both parts say the same.
  func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    let distance = right.lowerBound - left.lowerBound
    for place in left where self[place] != self[place + distance] { return false }
    return true
  }
}
