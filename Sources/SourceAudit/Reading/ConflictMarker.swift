/// The lines that a version control system leaves where two changes met.
enum ConflictMarker {
  private static let width = 7

  static func begins(_ bytes: [UInt8], at start: Int) -> Bool {
    guard start == 0 || bytes[start - 1] == 10, start + width <= bytes.count else { return false }
    let mark = bytes[start]
    guard bytes[start..<start + width].allSatisfy({ $0 == mark }) else { return false }
    return start + width == bytes.count || [10, 13, 32].contains(bytes[start + width])
  }
}
