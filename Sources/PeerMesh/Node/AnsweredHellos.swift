/// The last hellos that were answered: each is answered once, so recordings of old ones cost a comparison.
struct AnsweredHellos {
  private static let limit = 128
  private var ids: [[UInt8]] = []

  func contains(_ id: [UInt8]) -> Bool { ids.contains(id) }

  /// Only after the hello's tag was right: else somebody on the way could spend it first.
  mutating func note(_ id: [UInt8]) {
    if ids.count >= Self.limit { ids.removeFirst() }
    ids.append(id)
  }
}
