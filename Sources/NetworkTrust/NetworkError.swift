/// Why a request got no answer, or why a trust value could not be made.
///
/// One case for each thing a caller can act on. The reason is the first one seen: a refused certificate is reported as
/// such and not as the cancelled connection that follows from it. No case carries text from the network.
@nonexhaustive
public enum NetworkError: Error, Sendable, Hashable {
  // Whom we would have talked to
  /// The server's certificates do not hold, for another reason than the four below.
  case untrusted(TrustRefusal)
  /// The path is valid, yet no key in it is pinned: a new key, or somebody in between whom the anchors believe.
  case pinMismatch
  /// The certificate is genuine and belongs to another name or address.
  case hostMismatch
  /// A certificate of the path is no longer valid at the given time; the device's clock may be wrong.
  case expired
  /// A certificate of the path is not valid yet at the given time; the device's clock may be wrong.
  case notYetValid
  /// The platform's anchors could not be read, so nothing could be judged (`errno`, 0 when the file held none).
  case anchorsUnavailable(errno: Int32)

  // The way there
  /// The request or the endpoint asked for something other than `https`.
  case notSecure
  /// The request names another server than the one this transport was made for.
  case foreignEndpoint
  case nameNotResolved
  case unreachable(errno: Int32)
  /// The server and we agree on no cipher, or the server refused us during the handshake; also a version of TLS that is
  /// too old, where the platform does not say so.
  case secureChannelRefused
  /// The server and we agree on no version of TLS: it speaks only such as the policy does not allow.
  case oldTLS
  /// The time limit of the policy passed.
  case timeout
  /// The connection ended before the answer did, or the transport was closed.
  case closed
  case cancelled

  // What came back, or was asked
  case tooLarge(limit: Int)
  /// Status and fields of an answer take more bytes than ``TransportLimits/headSize``.
  case headTooLarge(limit: Int)
  case protocolViolation
  /// The request cannot be put on the wire: its path, or a header field that the transport sets itself.
  case invalidRequest
  /// As many requests as the transport takes are on their way or waiting.
  case busy(limit: Int)
  /// The server answered with one redirect after the other.
  case tooManyRedirects(maximum: Int)
  /// The server was accepted and refused the certificate that we offered. With TLS 1.3 it says so only after the
  /// handshake. What a server says before it was accepted is ``secureChannelRefused``.
  case clientCertificateRefused
  /// The server was accepted, wants a client's certificate, and there is none to offer.
  case clientCertificateRequired
  /// What answered does not speak TLS.
  case notTLS
  /// A typed answer was wanted and the server answered with this HTTP status.
  case status(Int)
  /// A typed answer was wanted and its media type is another one.
  case unexpectedType
  /// A typed answer was wanted and the body is not of that type.
  case unreadableAnswer

  /// Our own identity could not be had, so no connection was made.
  case identity(IdentityError)

  /// What is kept on this device for the network could not be read or written now.
  case storeUnavailable

  // Values that could not be made
  case malformedPin
  case tooFewPins(minimum: Int)
  case malformedCertificate
  case malformedHost
  case malformedEndpoint
}

extension NetworkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .untrusted(let reason): "the server's certificate is not trusted: \(reason)"
    case .pinMismatch: "no key of the server's validated certificate path is pinned"
    case .hostMismatch: "the server's certificate is for another host"
    case .expired: "a certificate of the server's path has expired; check the clock"
    case .notYetValid: "a certificate of the server's path is not valid yet; check the clock"
    case .anchorsUnavailable(let code): "the platform's trust anchors could not be read (errno \(code))"
    case .notSecure: "only https is spoken; the request or endpoint asked for something else"
    case .foreignEndpoint: "the request names another server than this transport's"
    case .nameNotResolved: "the server's name could not be resolved"
    case .unreachable(let code): "the server could not be reached (errno \(code))"
    case .secureChannelRefused: "no secure channel: protocol version, cipher or client certificate was refused"
    case .oldTLS: "the server speaks no version of TLS that the policy allows"
    case .timeout: "the time limit passed"
    case .closed: "the connection closed before the answer was complete"
    case .cancelled: "the request was cancelled"
    case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
    case .headTooLarge(let limit): "the head of the answer is larger than \(limit) bytes"
    case .protocolViolation: "the answer is not valid HTTP"
    case .invalidRequest: "the request has an invalid path or sets a header field that the transport owns"
    case .busy(let limit): "more than \(limit) at once; try again when some are done"
    case .tooManyRedirects(let maximum): "more than \(maximum) redirects for one request"
    case .clientCertificateRefused: "the server refused this client's certificate"
    case .clientCertificateRequired: "the server wants a client's certificate, and there is none to show"
    case .notTLS: "the server does not speak TLS on this port"
    case .status(let code): "the server answered with HTTP status \(code)"
    case .unexpectedType: "the answer is not JSON"
    case .unreadableAnswer: "the answer's body does not have the expected form"
    case .identity(let error): "the client's identity cannot be used: \(error)"
    case .storeUnavailable: "what is kept for the network cannot be read or written now"
    case .malformedPin: "a pin is not the base64 of 32 bytes"
    case .tooFewPins(let minimum): "at least \(minimum) different pins are needed: one in use, one in reserve"
    case .malformedCertificate: "a certificate is not valid DER"
    case .malformedHost: "not a host name or an IP address"
    case .malformedEndpoint: "an endpoint is https://host or https://host:port, with nothing after it"
    }
  }
}
