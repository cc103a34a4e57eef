#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ours against a named peer, in turns, so that a busy machine slows both.
struct Comparison {
  private static let rounds = 15
  let name: String
  let peer: String
  /// How fast ours must be, as a part of the peer's speed; nil where the figure is for information.
  let limit: Double?

  /// Runs both `count` times in each round and prints the medians.
  func run(count: Int, ours: () throws -> Int, peer: () throws -> Int) throws {
    var own: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.rounds + 1 {
      theirs.append(try Self.nanoseconds(count, peer))
      own.append(try Self.nanoseconds(count, ours))
    }
    report(own, theirs)
  }

  /// The first round only warms up.
  private func report(_ own: [Double], _ theirs: [Double]) {
    let (own, theirs) = (own.dropFirst(), theirs.dropFirst())
    let (mine, other) = (Self.median(Array(own)), Self.median(Array(theirs)))
    // A round's two halves ran in the same moment, so their ratio is steadier than that of the medians.
    let ratio = Self.median(zip(theirs, own).map { $0 / $1 })
    let limit = self.limit.map { "limit \(Self.text($0, 2)) against this peer" } ?? "for information"
    print(
      "\(Self.pad(name, 34)) \(Self.text(mine, 0)) ns   \(self.peer) \(Self.text(other, 0)) ns   "
        + "ratio \(Self.text(ratio, 2))   \(limit)\(ratio < self.limit ?? 0 ? "   BELOW" : "")")
  }

  private static func nanoseconds(_ count: Int, _ body: () throws -> Int) rethrows -> Double {
    let began = processorTime()
    for _ in 0..<count { use(try body()) }
    return Double(processorTime() - began) / Double(count)
  }

  /// Nanoseconds that this thread has computed: what does not wait costs no more on a busy machine.
  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Results that nobody uses would not be computed.
  @inline(never) @_optimize(none)
  private static func use(_ result: Int) {}

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func text(_ value: Double, _ places: Int) -> String {
    let scale = places == 0 ? 1.0 : 100.0
    let rounded = (value * scale).rounded() / scale
    return places == 0 ? pad("\(Int(rounded))", -7) : "\(rounded)"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? blanks + text : text + blanks
  }
}
