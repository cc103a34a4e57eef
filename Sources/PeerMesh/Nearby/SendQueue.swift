/// Datagrams that wait until somebody takes them: bounded in number and bytes; what is beyond is lost, as on any link.
package struct SendQueue: Sendable {
  package static let (countLimit, byteLimit) = (4096, 128 * 1024)
  private let byteLimit: Int
  private var waiting: [[UInt8]] = []
  private var start = 0
  package private(set) var byteCount = 0

  package init(byteLimit: Int = Self.byteLimit) { self.byteLimit = byteLimit }

  package var count: Int { waiting.count - start }
  package var first: [UInt8]? { start < waiting.count ? waiting[start] : nil }

  /// False when it is lost.
  @discardableResult
  package mutating func add(_ datagram: [UInt8]) -> Bool {
    guard count < Self.countLimit, byteCount + datagram.count <= byteLimit else { return false }
    waiting.append(datagram)
    byteCount += datagram.count
    return true
  }

  package mutating func removeFirst() {
    guard let first else { return }
    byteCount -= first.count
    waiting[start] = []
    start += 1
    if start == Self.countLimit || start == waiting.count {
      waiting.removeFirst(start)
      start = 0
    }
  }

  package mutating func removeAll() { self = SendQueue(byteLimit: byteLimit) }
}
