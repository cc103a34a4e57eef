import Foundation

/// Seconds, and how they are printed.
enum Meter {
  /// Seconds on the wall.
  static func wall(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let began = clock.now
    try await body()
    return began.duration(to: clock.now) / .seconds(1)
  }

  /// Seconds that all threads of this process have computed: what does not wait costs no more on a busy machine.
  static func work(_ body: () async throws -> Void) async rethrows -> Double {
    let began = processorTime()
    try await body()
    return processorTime() - began
  }

  static func work(_ body: () throws -> Void) rethrows -> Double {
    let began = processorTime()
    try body()
    return processorTime() - began
  }

  /// `clock` counts in millionths of a second on every system that this runs on.
  private static func processorTime() -> Double { Double(clock()) / 1e6 }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  static func text(_ value: Double, _ places: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return places == 0 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// One line: what was measured, and whether it keeps its limit.
  static func report(_ name: String, _ figures: String, keeps: Bool?) {
    let padded = name + String(repeating: " ", count: max(0, 44 - name.count))
    print("\(padded) \(figures)\(keeps == false ? "   MISSED" : "")")
    // Into a file as well, each line is there when it is known.
    fflush(nil)
  }
}
