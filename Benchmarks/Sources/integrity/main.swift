#if os(Linux)
  import AppIntegrity
  import Foundation
  import Glibc
  import ProcSignals
  import SecurityPolicy

  // The checks of this process, warm, beside one raw reading of /proc/self/maps, which no check can do without. Processor
  // time of this thread, in rounds that take turns, so that a busy machine slows all three; the first round only warms up.
  // A light check is allowed 1 ms, a full one 5 ms.

  func milliseconds(_ count: Int, _ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let began = now()
    for _ in 0..<count { body() }
    return (now() - began) / Double(count)
  }

  func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  func readMap() {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let map = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard map >= 0 else { exit(1) }
    while read(map, buffer, 64 << 10) > 0 {}
    close(map)
  }

  let source = ProcSignals()
  let check = SecurityCheck(facts: source, sources: [source])
  let date = Date(timeIntervalSince1970: 1_700_000_000)
  func run(_ level: CheckLevel) {
    guard let result = try? check.run(now: date, level: level), result.assessment.overall == .holds else {
      print("this process is not clean: nothing is measured")
      exit(1)
    }
  }

  // One level only, many times: for a profiler.
  if CommandLine.arguments.count == 3, let level = CheckLevel(rawValue: CommandLine.arguments[1]),
    let count = Int(CommandLine.arguments[2])
  {
    for _ in 0..<count { run(level) }
    exit(0)
  }

  var times: (map: [Double], light: [Double], full: [Double]) = ([], [], [])
  for _ in 0...60 {
    times.map.append(milliseconds(10, readMap))
    times.light.append(milliseconds(10) { run(.light) })
    times.full.append(milliseconds(10) { run(.full) })
  }
  let map = median(Array(times.map.dropFirst()))
  print(String(format: "one raw reading of /proc/self/maps: %.3f ms", map))
  for (name, values, limit) in [("light", times.light, 1.0), ("full", times.full, 5.0)] {
    let own = median(Array(values.dropFirst()))
    print(
      String(
        format: "%@ check: %.3f ms   limit %.0f ms   %.1f readings of the map%@", name, own, limit, own / map,
        own < limit ? "" : "   MISSED"))
  }
#endif
