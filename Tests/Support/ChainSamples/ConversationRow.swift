import Crypto
import Foundation
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import TrustWire

/// One row of ``BadConversation``, ready to be played: what its server answers, and what its client asks.
package struct ConversationRow: Sendable {
  package let fault: BadConversation
  private let elsewhere: Endpoint
  private let rotation: PinRotation
  private let newer: String
  private let older: String

  private actor Kept: PinUpdateStore {
    private var text: String?
    func load() async throws(NetworkError) -> String? { text }
    func save(_ compact: String) async throws(NetworkError) { text = compact }
  }

  /// - Parameter elsewhere: where a redirect leads that nobody may follow.
  package init(_ fault: BadConversation, elsewhere: Endpoint) async throws {
    self.fault = fault
    self.elsewhere = elsewhere
    let key = P256.Signing.PrivateKey()
    var rules = PinningRequirement()
    rules.updateKey = DevicePublicKey(key.publicKey).thumbprint
    let pins = try PinSet([1, 2].map { try ServerPin(digest: [UInt8](repeating: $0, count: 32)) })
    let builtIn = try PinPolicy(hosts: [PinnedHost(host: ServerHost("localhost"), pins: pins)], rules: rules)
    rotation = PinRotation(builtIn: builtIn, store: Kept())
    newer = try await Self.update(2, key)
    older = try await Self.update(1, key)
  }

  private static func update(_ number: Int64, _ key: P256.Signing.PrivateKey) async throws -> String {
    let now = Int64(FaultyChain.now.timeIntervalSince1970)
    let pins = [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() }
    let update = PinUpdate(
      number: number, issuedAt: now - 60, expiresAt: now + 3600, hosts: [.init(host: "localhost", pins: pins)])
    return try await SignedMessage.compact(
      .pinUpdate, payload: update.bytes, key: DevicePublicKey(key.publicKey)
    ) { bytes in Array(try key.signature(for: bytes).rawRepresentation) }
  }

  /// What the server does with each request, once the handshake is done.
  package var answer: BadConversation.Answer {
    func moved(_ place: String) -> BadConversation.Answer {
      .whole(status: 302, fields: ["Location": place, "Content-Length": "0"], body: [])
    }
    func ok(_ body: [UInt8]) -> BadConversation.Answer {
      .whole(status: 200, fields: ["Content-Length": "\(body.count)"], body: body)
    }
    let part = [UInt8](repeating: 7, count: BadConversation.answerLimit / 2)
    return switch fault {
    case .closes: .close
    case .stalls: .stall
    case .trickles: .trickle(Array("0123456789".utf8))
    case .speaksNoHTTP: .junk
    case .redirectsToHTTP: moved("http://localhost/")
    case .redirectsElsewhere: moved("https://\(elsewhere.authority)/")
    case .answersTooMuch: ok(part + part + [7])
    case .poursTooMuch: .parts([part, part, [7]])
    case .rollsPinsBack: ok(Array(older.utf8))
    default: .close
    }
  }

  /// What a client that follows redirects and obeys pin updates comes to; nil when nothing was refused.
  package func refusal(over transport: any HTTPTransport, at endpoint: Endpoint) async -> BadConversation.Refusal? {
    let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/marker")
    let answer: HTTPAnswer
    do throws(NetworkError) {
      answer = try await RedirectingTransport(transport, at: endpoint).send(request, body: [])
    } catch { return .network(error) }
    guard fault == .rollsPinsBack else { return nil }
    do throws(PinUpdateRefusal) {
      _ = try await rotation.accept(newer, at: FaultyChain.now)
      _ = try await rotation.accept(String(decoding: answer.body, as: UTF8.self), at: FaultyChain.now)
      return nil
    } catch {
      // What was refused is not obeyed either.
      return await rotation.policy(at: FaultyChain.now).update?.update.number == 2 ? .pins(error) : nil
    }
  }
}
