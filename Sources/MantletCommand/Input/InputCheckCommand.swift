import ArgumentParser
import Foundation
import Redaction
import SecurityPolicy
import UntrustedInput

extension DisplayLanguage: ExpressibleByArgument {}

/// `mantlet input check`: one value, its verdict and the reason.
struct InputCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judge one value from outside.",
    discussion: """
      A VALUE of - is read from standard input; passwords and PINs only from there, one line. Images are given as a path \
      or on standard input. Exit codes: 0 accepted, 1 refused, 2 undetermined (a link without --scheme and --host, the \
      message of a page: only the app knows what it takes), 64 usage, 65 unreadable input.
      """)

  @Argument(help: "See `mantlet input kinds`.") var kind: InputKind
  @Argument(help: "The value, or - for standard input.") var value: String
  @Option(help: "en or de (default: both).") var language: DisplayLanguage?
  @Flag(help: "Print one JSON object.") var json = false
  @Option(name: .customLong("scheme"), help: "deep-link: a scheme of the app; may stand more than once.")
  var schemes: [String] = []
  @Option(name: .customLong("host"), help: "deep-link: a host of the app; may stand more than once.")
  var hosts: [String] = []
  @Option(help: "time-range: the day of its start, as in 2026-03-29.") var day: String?
  @Option(help: "time-range: the time zone, as in Europe/Berlin.") var zone: String?
  @Option(help: "image: the media type that the sender named.") var type: String?
  @Option(help: "password, pin: the policy file that may ask for more; without one its defaults hold.")
  var policy: String?

  func run() throws {
    let outcome = try judge()
    if json {
      StandardOutput.print(outcome.node(kind))
    } else {
      outcome.lines(kind, language).forEach { StandardOutput.print($0) }
    }
    switch outcome {
    case .accepted: break
    case .refused: throw ExitStatus.fails
    case .undetermined: throw ExitStatus.undetermined
    }
  }

  private func judge() throws -> InputOutcome {
    guard !kind.isSecret else {
      guard value == "-" else {
        throw ExitStatus.stop(
          "a \(kind.rawValue) is read from standard input only (-): arguments are seen by others", ExitStatus.usage)
      }
      let session = try policy.map { try PolicyFile.read($0).session } ?? SessionRequirement()
      return InputDesk.judge(secret: StandardInput.secretLine(), kind, session)
    }
    var desk = InputDesk(
      schemes: schemes.map { $0.lowercased() }, hosts: hosts.map { $0.lowercased() }, mediaType: type)
    guard (day == nil) == (zone == nil) else {
      throw ExitStatus.stop("--day and --zone belong together", ExitStatus.usage)
    }
    if let day, let zone {
      guard let known = try? CalendarDay(day), let place = TimeZone(identifier: zone) else {
        throw ExitStatus.stop("--day is a day as in 2026-03-29, --zone a name as in Europe/Berlin", ExitStatus.usage)
      }
      (desk.day, desk.zone) = (known, place)
    }
    return desk.judge(try bytes(), kind)
  }

  private func bytes() throws -> [UInt8] {
    if value != "-" { return kind == .image ? try GivenFile.read(value, limit: kind.mostBytes) : Array(value.utf8) }
    var bytes: [UInt8] = []
    while let part = try FileHandle.standardInput.read(upToCount: 1 << 16), !part.isEmpty {
      bytes += part
      guard bytes.count <= kind.mostBytes else {
        throw ExitStatus.stop("standard input holds more than \(kind.mostBytes) bytes", ExitStatus.unreadable)
      }
    }
    // One line break at the end is the terminal's, not the value's.
    if kind != .image, bytes.last == 10 { bytes.removeLast() }
    return bytes
  }
}
