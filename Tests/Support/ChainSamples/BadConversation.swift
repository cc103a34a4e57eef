import NetworkTrust
import SecurityPolicy

/// What a server may do wrong beside its certificates: the rows that each transport is tested with.
package enum BadConversation: String, Sendable, CaseIterable {
  // Before a handshake is done
  case plaintextHTTP, plaintextMail, plaintextSSH, closesAtGreeting, stallsAtGreeting, stallsInHandshake, dripsHandshake
  // After it
  case closes, stalls, trickles, speaksNoHTTP, redirectsToHTTP, redirectsElsewhere, answersTooMuch, poursTooMuch
  case rollsPinsBack

  /// Why the app is told no.
  package enum Refusal: Sendable, Hashable {
    case network(NetworkError)
    case pins(PinUpdateRefusal)
  }

  /// What a server does instead of a handshake.
  package enum Greeting: Sendable {
    case say([UInt8])
    case close
    case stall
    /// One byte after the other, and never the last.
    case drip([UInt8])
  }

  /// What a server does with a request.
  package enum Answer: Sendable {
    case close
    case stall
    /// One byte of the body after the other, and never the last.
    case trickle([UInt8])
    /// Something that is not HTTP.
    case junk
    case whole(status: Int, fields: [String: String], body: [UInt8])
    /// These parts, of a length that was not told.
    case parts([[UInt8]])
  }

  /// Limits that even a busy machine does not reach.
  package static let patience = {
    var requirement = NetworkRequirement()
    (requirement.requestTimeout, requirement.resourceTimeout) = (.seconds(180), .seconds(180))
    return requirement
  }()

  package static let handshakes = allCases.filter { $0.greeting != nil }

  /// The most bytes of a body that ``limits`` allow.
  package static let answerLimit = 4096

  package var refusal: Refusal {
    switch self {
    case .plaintextHTTP, .plaintextMail, .plaintextSSH: .network(.notTLS)
    case .closesAtGreeting: .network(.secureChannelRefused)
    case .stallsAtGreeting, .stallsInHandshake, .dripsHandshake, .stalls, .trickles: .network(.timeout)
    case .closes: .network(.closed)
    case .speaksNoHTTP: .network(.protocolViolation)
    case .redirectsToHTTP: .network(.notSecure)
    case .redirectsElsewhere: .network(.foreignEndpoint)
    case .answersTooMuch, .poursTooMuch: .network(.tooLarge(limit: Self.answerLimit))
    case .rollsPinsBack: .pins(.rolledBack(held: 2))
    }
  }

  /// Nil for a server that goes through with the handshake; of all others the app sends no byte.
  package var greeting: Greeting? {
    // The head of a record with a ServerHello of 122 bytes, and its beginning.
    let hello: [UInt8] = [0x16, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3] + [UInt8](repeating: 7, count: 60)
    return switch self {
    case .plaintextHTTP: .say(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
    case .plaintextMail: .say(Array("220 mail ready\r\n".utf8))
    case .plaintextSSH: .say(Array("SSH-2.0-x\r\n".utf8))
    case .closesAtGreeting: .close
    case .stallsAtGreeting: .stall
    case .stallsInHandshake: .say(Array(hello.prefix(5)))
    case .dripsHandshake: .drip(hello)
    default: nil
    }
  }

  /// Short where the limit is what ends the row, so that a busy machine makes no other row end by it.
  package var requirement: NetworkRequirement {
    var requirement = Self.patience
    if refusal == .network(.timeout) {
      (requirement.requestTimeout, requirement.resourceTimeout) = (.milliseconds(300), .milliseconds(300))
    }
    return requirement
  }

  package var limits: TransportLimits {
    var limits = TransportLimits()
    limits.answerSize = Self.answerLimit
    return limits
  }
}
