#if LinuxClient
  import Foundation
  import NIOCore
  import NIOPosix
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// Opens long-lived TLS streams to one server, on Linux.
  ///
  /// Claim: not one byte of the protocol leaves before ``TrustEvaluation`` holds for the server's certificates. See
  /// ``ByteStream`` for what an open stream does not say.
  ///
  /// Source: RFC 8446; TR-03161-1 O.Ntwk_1 to O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
  public final class PinnedStreamOpener: ByteStreamOpener {
    public let endpoint: Endpoint
    private let connector: SecureConnector
    private let requirement: NetworkRequirement
    private let opened = Mutex<[Opened]>([])

    private struct Opened {
      weak var stream: PinnedByteStream?
    }

    /// - Parameters:
    ///   - trust: judges the server at each handshake.
    ///   - requirement: its time for a request is the limit for opening a stream and for each write.
    ///   - identity: asked once for each stream; shown to a server that was judged and asks for it. With TLS 1.2 the
    ///     certificate, not the key, goes over the wire in the clear.
    ///   - failures: is told when the server's keys were not those expected; not where the TLS library ended the handshake
    ///     over certificates that it cannot read.
    ///   - judged: is told each decision, before anything of ours is sent; for who remembers a key at its first use.
    ///   - now: the time that certificates are judged at, asked once for each handshake.
    ///   - lookup: asked for the addresses of the endpoint's name; nil asks the system.
    /// - Throws: ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    public init(
      endpoint: Endpoint, trust: TrustEvaluation, requirement: NetworkRequirement = .init(),
      identity: (any ClientIdentitySource)? = nil, failures: (any PinFailureSink)? = nil,
      lookup: (any HostLookup)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil,
      now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      self.endpoint = endpoint
      self.requirement = requirement
      connector = try SecureConnector(
        endpoint: endpoint, trust: trust, requirement: requirement, protocols: [], identity: identity,
        failures: failures, lookup: lookup, judged: judged, now: now)
    }

    /// Judges every later stream by this. Open ones stay open, but for those whose server's key is withdrawn: they end
    /// with ``NetworkError/pinMismatch``.
    public func adopt(_ trust: TrustEvaluation) {
      connector.adopt(trust)
      // O.Ntwk_4#967
      for stream in opened.withLock({ $0.compactMap(\.stream) }) where trust.pinning.withdraws(stream.proof) {
        stream.end(.pinMismatch)
      }
    }

    /// Returns when what was reported so far is with its sink: a stream's own report is sent before ``open()`` ends.
    package func reportsDelivered() async { await connector.reportsDelivered() }

    public func open() async throws(NetworkError) -> any ByteStream {
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let exchange = Exchange(on: loop, requirement: requirement)
      defer { exchange.finish() }
      let limit = TimeAmount(requirement.requestTimeout)
      let result: Result<PinnedByteStream, NetworkError> = await withTaskCancellationHandler {
        do throws(NetworkError) {
          let stream = try await connector.connect(for: exchange, on: loop) { channel, handshake in
            try PinnedByteStream(on: channel, after: handshake, writeLimit: limit)
          }
          guard exchange.release() else { throw exchange.reason ?? .closed }
          opened.withLock { opened in
            opened.removeAll { $0.stream == nil }
            opened.append(Opened(stream: stream))
          }
          // What was adopted during the handshake did not judge it; what is adopted from here on finds it above.
          guard !connector.withdraws(stream.proof) else {
            stream.end(.pinMismatch)
            throw .pinMismatch
          }
          return .success(stream)
        } catch {
          return .failure(error)
        }
      } onCancel: {
        exchange.stop(.cancelled)
      }
      return try result.get()
    }
  }
#endif
