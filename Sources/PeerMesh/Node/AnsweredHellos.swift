/// The last hellos that were answered: each is answered once, so recordings of old ones cost a comparison.
struct AnsweredHellos {
  private static let limit = 4096
  private var ids: Set<[UInt8]> = []
  private var order: [[UInt8]] = []
  private var oldest = 0

  func contains(_ id: [UInt8]) -> Bool { ids.contains(id) }

  /// Only after the hello's tag was right: else somebody on the way could spend it first.
  mutating func note(_ id: [UInt8]) {
    guard ids.insert(id).inserted else { return }
    guard order.count >= Self.limit else { return order.append(id) }
    ids.remove(order[oldest])
    order[oldest] = id
    oldest = (oldest + 1) % Self.limit
  }
}
