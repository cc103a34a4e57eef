import Dispatch
public import Foundation
import Network
public import NetworkTrust
import Security
public import SecurityPolicy

/// Opens TLS streams to one server over Network.framework, judged like ``URLSessionTransport``.
///
/// Claim: the verdict of the system and of ``NetworkTrust/TrustEvaluation`` falls inside the handshake, before a byte of the app
/// and before a certificate of the client. No resumed session, TLS at least of the policy's version, and of the suites of
/// TLS 1.2 only those of the policy's profile.
///
/// Not protected: groups and signatures, which are the system's, and so may be the suites of TLS 1.3. That no proxy is used is a
/// preference that a system with no other way out may overrule; a proxy sees no more than the network does. What was
/// opened goes on as whom it was opened for, whatever becomes of the identity: close it at a logout.
///
/// Source: Apple, "Creating an identity for local network TLS", `sec_protocol_options_set_verify_block`; TR-03161-1
/// O.Ntwk_1 to O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
public struct NetworkStreamOpener: ByteStreamOpener {
  public let endpoint: Endpoint
  private let opened: OpenedStreams
  private let anchors: TrustAnchors
  private let name: ServerNameRule
  private let requirement: NetworkRequirement
  private let identity: KeychainIdentity?
  private let notice: FailureNotice
  private let now: @Sendable () -> Date

  /// The parameters are those of ``URLSessionTransport``.
  /// - Throws: ``NetworkTrust/NetworkError/malformedCertificate``, ``NetworkTrust/NetworkError/untrusted(_:)``.
  public init(
    endpoint: Endpoint, anchors: TrustAnchors, pinning: PinPolicy, name: ServerNameRule = .dialled,
    requirement: NetworkRequirement = .init(), identity: KeychainIdentity? = nil,
    failures: (any PinFailureSink)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil,
    now: @escaping @Sendable () -> Date
  ) throws(NetworkError) {
    self.endpoint = endpoint
    self.requirement = requirement
    self.identity = identity
    self.now = now
    notice = FailureNotice(sink: failures, judged: judged)
    self.anchors = anchors
    self.name = name
    opened = OpenedStreams(try ServerJudge(host: endpoint.host, anchors: anchors, pinning: pinning, name: name))
  }

  /// Judges every later stream by other pins. Open ones stay open, but for those whose server's key is withdrawn: they end
  /// with ``NetworkTrust/NetworkError/pinMismatch``.
  /// - Throws: ``NetworkTrust/NetworkError/malformedCertificate``, ``NetworkTrust/NetworkError/untrusted(_:)``.
  public func adopt(_ pinning: PinPolicy) throws(NetworkError) {
    opened.adopt(try ServerJudge(host: endpoint.host, anchors: anchors, pinning: pinning, name: name))
  }

  /// - Throws: also ``NetworkTrust/NetworkError/timeout`` after the policy's time for a request, and
  ///   ``NetworkTrust/NetworkError/identity(_:)`` when there is an identity that cannot be used: none is shown then.
  public func open() async throws(NetworkError) -> any ByteStream {
    var shown: sec_identity_t?
    if let identity {
      let held = try await IdentityWait.answer(until: .now + requirement.requestTimeout) {
        () async throws(IdentityError) in try await identity.held()
      }
      shown = held?.secure
    }
    let verdict = HandshakeVerdict()
    let queue = DispatchQueue(label: "mantlet.stream")
    let stream = NetworkStream(
      NWConnection(
        host: NWEndpoint.Host(endpoint.host.description), port: try port(),
        using: parameters(shown, verdict, queue)),
      queue: queue, verdict: verdict, showsIdentity: shown != nil, timeout: requirement.requestTimeout)
    try await stream.start()
    try opened.add(stream)
    return stream
  }

  private func port() throws(NetworkError) -> NWEndpoint.Port {
    guard let port = NWEndpoint.Port(rawValue: endpoint.port) else { throw .malformedEndpoint }
    return port
  }

  private func parameters(
    _ identity: sec_identity_t?, _ kept: HandshakeVerdict, _ queue: DispatchQueue
  ) -> NWParameters {
    let secure = NWProtocolTLS.Options()
    let options = secure.securityProtocolOptions
    // O.Ntwk_2#581
    sec_protocol_options_set_min_tls_protocol_version(options, requirement.minimumTLS.system)
    // Without any the system would offer all of its own. O.Ntwk_2#582
    for suite in TLSProfile(requirement.tlsProfile).cipherSuites {
      guard let suite = tls_ciphersuite_t(rawValue: suite) else { continue }
      sec_protocol_options_append_tls_ciphersuite(options, suite)
    }
    // A resumed session is one that nobody judges.
    sec_protocol_options_set_tls_resumption_enabled(options, false)
    if let identity { sec_protocol_options_set_local_identity(options, identity) }
    let (judge, notice, now) = (opened.judge, notice, now)
    sec_protocol_options_set_verify_block(
      options,
      { _, peer, complete in
        let time = now()
        let answer = judge.ask(sec_trust_copy_ref(peer).takeRetainedValue(), at: time)
        let verdict = Handed(complete)
        Task {
          let decision = await judge.decide(answer, at: time)
          notice.judged?(decision)
          kept.note(decision)
          verdict.value(decision.verdict == .holds)
          notice.send(decision, by: judge, presented: answer.path, at: time)
        }
      }, queue)
    let transport = NWProtocolTCP.Options()
    transport.noDelay = true
    transport.connectionTimeout = max(1, Int(requirement.requestTimeout.seconds.rounded(.up)))
    let parameters = NWParameters(tls: secure, tcp: transport)
    parameters.preferNoProxies = true
    return parameters
  }
}

/// A callback that is handed from the queue of the handshake to the task that answers it.
private struct Handed: @unchecked Sendable {
  // @unchecked: called once, by its last owner; the system's block may be called from every thread.
  let value: (Bool) -> Void

  init(_ value: @escaping (Bool) -> Void) { self.value = value }
}
