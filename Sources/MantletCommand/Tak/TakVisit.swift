#if os(Linux) && LinuxClient
  import CursorOnTarget
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import TakGateway
  import UntrustedInput

  /// One connection of a command to the imported server; a key that is seen first is remembered.
  struct TakVisit: Sendable {
    let connection: TakConnection
    let uid: CoTLine
    private let server: TakServer
    private let store: TakServerStore
    private let seen: SeenPin

    /// The key of the server in the connection that was accepted.
    private final class SeenPin: Sendable {
      let pin = Mutex<ServerPin?>(nil)
    }

    private final class Outcome: Sendable {
      let failure = Mutex<GatewayError?>(nil)
      let isConnected = Mutex(false)
    }

    /// - Throws: exit code 65 without an imported server, 70 when TLS cannot be set up.
    init(_ options: TakOptions) async throws {
      let seen = SeenPin()
      do {
        store = try TakState(options.state).store()
        guard let server = try await store.read() else {
          throw ExitStatus.stop("\(options.state): import a data package first", ExitStatus.unreadable)
        }
        self.server = server
        uid = try CoTLine(options.uid)
        let opener = try PinnedStreamOpener(
          endpoint: server.endpoint, trust: try server.trust(by: options.check), identity: server.identity,
          judged: { decision in
            if case .holds = decision.verdict { seen.pin.withLock { $0 = decision.pinsSeen.first } }
          }, now: { Date() })
        connection = TakConnection(opener: opener, uid: uid, world: Self.world)
      } catch let error as GatewayError {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      } catch let error as NetworkError {
        throw ExitStatus.stop(error, ExitStatus.failure)
      }
      self.seen = seen
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

    /// Connects once and tells `body` what happens, until it says that it has enough or the time is over. One attempt
    /// only: a command that fails says so.
    ///
    /// - Throws: exit code 1 when the server or we were refused, 75 when nobody answered.
    func run(
      seconds: Int?, patience: Int, _ body: @escaping @Sendable (TakNotice) async throws -> Bool
    ) async throws {
      let outcome = Outcome()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let (error, _) = await connection.once()
          if !Task.isCancelled { outcome.failure.withLock { $0 = error } }
        }
        group.addTask {
          for await notice in connection.notices {
            if notice == .connected {
              outcome.isConnected.withLock { $0 = true }
              await remember()
            }
            if try await body(notice) { return }
          }
        }
        group.addTask {
          try? await Task.sleep(for: .seconds(patience))
          guard outcome.isConnected.withLock({ $0 }), !Task.isCancelled else { return }
          try? await Task.sleep(for: .seconds(seconds ?? 1 << 30))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
      if let error = outcome.failure.withLock({ $0 }) {
        throw ExitStatus.stop(error, Self.isRefusal(error) ? ExitStatus.fails : ExitStatus.tryAgain)
      }
      guard outcome.isConnected.withLock({ $0 }) else {
        throw ExitStatus.stop(GatewayError.noAnswer, ExitStatus.tryAgain)
      }
    }

    private func remember() async {
      guard server.pin == nil, let pin = seen.pin.withLock({ $0 }) else { return }
      var server = server
      server.pin = pin
      do throws(GatewayError) {
        try await store.save(server)
        StandardError.print("mantlet: the server's key is remembered from now on: \(pin.base64)")
      } catch { StandardError.print("mantlet: the server's key could not be remembered: \(error)") }
    }

    private static func isRefusal(_ error: GatewayError) -> Bool {
      guard case .network(let error) = error else { return false }
      return switch error {
      case .unreachable, .timeout, .nameNotResolved, .cancelled: false
      default: true
      }
    }

    /// An event in one line of JSON.
    static func node(_ event: CoTEvent) -> JSONNode {
      [
        "uid": .string(event.uid.description), "type": .string(event.type.description),
        "callsign": .string(event.detail.contact?.callsign?.description ?? ""),
        "latitude": JSONNode(.number("\(event.point.latitude)")),
        "longitude": JSONNode(.number("\(event.point.longitude)")), "stale": .string(event.stale.description),
        "remarks": .string(event.detail.remarks?.text?.description ?? ""),
      ]
    }
  }
#endif
