/// One connection to one neighbour that carries datagrams, maybe lost, doubled or out of order: the seam to Bluetooth,
/// to sockets, to memory. It proves nothing and hides nothing; ``MeshMachine`` does both on top.
public protocol Link: Sendable {
  /// What this link is; its MTU is that of this moment.
  var description: LinkDescription { get }

  /// Datagrams that came in; ends when the link is gone.
  var datagrams: AsyncStream<[UInt8]> { get }

  /// Hands over one datagram of at most the MTU; returning says nothing about its arrival.
  ///
  /// - Throws: ``MeshError/linkClosed``, ``MeshError/tooLarge(limit:)``.
  func send(_ datagram: [UInt8]) async throws(MeshError)

  /// The other side has proven the mission's key: from now on this link makes room for no stranger's.
  func proved()

  /// Ends the link; closing twice is no error.
  func close() async
}

extension Link {
  /// Does nothing: for links that make room for nobody.
  public func proved() {}
}
