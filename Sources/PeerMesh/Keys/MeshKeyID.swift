/// Names a mesh key without saying anything about it: eight bytes derived from it under a label of their own.
///
/// It travels only inside links that are encrypted already, so outsiders cannot follow a mission by it.
public struct MeshKeyID: Sendable, Hashable, CustomStringConvertible {
  static let byteCount = 8
  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  public var description: String { String(number, radix: 16).leftPadded(to: 16) }
}

extension String {
  func leftPadded(to count: Int) -> String { String(repeating: "0", count: max(0, count - self.count)) + self }
}
