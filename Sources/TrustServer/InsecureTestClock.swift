#if Server
  import Foundation
  import Synchronization
  import TrustWire
  import UntrustedInput

  /// A clock that whoever reaches the server may turn: for tests of what time does to sessions, and for nothing else.
  ///
  /// With it nothing that ends by time is protected. ``TrustServer`` takes it only on a loopback address and never for
  /// the environment prod.
  public final class InsecureTestClock: Sendable {
    /// The address that turns it: POST with `seconds` in a form or a JSON object. GET tells its time.
    public static let path = "/_test/clock"
    /// The furthest that it can be turned, both ways: ten years, in seconds.
    private static let furthest: Int64 = 315_360_000
    private let base: @Sendable () -> Date
    private let offset = Mutex<Int64>(0)

    public init(_ base: @escaping @Sendable () -> Date) { self.base = base }

    /// The time on this clock.
    public func now() -> Date { base().addingTimeInterval(TimeInterval(offset.withLock { $0 })) }

    /// Turns it on, or back for a negative number (a server behind ``SteadyClock`` goes on more slowly then, as with any
    /// clock that is set back); beyond ten years from the real time nothing happens.
    /// - Returns: whether it was turned.
    public func advance(seconds: Int64) -> Bool {
      offset.withLock { offset in
        let (sum, overflow) = offset.addingReportingOverflow(seconds)
        guard !overflow, (-Self.furthest...Self.furthest).contains(sum) else { return false }
        offset = sum
        return true
      }
    }

    func respond(to request: TrustRequest) -> TrustAnswer {
      if request.method == "POST" {
        guard let seconds = Self.seconds(request), advance(seconds: seconds) else {
          return TrustAnswer(.malformed("`seconds` must be an integer of at most ten years in all"))
        }
      } else if request.method != "GET" {
        return TrustAnswer(
          Refusal(
            405, RefusalBody(.invalidRequest, .malformed, "this address wants GET or POST"),
            headers: ["allow": "GET, POST"]))
      }
      return TrustAnswer([
        "now": .integer(Int64(now().timeIntervalSince1970.rounded(.down))),
        "offset": .integer(offset.withLock { $0 }),
      ])
    }

    private static func seconds(_ request: TrustRequest) -> Int64? {
      if request.header("content-type")?.hasPrefix("application/json") == true {
        return (try? JSONReader(maximumBytes: 1024, maximumDepth: 2).read(request.body))?["seconds"]?.integer
      }
      return (try? FormBody(reading: request.body))?["seconds"].flatMap { Int64($0) }
    }
  }
#endif
