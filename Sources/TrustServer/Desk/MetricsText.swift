#if Server
  /// Writes counts in the text format 0.0.4: one family after the other, in a fixed order.
  struct MetricsText {
    private(set) var text = ""

    init(_ counts: ServerMetrics.Counts) {
      family("requests_total", "counter", "Answers by address and status.")
      for (key, count) in counts.answered.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) })
      {
        line("requests_total", [("route", key.route), ("status", "\(key.status)")], "\(count)")
      }
      family("decisions_total", "counter", "Decisions by kind, reason and code.")
      let decided = counts.decided.sorted {
        ($0.key.kind, $0.key.reason, $0.key.code) < ($1.key.kind, $1.key.reason, $1.key.code)
      }
      for (key, count) in decided {
        line("decisions_total", [("event", key.kind), ("reason", key.reason), ("code", key.code)], "\(count)")
      }
      func sum(_ kind: TrustEvent.Kind) -> Int {
        counts.decided.reduce(0) { $0 + ($1.key.kind == kind.rawValue ? $1.value : 0) }
      }
      single(
        "refresh_recoveries_total", "counter", "Lost answers of a refresh that were made good.", sum(.refreshRecovered))
      single("refresh_reuse_total", "counter", "Spent refresh tokens that came back.", sum(.reuseDetected))
      single("store_errors_total", "counter", "Requests that the store failed.", sum(.storeFailed))
      single(
        "pin_failures_total", "counter", "Reports of devices about connections without a pinned key.",
        sum(.pinFailureReported))
      single("rate_limited_total", "counter", "Requests beyond the limit of their address.", counts.limited)
      single("connections_open", "gauge", "Connections now.", counts.connectionsOpen)
      single("connections_total", "counter", "Connections since the start.", counts.connectionsOpened)
      single(
        "connections_refused_total", "counter", "Connections beyond the limit of their address.",
        counts.connectionsRefused)
      family("request_seconds", "histogram", "Time from a whole request to its answer, in seconds.")
      for (route, latency) in counts.latency.sorted(by: { $0.key < $1.key }) {
        var below = 0
        for (bound, count) in zip(ServerMetrics.bounds, latency.counts) {
          below += count
          line("request_seconds_bucket", [("route", route), ("le", "\(bound)")], "\(below)")
        }
        line("request_seconds_bucket", [("route", route), ("le", "+Inf")], "\(latency.total)")
        line("request_seconds_sum", [("route", route)], "\(latency.seconds)")
        line("request_seconds_count", [("route", route)], "\(latency.total)")
      }
    }

    private mutating func family(_ name: String, _ kind: String, _ help: String) {
      text += "# HELP mantlet_\(name) \(help)\n# TYPE mantlet_\(name) \(kind)\n"
    }

    private mutating func single(_ name: String, _ kind: String, _ help: String, _ value: Int) {
      family(name, kind, help)
      line(name, [], "\(value)")
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
      // No label needs an escape: all are our own words and numbers.
      let written = labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",")
      text += "mantlet_\(name)\(written.isEmpty ? "" : "{\(written)}") \(value)\n"
    }
  }
#endif
