#if LinuxClient
  import NIOCore
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// What a handshake offers, with the client's identity of the moment: asked for anew each time and set up again only
  /// when it changed.
  final class HandshakeContext: Sendable {
    /// What one handshake offers, and the certificates of the client in it; none without an identity.
    struct Offer: Sendable {
      let context: NIOSSLContext
      let certificates: [[UInt8]]
    }

    private struct Made {
      let identity: ClientIdentity?
      let context: NIOSSLContext

      var offer: Offer { Offer(context: context, certificates: identity?.certificates ?? []) }
    }

    private let requirement: NetworkRequirement
    private let protocols: [String]
    private let source: (any ClientIdentitySource)?
    private let made: Mutex<Made>

    /// - Throws: ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    init(
      _ requirement: NetworkRequirement, protocols: [String], identity source: (any ClientIdentitySource)?
    ) throws(NetworkError) {
      self.requirement = requirement
      self.protocols = protocols
      self.source = source
      do {
        let configuration = TLSConfiguration.client(requirement, protocols: protocols)
        made = Mutex(Made(identity: nil, context: try NIOSSLContext(configuration: configuration)))
      } catch { throw .secureChannelRefused }
    }

    /// Waits for the identity no longer than the exchange lives: a key's owner may have to be asked.
    /// - Throws: ``NetworkError/identity(_:)``, and why the exchange ended.
    func current(for exchange: Exchange, on loop: any EventLoop) async throws(NetworkError) -> Offer {
      guard source != nil else { return made.withLock { $0.offer } }
      let ready = loop.makePromise(of: Offer.self)
      ready.completeWithTask { try await self.current() }
      return try await exchange.value(of: ready)
    }

    /// - Throws: ``NetworkError/identity(_:)``: going on without the identity would hide that something is wrong.
    private func current() async throws(NetworkError) -> Offer {
      guard let source else { return made.withLock { $0.offer } }
      do {
        let identity = try await source.identity()
        if let offer = made.withLock({ $0.identity == identity ? $0.offer : nil }) { return offer }
        var configuration = TLSConfiguration.client(requirement, protocols: protocols)
        if let identity {
          configuration.certificateChain = try identity.certificates.map {
            .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
          }
          configuration.privateKey = .privateKey(try .key(of: identity))
        }
        let next = Made(identity: identity, context: try NIOSSLContext(configuration: configuration))
        made.withLock { $0 = next }
        return next.offer
      } catch let error as IdentityError {
        throw .identity(error)
      } catch {
        throw .identity(.malformedKey)
      }
    }
  }
#endif
