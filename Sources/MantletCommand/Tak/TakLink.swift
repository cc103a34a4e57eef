#if os(Linux) && LinuxClient
  import CursorOnTarget
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import TakGateway

  /// The imported server and a connection to it; a key that is seen first is remembered once the server answered.
  struct TakLink: Sendable {
    let connection: TakConnection
    let server: TakServer
    private let options: TakOptions
    private let opener: PinnedStreamOpener
    private let seen: SeenPin

    private final class SeenPin: Sendable {
      /// The key of the server in the connection that was accepted last.
      let pin = Mutex<ServerPin?>(nil)
      /// The one that counts from its first answer on.
      let adopted = Mutex<ServerPin?>(nil)
    }

    /// - Parameter asksForMessages: whether version 1 of the TAK protocol is asked for where it is offered.
    /// - Throws: exit code 65 without a usable imported server, 70 when TLS cannot be set up.
    init(_ options: TakOptions, uid: CoTLine, asksForMessages: Bool = true) async throws {
      let seen = SeenPin()
      do {
        server = try await TakState(options.state).server()
        opener = try PinnedStreamOpener(
          endpoint: server.endpoint, trust: try options.trust(in: server), identity: server.identity,
          judged: { decision in
            if case .holds = decision.verdict { seen.pin.withLock { $0 = decision.pinsSeen.first } }
          }, now: { Date() })
      } catch let error as GatewayError {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      } catch let error as NetworkError {
        throw ExitStatus.stop(error, ExitStatus.failure)
      }
      (self.options, self.seen) = (options, seen)
      connection = TakConnection(opener: opener, uid: uid, asksForMessages: asksForMessages, world: Self.world)
    }

    private static let world: TakConnection.World = {
      let start = ContinuousClock.now
      return TakConnection.World(
        moment: { ContinuousClock.now - start }, now: { now() }, random: { .random(in: .min ... .max) },
        sleep: { try await Task.sleep(for: $0) })
    }()

    static func now() -> CoTTime {
      guard let now = try? CoTTime(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000)) else {
        preconditionFailure("the clock is beyond the year 9999")
      }
      return now
    }

    /// To be called once the server answered: one that refuses us is not remembered. Once in a run: what is kept may have
    /// been replaced since, by an enrolment or another import.
    func remember() async {
      guard server.pin == nil, let pin = seen.pin.withLock({ $0 }) else { return }
      let isFirst = seen.adopted.withLock { adopted in
        defer { adopted = adopted ?? pin }
        return adopted == nil
      }
      guard isFirst else { return }
      adopt(pin)
      do throws(GatewayError) {
        let kept = try await TakState(options.state).remember(pin, of: server)
        // Another program of ours met the server first, and not with this key.
        if let kept, kept != pin { adopt(kept) }
        StandardError.print(Self.notice(of: pin, kept: kept))
      } catch { StandardError.print("mantlet: the server's key could not be remembered: \(error)") }
    }

    /// Later connections of this run are judged by the key, too.
    private func adopt(_ pin: ServerPin) {
      var server = server
      server.pin = pin
      do throws(GatewayError) { opener.adopt(try options.trust(in: server)) } catch {
        StandardError.print("mantlet: the server's key does not count in this run: \(error)")
      }
    }

    private static func notice(of pin: ServerPin, kept: ServerPin?) -> String {
      switch kept {
      case pin: "mantlet: the server's key is remembered from now on: \(pin.base64)"
      case nil: "mantlet: the server's key counts for this run only: what is kept was changed meanwhile"
      case let other?:
        """
        mantlet: the server shows the key \(pin.base64), and \(other.base64) was remembered meanwhile: that one counts \
        from the next connection on
        """
      }
    }

    /// Whether a person has to do something before it can work. A server that ends a new connection before it said
    /// anything does not want this client.
    static func isRefusal(_ error: GatewayError, wasConnected: Bool) -> Bool {
      switch error {
      case .ended, .network(.closed): !wasConnected
      case .network(.unreachable), .network(.timeout), .network(.nameNotResolved), .network(.cancelled): false
      case .network: true
      default: false
      }
    }
  }
#endif
