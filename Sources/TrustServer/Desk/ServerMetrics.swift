#if Server
  import Synchronization
  import SecurityPolicy
  import TrustWire

  /// What an operator counts, as Prometheus reads it. Every label is one of our own words or a number, so that no client
  /// can make it grow, and none tells who asked.
  ///
  /// Source: Prometheus text exposition format 0.0.4.
  public final class ServerMetrics: Sendable {
    /// Upper bounds of the latency histogram, in seconds.
    public static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    struct Answered: Hashable {
      let route: String
      let status: Int
    }

    struct Decided: Hashable {
      let kind: String
      let reason: String
      let code: String
    }

    struct Latency {
      var counts = [Int](repeating: 0, count: bounds.count)
      var total = 0
      var seconds = 0.0
    }

    struct Counts {
      var answered: [Answered: Int] = [:]
      var decided: [Decided: Int] = [:]
      var latency: [String: Latency] = [:]
      var limited = 0
      var connectionsOpen = 0
      var connectionsOpened = 0
      var connectionsRefused = 0
    }

    private let counts = Mutex(Counts())

    public init() {}

    /// Counts a decision of the desk; give every event here.
    public func count(_ event: TrustEvent) {
      let decided = Decided(
        kind: event.kind.rawValue, reason: event.reason?.rawValue ?? "", code: event.code?.rawValue ?? "")
      counts.withLock { $0.decided[decided, default: 0] += 1 }
    }

    func answered(path: String, status: Int, after time: Duration) {
      let route = Self.route(path)
      let seconds = time / .seconds(1)
      counts.withLock { counts in
        counts.answered[Answered(route: route, status: status), default: 0] += 1
        var latency = counts.latency[route] ?? Latency()
        if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { latency.counts[bucket] += 1 }
        latency.total += 1
        latency.seconds += seconds
        counts.latency[route] = latency
      }
    }

    func rateLimited() { counts.withLock { $0.limited += 1 } }
    func connectionOpened() {
      counts.withLock { counts in
        counts.connectionsOpen += 1
        counts.connectionsOpened += 1
      }
    }
    func connectionClosed() { counts.withLock { $0.connectionsOpen -= 1 } }
    func connectionRefused() { counts.withLock { $0.connectionsRefused += 1 } }

    /// An address of ours by its last part; everything else is one word, whatever a client invents.
    private static func route(_ path: String) -> String {
      guard let route = TrustRoute(rawValue: path) else { return "other" }
      return "\(route)"
    }

    /// All of it, as a page for Prometheus.
    public var text: String { MetricsText(counts.withLock { $0 }).text }
  }
#endif
