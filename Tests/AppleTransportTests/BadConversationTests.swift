#if APPLE_EMULATION
  import AppleTransport
  import ChainSamples
  import Foundation
  import NetworkTrust
  import Security
  import SecurityPolicy
  import Testing

  /// Servers that misbehave before, in and after the handshake: the same rows as over the Linux transport. After the
  /// handshake only those of `URLSession` are played: a stream has no answers, redirects or pin updates, and what its
  /// reader comes to when the server closes or is silent is tested with it.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct BadConversationTests {
    /// Rows that end by another reason than on Linux, and why.
    struct Difference {
      var request: NetworkError?
      var stream: NetworkError?
      let why: String
    }

    static let noTLS = Difference(
      request: .secureChannelRefused, stream: .secureChannelRefused,
      why: "the system does not say that the server's answer was no TLS at all")
    static let differences: [BadConversation: Difference] = [
      .plaintextHTTP: noTLS, .plaintextMail: noTLS, .plaintextSSH: noTLS,
      .closesAtGreeting: Difference(stream: .closed, why: "Network.framework has a status for a connection that ended"),
    ]

    private let place: Surroundings
    private let elsewhere: Endpoint

    init() throws {
      place = try Surroundings()
      elsewhere = try Endpoint("https://elsewhere.example")
    }

    private func refusal(of row: ConversationRow) async throws -> BadConversation.Refusal? {
      let transport = try place.transport(requirement: row.fault.requirement, limits: row.fault.limits)
      return await row.refusal(over: transport, at: place.endpoint)
    }

    @Test(
      "A server that goes through with no handshake is named, and gets no byte of the app",
      arguments: BadConversation.handshakes)
    func handshake(fault: BadConversation) async throws {
      let greeting = EmulatedServer.Greeting(try #require(fault.greeting))
      let server = EmulatedServer(chain: place.chain, greeting: greeting) { _, _ in .answer(status: 200) }
      EmulatedInternet.current.put(server, at: "localhost")
      let difference = Self.differences[fault]
      let row = try await ConversationRow(fault, elsewhere: elsewhere)
      let request = difference?.request.map { BadConversation.Refusal.network($0) } ?? fault.refusal
      #expect(try await refusal(of: row) == request, "\(difference?.why ?? "no difference is explained")")
      let stream = difference?.stream.map { BadConversation.Refusal.network($0) } ?? fault.refusal
      let opener = try place.opener(requirement: fault.requirement)
      do throws(NetworkError) {
        await (try opener.open()).close()
        Issue.record("a stream was opened")
      } catch {
        #expect(BadConversation.Refusal.network(error) == stream, "\(difference?.why ?? "no difference is explained")")
      }
      #expect(server.seen.connections == 2)
      #expect(server.seen.handshakes == 0 && server.seen.applicationBytes == 0)
    }

    @Test(
      "A server that misbehaves after the handshake is refused by name, and a redirect or an old pin update is not obeyed",
      arguments: BadConversation.allCases.filter { $0.greeting == nil })
    func conversation(fault: BadConversation) async throws {
      let row = try await ConversationRow(fault, elsewhere: elsewhere)
      let answer = EmulatedServer.Answer(row.answer)
      place.serve { _, _ in answer }
      let foreign = EmulatedServer(chain: place.chain) { _, _ in .answer(status: 200) }
      EmulatedInternet.current.put(foreign, at: elsewhere.host.description)
      let plain = EmulatedServer(chain: place.chain) { _, _ in .answer(status: 200) }
      EmulatedInternet.current.put(plain, at: "localhost", port: 80)
      #expect(try await refusal(of: row) == fault.refusal)
      #expect(foreign.seen.connections == 0 && plain.seen.connections == 0)
    }

    @Test("What is explained as different is different, and every reason is told")
    func explained() {
      for (fault, difference) in Self.differences {
        let told = [difference.request, difference.stream].compactMap { $0 }
        #expect(!told.isEmpty && !difference.why.isEmpty, "\(fault)")
        for error in told { #expect(BadConversation.Refusal.network(error) != fault.refusal, "\(fault)") }
      }
    }
  }

  extension EmulatedServer.Greeting {
    fileprivate init(_ greeting: BadConversation.Greeting) {
      self =
        switch greeting {
        // The beginning of a handshake, and no more.
        case .say(let bytes): bytes.first == 0x16 ? .stall : .plaintext
        case .close: .close
        case .stall: .stall
        case .drip: .drip
        }
    }
  }

  extension EmulatedServer.Answer {
    fileprivate init(_ answer: BadConversation.Answer) {
      self =
        switch answer {
        case .close: .close
        case .stall: .stall
        case .trickle(let body): .trickle(Data(body))
        case .junk: .garbage
        case .whole(let status, let fields, let body): .answer(status: status, fields: fields, body: Data(body))
        case .parts(let parts): .parts(parts.map { Data($0) })
        }
    }
  }
#endif
