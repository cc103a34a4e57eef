#if Server && os(Linux) && LinuxClient
  import LinuxTransport
  import NIOCore
  import NIOPosix
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Asks a server for its certificates and goes away.
  enum ServerProbe {
    /// The presented certificates, DER, leaf first; nothing about them is verified. The handshake is broken off as soon as
    /// they are there, so that no byte of an application can be sent.
    ///
    /// - Parameter seconds: until the certificates must be there, looking up the name and connecting included.
    /// - Throws: ``NetworkError`` `nameNotResolved`, `unreachable`, `timeout` for a server that accepted the connection and is
    ///   not done, and why a handshake ended: `closed`, `secureChannelRefused`, `notTLS`, `oldTLS`, `untrusted`,
    ///   `malformedCertificate`.
    static func presented(by endpoint: Endpoint, within seconds: Int) async throws(NetworkError) -> [[UInt8]] {
      do {
        // As apps with the broad profile offer it: what the probe cannot talk to, none can.
        var requirement = NetworkRequirement()
        requirement.tlsProfile = .broad
        let configuration = TLSConfiguration.client(requirement, protocols: ["h2", "http/1.1"])
        let context = try NIOSSLContext(configuration: configuration)
        let name = endpoint.host.kind == .name ? endpoint.host.description : nil
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let found = loop.makePromise(of: [[UInt8]].self)
        let isConnected = Mutex(false)
        let deadline = loop.scheduleTask(in: .seconds(Int64(seconds))) {
          found.fail(isConnected.withLock { $0 } ? NetworkError.timeout : .unreachable(errno: ETIMEDOUT))
        }
        defer { deadline.cancel() }
        let connecting = ClientBootstrap(group: loop)
          // The deadline comes first.
          .connectTimeout(.seconds(Int64(seconds) + 60))
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              let handler = try NIOSSLClientHandler(
                context: context, serverHostname: name,
                customVerificationCallback: { presented, verdict in
                  found.completeWith(Result { try presented.map { try $0.toDERBytes() } })
                  verdict.succeed(.failed)
                })
              try channel.pipeline.syncOperations.addHandler(handler)
              try channel.pipeline.syncOperations.addHandler(ProbeEnd(found))
            }
          }
          .connect(host: endpoint.host.description, port: Int(endpoint.port))
        connecting.whenSuccess { _ in isConnected.withLock { $0 = true } }
        connecting.whenFailure { found.fail(NetworkError($0)) }
        return try await found.futureResult.get()
      } catch let error as NetworkError {
        throw error
      } catch {
        throw .secureChannelRefused
      }
    }

    /// Ends the wait when the connection ends without certificates.
    private final class ProbeEnd: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer
      private let found: EventLoopPromise<[[UInt8]]>

      init(_ found: EventLoopPromise<[[UInt8]]>) { self.found = found }

      func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that stood was no failure to reach the server.
        found.fail(error is IOError ? NetworkError.closed : NetworkError(error))
        context.close(promise: nil)
      }

      func channelInactive(context: ChannelHandlerContext) { found.fail(NetworkError.closed) }
    }
  }
#endif
