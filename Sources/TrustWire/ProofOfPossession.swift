import Crypto
import UntrustedInput

/// A DPoP proof: this request, now, by the holder of this key. Protects stolen tokens from use elsewhere; does not
/// cover the request's body. Source: RFC 9449, section 4.
public struct ProofOfPossession: Sendable, Hashable {
  public let identifier: String
  public let method: String
  /// The request's address without query and fragment.
  public let address: String
  /// Seconds since 1970.
  public let issuedAt: Int64
  /// base64url(SHA-256(access token)), when a token goes with the request.
  public let tokenDigest: String?
  /// The number that the server asked for, when it did. Source: RFC 9449, section 8.
  public let nonce: String?

  /// A proof for one request; `token` is the access token that goes with it, if any.
  public init(
    identifier: String, method: String, address: String, issuedAt: Int64, token: String?, nonce: String? = nil
  ) {
    self.nonce = nonce
    self.identifier = identifier
    self.method = method
    self.address = address
    self.issuedAt = issuedAt
    tokenDigest = token.map(Self.digest)
  }

  /// The `ath` value: base64url(SHA-256(token)). Source: RFC 9449, section 4.2.
  public static func digest(_ token: String) -> String { Base64URL.encode(SHA256.hash(data: Array(token.utf8))) }

  public var payload: [UInt8] {
    var members = [
      JSONMember("jti", .string(identifier)), JSONMember("htm", .string(method)),
      JSONMember("htu", .string(address)), JSONMember("iat", .integer(issuedAt)),
    ]
    if let tokenDigest { members.append(JSONMember("ath", .string(tokenDigest))) }
    if let nonce { members.append(JSONMember("nonce", .string(nonce))) }
    return JSONWriter().bytes(JSONNode(.object(members)))
  }

  /// A proof that matched the request it came with. The caller still has to refuse a `jti` seen before.
  public struct Verified: Sendable, Hashable {
    public let identifier: String
    public let issuedAt: Int64
    public let key: DevicePublicKey
    /// As the proof has it: the caller knows whether it wants one and which.
    public let nonce: String?
  }

  /// - Parameter tolerance: how far the proof's time may be from `now`, in seconds, both ways.
  /// - Throws: ``WireError``; `proofMismatch` names the part that is wrong.
  public static func verify(
    _ compact: String, method: String, address: String, token: String?, now: Int64, tolerance: Int64 = 300
  ) throws(WireError) -> Verified {
    let message = try SignedMessage(verifying: compact, as: .dpop)
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: 8192, maximumDepth: 3).read(message.payload)
    } catch {
      throw .unreadable(error)
    }
    let identifier = try node.text("jti")
    guard (16...128).contains(identifier.utf8.count) else { throw .missing(member: "jti") }
    guard try node.text("htm") == method else { throw .proofMismatch(.method) }
    guard try node.text("htu") == address else { throw .proofMismatch(.address) }
    let issuedAt = try node.number("iat")
    guard issuedAt >= now - tolerance, issuedAt <= now + tolerance else { throw .proofMismatch(.time) }
    guard node["ath"]?.string == token.map(digest) else { throw .proofMismatch(.token) }
    let nonce = try node["nonce"].map { _ throws(WireError) in try node.text("nonce", most: 128) }
    return Verified(identifier: identifier, issuedAt: issuedAt, key: message.key, nonce: nonce)
  }
}
