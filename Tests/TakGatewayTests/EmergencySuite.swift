import CursorOnTarget
import NetworkTrust
import SecurityTesting
import TakGateway

/// A suite about emergencies, whose clock begins at one moment.
protocol EmergencySuite {
  var start: CoTTime { get }
}

extension EmergencySuite {
  /// Times in seconds.
  func event(
    _ uid: String, _ type: String = "b-a-o-tbl", at time: Int64 = 0, validity: Int64 = 600
  ) throws -> CoTEvent {
    let time = start.advanced(milliseconds: time * 1000)
    return try CoTEvent(
      uid: CoTLine(uid), type: CoTType(type), how: .gps, time: time,
      stale: time.advanced(milliseconds: validity * 1000), point: CoTPoint(latitude: 1, longitude: 2))
  }

  /// Over the first of these, and when that is gone over the second.
  func connection(
    over first: any ByteStream, _ second: InMemoryByteStream, _ world: TakConnectionTests.World
  ) throws -> TakConnection {
    TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
  }

  func text(_ stream: InMemoryByteStream) -> String { String(decoding: stream.written, as: UTF8.self) }

  func pong() throws -> [UInt8] {
    try CoTWriter().bytes(CoTEvent.pong(from: CoTLine("server"), at: start))
  }
}

extension TakConnection.World {
  /// A pause of liveness lasts until `moment` has come so far; the one before the next attempt passes at once.
  static func waiting(
    moment: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> CoTTime
  ) -> TakConnection.World {
    TakConnection.World(
      moment: moment, now: now, random: { .max },
      sleep: { wait in
        let due = moment() + wait
        while wait <= CoTLiveness.silence, moment() < due {
          try Task.checkCancellation()
          await Task.yield()
        }
      })
  }
}
