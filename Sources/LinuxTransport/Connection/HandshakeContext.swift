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
      /// How often everybody was forgotten before.
      var forgets = 0

      var offer: Offer { Offer(context: context, certificates: identity?.certificates ?? []) }
    }

    private let requirement: NetworkRequirement
    private let protocols: [String]
    private let source: (any ClientIdentitySource)?
    private let nobody: Made
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
        nobody = Made(identity: nil, context: try NIOSSLContext(configuration: configuration))
        made = Mutex(nobody)
      } catch { throw .secureChannelRefused }
    }

    /// Keeps no key of anybody until the next handshake asks for one.
    func forget() {
      made.withLock { made in
        let forgets = made.forgets + 1
        made = nobody
        made.forgets = forgets
      }
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
        let forgets = made.withLock { $0.forgets }
        let identity = try await source.identity()
        if let offer = made.withLock({ $0.identity == identity ? $0.offer : nil }) { return offer }
        var configuration = TLSConfiguration.client(requirement, protocols: protocols)
        if let identity {
          configuration.certificateChain = try identity.certificates.map {
            .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
          }
          configuration.privateKey = .privateKey(try .key(of: identity))
        }
        let next = Made(
          identity: identity, context: try NIOSSLContext(configuration: configuration), forgets: forgets)
        // Who was forgotten meanwhile is not kept by an answer that was on its way.
        made.withLock { if $0.forgets == forgets { $0 = next } }
        return next.offer
      } catch let error as IdentityError {
        throw .identity(error)
      } catch {
        throw .identity(.malformedKey)
      }
    }
  }
#endif
