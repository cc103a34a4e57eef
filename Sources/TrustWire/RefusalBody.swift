import SecurityPolicy
import UntrustedInput

/// The body of every refusal: an OAuth error with Mantlet's reason and, for a refused device, its code.
/// Source: RFC 6749, section 5.2; RFC 6750, section 3.1; RFC 9449, section 5.
public struct RefusalBody: Error, Sendable, Hashable {
  /// The OAuth error codes in use.
  public enum OAuthError: String, Sendable, Hashable, CaseIterable {
    case invalidRequest = "invalid_request"
    case invalidGrant = "invalid_grant"
    case invalidToken = "invalid_token"
    case invalidProof = "invalid_dpop_proof"
    /// The proof must carry the nonce that came with this answer. Source: RFC 9449, section 8.
    case useNonce = "use_dpop_nonce"
    case invalidClient = "invalid_client"
    case unsupportedTokenType = "unsupported_token_type"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedResponseType = "unsupported_response_type"
    case accessDenied = "access_denied"
    case temporarilyUnavailable = "temporarily_unavailable"
    case serverError = "server_error"
  }

  public let error: OAuthError
  public let reason: RefusalReason
  /// Why a device was refused, the primary code first; empty when no device rule decided.
  public let codes: [DecisionCode]
  /// One of our own sentences.
  public let explanation: String

  /// A refusal with at most one code.
  public init(_ error: OAuthError, _ reason: RefusalReason, code: DecisionCode? = nil, _ explanation: String) {
    self.error = error
    self.reason = reason
    codes = code.map { [$0] } ?? []
    self.explanation = explanation
  }

  /// A refused device with every code that speaks against it, the primary one first.
  public init(_ error: OAuthError, _ reason: RefusalReason, codes: [DecisionCode], _ explanation: String) {
    self.error = error
    self.reason = reason
    self.codes = codes
    self.explanation = explanation
  }

  /// The primary code.
  public var code: DecisionCode? { codes.first }

  public var bytes: [UInt8] {
    var members = [
      JSONMember("error", .string(error.rawValue)), JSONMember("error_description", .string(explanation)),
      JSONMember("mantlet_reason", .string(reason.rawValue)),
    ]
    if let code { members.append(JSONMember("mantlet_code", .string(code.rawValue))) }
    if codes.count > 1 { members.append(JSONMember("mantlet_codes", .strings(codes.map(\.rawValue)))) }
    return JSONWriter().bytes(JSONNode(.object(members)))
  }

  /// A code that this version does not know reads as ``DecisionCode/unknown``.
  /// - Throws: ``WireError`` `unreadable`, `missing`.
  public init(reading bytes: some Collection<UInt8>) throws(WireError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    error = try node.word("error")
    reason = RefusalReason(rawValue: try node.text("mantlet_reason")) ?? .versionUnknown
    let code = node["mantlet_code"]?.string.map { DecisionCode(rawValue: $0) ?? .unknown }
    let all = node["mantlet_codes"] == nil ? [] : try node.texts("mantlet_codes", most: 32, bytes: 64)
    let others = all.dropFirst().map { DecisionCode(rawValue: $0) ?? .unknown }
    codes = code.map { [$0] + others } ?? []
    explanation = node["error_description"]?.string ?? ""
  }
}
