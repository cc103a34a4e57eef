public import Foundation
import Synchronization

/// A server that an emulated connection reaches: what it shows, what it answers, and every byte that got to it.
public final class EmulatedServer: Sendable {
  /// What comes back for one request or for bytes on a stream.
  public enum Answer: Sendable {
    case answer(status: Int, fields: [String: String] = [:], body: Data = Data())
    /// These parts one after the other; the client may have gone away before the last one.
    case parts([Data])
    /// A stream's bytes.
    case bytes(Data)
    case close
    /// These bytes of a stream, then the connection is lost.
    case cut(Data)
    case stall
    /// An answer of which one byte after the other comes, until the client has enough.
    case trickle(Data)
    /// Something that is not HTTP.
    case garbage
  }

  /// What becomes of a client's greeting.
  public enum Greeting: Sendable {
    /// The handshake goes on.
    case tls
    /// An alert about the client's certificate, before anything else.
    case alert
    /// The answer is another protocol's.
    case plaintext
    case close
    case stall
    /// A handshake of which one byte after the other comes.
    case drip
  }

  public struct Request: Sendable {
    public let method: String
    public let target: String
    public let fields: [String: String]
    public let body: Data
    /// What a request says about caches, by Foundation's number, and how many seconds of silence it bears. No byte of it
    /// goes out.
    public var cachePolicy: UInt = 0
    public var patience: Double = 0
  }

  public struct Seen: Sendable {
    public var connections = 0
    /// Connections on which the client finished the handshake.
    public var handshakes = 0
    /// Of requests, or of streams.
    public var applicationBytes = 0
    public var requests: [Request] = []
    /// The certificates of each client that showed some, leaf first.
    public var clients: [[Data]] = []
    public var serverNames: [String?] = []
    /// Of each connection: the suites that the client named; empty for all of the system's.
    public var suites: [[UInt16]] = []
    /// Of each connection: whether the client would go on with an earlier session. Whether it does says ``isResumed``.
    public var resumes: [Bool] = []
  }

  public typealias Script = @Sendable (Int, Request) -> Answer

  let chain: [Data]
  let versions: ClosedRange<UInt16>
  let greeting: Greeting
  /// Nil: no certificate of a client is asked for. Else whether this chain (empty: none) is let in.
  let admits: (@Sendable ([Data]) -> Bool)?
  /// Whether the client hears of the wish for its certificate before it sees the server's.
  let asksFirst: Bool
  /// Whether the system goes on with a TLS session that it has of this server: then `URLSession` asks nobody about it.
  /// Connections of Network.framework look at it not.
  public let isResumed: Bool
  let script: Script
  private let state = Mutex(Seen())

  /// - Parameters:
  ///   - chain: DER, leaf first, as it is presented.
  ///   - versions: the numbers of TLS on the wire: 771 is TLS 1.2.
  public init(
    chain: [Data], versions: ClosedRange<UInt16> = 771...772, greeting: Greeting = .tls,
    admits: (@Sendable ([Data]) -> Bool)? = nil, asksFirst: Bool = false, isResumed: Bool = false,
    script: @escaping Script
  ) {
    self.chain = chain
    self.versions = versions
    self.greeting = greeting
    self.admits = admits
    self.asksFirst = asksFirst
    self.isResumed = isResumed
    self.script = script
  }

  public var seen: Seen { state.withLock { $0 } }

  func note(_ change: (inout Seen) -> Void) { state.withLock { change(&$0) } }
}

/// The network that emulated connections go out to: servers by `host:port`. Apple has nothing like it.
public final class EmulatedInternet: Sendable {
  /// Each test has its own.
  @TaskLocal public static var current = EmulatedInternet()

  private let servers = Mutex<[String: EmulatedServer]>([:])

  public init() {}

  public func put(_ server: EmulatedServer?, at host: String, port: Int = 443) {
    servers.withLock { $0["\(host):\(port)"] = server }
  }

  public func server(at host: String, port: Int) -> EmulatedServer? {
    servers.withLock { $0["\(host):\(port)"] }
  }
}
