public import PeerMesh
import Synchronization

/// Numbers the links of one node, so that links of several kinds never share an id.
public final class LinkNumbers: Sendable {
  private let last = Mutex<UInt64>(0)

  public init() {}

  public func next() -> LinkID {
    last.withLock { last in
      last += 1
      return LinkID(last)
    }
  }
}
