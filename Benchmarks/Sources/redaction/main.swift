import Foundation
import Logging
import Mantlet
import Redaction
import SecurityPolicy

#if canImport(Glibc)
  import Glibc
#endif

// Masking beside a plain copy of the same bytes, the handler beside swift-log's own, and a call below the level. Processor
// time of this thread, in rounds that take turns, so that a busy machine slows all alike; the first round only warms up.

func nanoseconds(_ count: Int, _ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
  let began = now()
  for _ in 0..<count { body() }
  return (now() - began) / Double(count)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func say(_ name: String, _ value: String, _ limit: String, _ isMet: Bool, _ note: String) {
  print(
    "\(name.padding(toLength: 34, withPad: " ", startingAt: 0)) \(value)   limit \(limit)   \(note)\(isMet ? "" : "   MISSED")"
  )
}

/// What a server and an app write: nothing of it is masked.
let ordinary = [
  #"2026-11-22T16:50:00.123Z INFO  [network] GET /api/v1/sleep/sessions?from=2026-11-01&limit=50 status=200 bytes=18231 "#
    + #"duration=34.5ms request=7f3a9c2e cache=miss thread=main retries=0 host=api.example.org"#,
  #"2026-11-22 16:50:01,001 debug com.example.app.SleepLogViewController viewDidAppear(animated: true) in 3.1 ms"#,
  #"{"time":"2026-11-22T16:50:02Z","level":"info","message":"report accepted","device":"550e8400-e29b-41d4-a716-446655440000","trust":"attested"}"#,
  "Nov 22 16:50:03 host kernel: [12345.678901] usb 1-1: new high-speed USB device number 7 using xhci_hcd",
  "10.0.0.17 - - [22/Nov/2026:16:50:04 +0000] \"POST /token HTTP/1.1\" 200 1834 \"-\" \"App/1.0 CFNetwork/1568.200.51 Darwin/24.1.0\"",
  "The night was quiet: 7 h 40 min asleep, woken twice, the alarm at half past six was early but welcome.",
]
var block = String(repeating: ordinary.joined(separator: "\n") + "\n", count: 400)
block.makeContiguousUTF8()
let leaky =
  #"login of alice@example.org with token=eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln from 10.0.0.17 in 3 ms"# + "\n"
var leakyBlock = String(repeating: ordinary.joined(separator: "\n") + "\n" + leaky, count: 350)
let line = String(ordinary[0].prefix(200))
let rules = MaskingRules()

guard rules.mask(block) == block, rules.mask(leakyBlock) != leakyBlock, line.utf8.count == 200 else {
  print("the lines are not what they should be: nothing is measured")
  exit(1)
}

/// What is wrong with an app's logging as this build has it, which is one for release: what it makes is asked, level by
/// level, and no profile is handed in.
func faultsOfLogging() -> [String] {
  var faults: [String] = []
  for hasFile in [false, true] {
    var requirement = LoggingRequirement()
    requirement.file = hasFile ? LogFileRequirement(name: "diagnostics", bytes: 1 << 20) : nil
    var debugHandlers = 0
    let handler = AppLogging(requirement).handler(label: "bench") { label in
      debugHandlers += 1
      return StreamLogHandler.standardError(label: label)
    }
    var logger = Logger(label: "bench") { _ in handler }
    logger.logLevel = .trace
    var asked: [Logger.Level] = []
    for level in Logger.Level.allCases {
      func message() -> Logger.Message {
        asked.append(level)
        return "boom"
      }
      logger.log(level: level, message())
    }
    let name = hasFile ? "with a file" : "without one"
    if debugHandlers > 0 { faults.append("\(name): the handler of debug builds is made") }
    // The handler that writes nowhere is asked at `critical` only.
    if hasFile ? asked != [.error, .critical] : asked != [.critical] || !(handler is SwiftLogNoOpLogHandler) {
      faults.append("\(name): \(asked) pass")
    }
  }
  return faults
}

let faults = faultsOfLogging()
guard faults.isEmpty else {
  print("the logging of a release build: \(faults)")
  exit(1)
}
print("the release build logs errors to a file that the policy names, and nothing without one")

let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: block.utf8.count, alignment: 64)
// Results go to standard output; what the handlers write goes nowhere.
guard dup2(open("/dev/null", O_WRONLY), 2) == 2 else { exit(1) }
let null = StreamLogHandler.standardError(label: "bench")
let plain = Logger(label: "bench") { _ in null }
let quiet = {
  var logger = plain
  logger.logLevel = .info
  return logger
}()
let masked = Logger(label: "bench") { _ in RedactingLogHandler(wrapping: null, floor: .info) }
let mark: Logger.MetadataValue = "\(7, attributes: [Sensitivity.public])"

var times: [String: [Double]] = [:]
for _ in 0...40 {
  times["memcpy", default: []].append(
    nanoseconds(50) { block.withUTF8 { copy.copyBytes(from: UnsafeRawBufferPointer($0)) } })
  times["mask", default: []].append(nanoseconds(5) { _ = rules.mask(block) })
  times["leaky", default: []].append(nanoseconds(5) { _ = rules.mask(leakyBlock) })
  times["line", default: []].append(nanoseconds(2000) { _ = rules.mask(line) })
  times["stream", default: []].append(nanoseconds(500) { plain.error("\(line)", metadata: ["n": mark]) })
  times["redacting", default: []].append(nanoseconds(500) { masked.error("\(line)", metadata: ["n": mark]) })
  times["below", default: []].append(nanoseconds(100_000) { masked.debug("\(line)", metadata: ["n": mark]) })
  times["quiet", default: []].append(nanoseconds(100_000) { quiet.debug("\(line)", metadata: ["n": mark]) })
}
let medians = times.mapValues { median(Array($0.dropFirst())) }
let own = { (name: String) in medians[name] ?? .infinity }

let speed = Double(block.utf8.count) / own("mask") * 1000
let copySpeed = Double(block.utf8.count) / own("memcpy") * 1000
let leakySpeed = Double(leakyBlock.utf8.count) / own("leaky") * 1000
say(
  "ordinary lines", String(format: "%8.0f MB/s", speed), "200 MB/s", speed >= 200,
  String(format: "memcpy %.0f MB/s, ratio %.0f", copySpeed, copySpeed / speed))
say(
  "one line in seven leaks", String(format: "%8.0f MB/s", leakySpeed), "100 MB/s", leakySpeed >= 100,
  String(format: "ratio to memcpy %.0f", copySpeed / leakySpeed))
say(
  "a line of 200 bytes", String(format: "%8.0f ns  ", own("line")), "2000 ns", own("line") <= 2000,
  "masked, nothing found")
let overhead = own("redacting") - own("stream")
say(
  "handler, 200 bytes to /dev/null", String(format: "%8.0f ns  ", own("redacting")), "2000 ns more", overhead <= 2000,
  String(format: "StreamLogHandler %.0f ns, ratio %.2f", own("stream"), own("redacting") / own("stream")))
say(
  "a call below the level", String(format: "%8.1f ns  ", own("below")), "20 ns", own("below") <= 20,
  String(format: "StreamLogHandler %.1f ns, ratio %.2f", own("quiet"), own("below") / own("quiet")))
