#if LinuxClient && os(Linux)
  import CursorOnTarget
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import TakGateway

  /// One of our clients, connected to a real server.
  struct TakClient: Sendable {
    let connection: TakConnection
    let uid: CoTLine

    init(
      _ server: TakServer, uid: String, check: ServerCheck = .pinOnFirstUse, identity: ClientIdentity? = nil,
      isAnonymous: Bool = false, judged: (@Sendable (TrustDecision) -> Void)? = nil
    ) throws {
      var requirement = NetworkRequirement()
      requirement.requestTimeout = .seconds(30)
      let opener = try PinnedStreamOpener(
        endpoint: server.endpoint, trust: try server.trust(by: check), requirement: requirement,
        identity: isAnonymous ? nil : identity ?? server.identity, judged: judged, now: { Date() })
      self.uid = try CoTLine(uid)
      connection = TakConnection(opener: opener, uid: self.uid, world: Self.world)
    }

    static let world: TakConnection.World = {
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

    func position(_ latitude: Double = 48.137, remarks: String? = nil) throws -> CoTEvent {
      var detail = CoTDetail()
      detail.contact = CoTContact(callsign: try CoTLine("C-" + uid.description))
      if let remarks { detail.remarks = CoTRemarks(text: try CoTText(remarks)) }
      let now = Self.now()
      return try CoTEvent(
        uid: uid, type: CoTType("a-f-G-U-C"), how: .gps, time: now, stale: now.advanced(milliseconds: 120_000),
        point: CoTPoint(latitude: latitude, longitude: 11.575), detail: detail)
    }

    /// Runs the connection until `body` is done.
    func connected<Value: Sendable>(_ body: @escaping @Sendable (TakClient) async throws -> Value) async throws -> Value
    {
      let task = Task { try? await connection.run() }
      defer { task.cancel() }
      return try await body(self)
    }

    /// The first notice that `choose` likes.
    func first<Value: Sendable>(_ choose: (TakNotice) -> Value?) async -> Value? {
      for await notice in connection.notices { if let value = choose(notice) { return value } }
      return nil
    }

    func untilConnected() async -> Bool { await first { $0 == .connected ? true : nil } ?? false }

    func hears(_ uid: String) async -> CoTEvent? {
      await first { if case .event(let event) = $0, event.uid.description == uid { event } else { nil } }
    }
  }
#endif
