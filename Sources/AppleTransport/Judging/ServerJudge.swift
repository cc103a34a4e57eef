import Foundation
import NetworkTrust
import Security
import SecurityPolicy

/// Judges one server twice: by the system, which alone knows the platform's anchors, and by ``TrustEvaluation`` on the
/// path that the system built, so that an app decides alike on every platform.
///
/// A path must hold in both. The system adds what Apple asks of a server's certificate beyond RFC 5280; ours adds the
/// pins. Neither fetches anything from the network. What a server presents beside the path does not reach us here.
struct ServerJudge: Sendable {
  /// What the system found: plain values, for the half that may take its time.
  struct SystemAnswer: Sendable {
    let status: OSStatus
    /// DER, leaf first; as far as it got when it was refused.
    let path: [[UInt8]]
  }

  let host: ServerHost
  let pinning: PinPolicy
  private let anchors: TrustAnchors
  private let name: ServerNameRule
  /// Where the anchors are known already.
  private let evaluation: TrustEvaluation

  init(
    host: ServerHost, anchors: TrustAnchors, pinning: PinPolicy, name: ServerNameRule
  ) throws(NetworkError) {
    self.host = host
    self.pinning = pinning
    self.anchors = anchors
    self.name = name
    evaluation = try TrustEvaluation(anchors: anchors, pinning: pinning, name: name)
  }

  /// Asks the system, which takes a while and must not be waited for on the main thread.
  func ask(_ trust: SecTrust, at now: Date) -> SystemAnswer {
    // A policy of our own: the one that stands in the trust object is its maker's. O.Ntwk_5#580
    let policy = SecPolicyCreateSSL(true, nameToMatch as CFString?)
    var status = SecTrustSetPolicies(trust, policy)
    if status == errSecSuccess { status = SecTrustSetVerifyDate(trust, now as CFDate) }
    if status == errSecSuccess { status = SecTrustSetNetworkFetchAllowed(trust, false) }
    if status == errSecSuccess { status = setAnchors(of: trust) }
    guard status == errSecSuccess else { return SystemAnswer(status: status, path: []) }
    var failure: CFError?
    let holds = SecTrustEvaluateWithError(trust, &failure)
    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
    let path = chain.map { [UInt8](SecCertificateCopyData($0) as Data) }
    if holds { return SystemAnswer(status: errSecSuccess, path: path) }
    let code = failure.map { OSStatus(truncatingIfNeeded: CFErrorGetCode($0)) } ?? errSecInternalComponent
    return SystemAnswer(status: code == errSecSuccess ? errSecInternalComponent : code, path: path)
  }

  /// The decision of both. Where both refuse, ours is told: the reason that the evaluation finds in the system's path.
  func decide(_ answer: SystemAnswer, at now: Date) async -> TrustDecision {
    let isTrusted = answer.status == errSecSuccess
    let refusal = TrustRefusal(status: answer.status)
    let judge: TrustEvaluation
    switch anchors {
    case .certificates, .platform: judge = evaluation
    case .system, .systemAnd:
      // The system believes the end of its path, so ours may: everything else is judged anew.
      let believed = listed + (isTrusted ? answer.path.suffix(1) : [])
      guard !believed.isEmpty else { return TrustDecision(refused: await reason(of: answer, at: now)) }
      do {
        judge = try TrustEvaluation(anchors: .platform(believed), pinning: pinning, name: name)
      } catch { return TrustDecision(refused: .unreadable) }
    }
    guard !answer.path.isEmpty else { return TrustDecision(refused: isTrusted ? .noCertificate : refusal) }
    let decision = await judge.evaluate(chain: answer.path, host: host, now: now)
    guard !isTrusted else { return decision }
    switch (decision.refusal, anchors) {
    // O.Ntwk_4#580
    case (nil, _): return TrustDecision(refused: refusal)
    // It may lead to an anchor that the system alone knows.
    case (.unknownIssuer, .system), (.unknownIssuer, .systemAnd):
      return TrustDecision(refused: await reason(of: answer, at: now))
    default: return decision
    }
  }

  /// Why the system refused, in our words. Its numbers have none for most of what can be wrong with a path to an anchor
  /// that it alone knows, so the path is judged anew with its last certificate in that one's place. That only finds the
  /// reason: the verdict is the system's refusal, whatever comes of it.
  private func reason(of answer: SystemAnswer, at now: Date) async -> TrustRefusal {
    let fault = await TrustEvaluation.fault(of: answer.path, host: host, pinning: pinning, name: name, now: now)
    return fault ?? TrustRefusal(status: answer.status)
  }

  private var listed: [[UInt8]] {
    switch anchors {
    case .certificates(let own), .systemAnd(let own), .platform(let own): own
    case .system: []
    }
  }

  /// Nil with ``ServerNameRule/insecureIgnored``: then the listed anchors alone say whose server it is.
  private var nameToMatch: String? {
    switch name {
    case .dialled: host.description
    case .expected(let name): name.description
    case .insecureIgnored: nil
    }
  }

  private func setAnchors(of trust: SecTrust) -> OSStatus {
    if anchors == .system { return errSecSuccess }
    var own: [SecCertificate] = []
    for certificate in listed {
      guard let certificate = SecCertificateCreateWithData(nil, Data(certificate) as CFData) else {
        return errSecDecode
      }
      own.append(certificate)
    }
    let status = SecTrustSetAnchorCertificates(trust, own as CFArray)
    guard status == errSecSuccess else { return status }
    if case .systemAnd = anchors { return SecTrustSetAnchorCertificatesOnly(trust, false) }
    return SecTrustSetAnchorCertificatesOnly(trust, true)
  }
}
