import TakGateway

/// Clients of one TAK server that was away for ten minutes, by the pauses of ``ReconnectRule`` alone.
enum ReconnectStorm {
  /// How many of them come back in the busiest second.
  static func busiest(clients: Int) -> Int {
    let (outage, rule) = (600.0, ReconnectRule())
    var dice = SystemRandomNumberGenerator()
    var seconds: [Int: Int] = [:]
    for _ in 0..<clients {
      var (now, failures) = (0.0, 0)
      while now < outage {
        failures += 1
        now += rule.delay(afterFailures: failures, using: &dice) / .seconds(1)
      }
      seconds[Int(now), default: 0] += 1
    }
    return seconds.values.max() ?? 0
  }
}
