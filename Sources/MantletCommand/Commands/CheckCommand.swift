import AppIntegrity
import ArgumentParser
import Foundation
import SecurityPolicy
import TrustWire
import UntrustedInput

#if os(Linux)
  import ProcSignals
#endif

/// `mantlet check`: the report of this process and machine.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check this process and this machine, and print what was seen.")

  @Flag(help: "Print one JSON object.")
  var json = false
  @Flag(help: "With --json: one line now and one more for each newline on standard input.")
  var watch = false
  @Flag(help: "Say on standard error what is looked for, and whether it is there.")
  var verbose = false
  @Flag(
    help: "Leave out what takes long: other libraries' code, code that libc's answers hide, ports, sockets, packages.")
  var light = false
  @Option(help: "Read the device from a staged tree instead of this machine.")
  var root: String = ""
  @Option(help: "Check no device: say which URL schemes an app's Info.plist must declare and does not.")
  var infoPlist: String?

  func validate() throws {
    if watch && !json { throw ValidationError("--watch prints JSON lines: add --json") }
    if infoPlist != nil, watch || verbose || light || !root.isEmpty {
      throw ValidationError("--info-plist goes with --json alone")
    }
  }

  func run() throws {
    if let infoPlist {
      try Self.schemes(of: infoPlist, json: json)
      return
    }
    var isFolder: ObjCBool = false
    if !root.isEmpty, !FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) || !isFolder.boolValue {
      throw ExitStatus.stop("--root \(root) is no folder", ExitStatus.unreadable)
    }
    let check = try Self.check(root: root, verbose: verbose)
    var result = try once(check)
    if watch {
      var byte: UInt8 = 0
      while read(0, &byte, 1) == 1 {
        if byte == UInt8(ascii: "\n") { result = try once(check) }
      }
    }
    let verdict = result.assessment.overall
    guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
  }

  static func check(root: String, verbose: Bool = false) throws -> SecurityCheck {
    #if os(Linux)
      let log: @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
      let probes = ProcSignals(root: root, log: verbose ? log : nil)
      return SecurityCheck(facts: probes, sources: [probes])
    #else
      throw ExitStatus.stop(
        "this platform's probes run inside an app, not on the command line", ExitStatus.undetermined)
    #endif
  }

  /// Ends with 1 when a scheme is missing: its probe would never see anything.
  private static func schemes(of file: String, json: Bool) throws {
    let handle = FileHandle(forReadingAtPath: file)
    guard let bytes = try? handle?.read(upToCount: DeclaredSchemes.longest + 1),
      let declared = DeclaredSchemes(infoPlist: [UInt8](bytes))
    else { throw ExitStatus.stop("\(file) is no Info.plist that can be read", ExitStatus.unreadable) }
    let missing = declared.missing()
    if json {
      StandardOutput.print(["declared": .strings(declared.names), "missing": .strings(missing)] as JSONNode)
    } else if missing.isEmpty {
      StandardOutput.print("every scheme that is asked for is declared")
    } else {
      StandardOutput.print("not allowed to ask for \(missing.count) schemes; add to LSApplicationQueriesSchemes:")
      for scheme in missing { StandardOutput.print("  <string>\(scheme)</string>") }
    }
    if !missing.isEmpty { throw ExitCode(1) }
  }

  private func once(_ check: SecurityCheck) throws -> CheckResult {
    do {
      let result = try check.run(now: Date(), level: light ? .light : .full)
      if json { StandardOutput.print(Self.node(result)) } else { Self.describe(result) }
      return result
    } catch {
      throw ExitStatus.stop(error, ExitStatus.undetermined)
    }
  }

  /// The names of the security check report; `evidence` are sentences, `probes` the signals behind them.
  static func node(_ result: CheckResult) -> JSONNode {
    [
      "date": .string(result.date.formatted(.iso8601)), "checkVersion": .integer(Int64(result.checkVersion)),
      "catalogueVersion": .integer(Int64(result.catalogueVersion)),
      "os": .string(result.system.name), "osVersion": .string(result.system.version),
      "patchLevel": result.system.patchLevel.map { .string($0) } ?? JSONNode(.null),
      "sdkLevel": result.system.sdkLevel.map { .integer(Int64($0)) } ?? JSONNode(.null),
      "platform": .string(result.system.platform.rawValue),
      "isRooted": JSONNode(.bool(result.isRooted)), "isHooked": JSONNode(.bool(result.isHooked)),
      "isDebugged": JSONNode(.bool(result.isDebugged)),
      "verdicts": [
        "rooted": .string(word(result.assessment.rooted)), "hooked": .string(word(result.assessment.hooked)),
        "debugged": .string(word(result.assessment.debugged)),
      ],
      "categories": JSONNode(
        .object(
          ThreatCategory.allCases.compactMap { category in
            result.assessment.verdicts[category].map { JSONMember(category.rawValue, .string(word($0))) }
          })),
      "overlay": result.overlay?.node ?? JSONNode(.null),
      "evidence": .strings(result.evidence),
      "probes": JSONNode(.array(result.signals.map(\.node))),
    ]
  }

  private static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .holds: "no sign"
    case .fails(let reason): "yes: \(reason)"
    case .undetermined(let reason): "undetermined: \(reason)"
    }
  }

  private static func describe(_ result: CheckResult) {
    func row(_ name: String, _ value: String) {
      StandardOutput.print(name.padding(toLength: 14, withPad: " ", startingAt: 0) + value)
    }
    row("date", result.date.formatted(.iso8601))
    row("checkVersion", "\(result.checkVersion), catalogue \(result.catalogueVersion)")
    row("os", result.system.name)
    row("osVersion", result.system.version)
    row("patchLevel", result.system.patchLevel ?? "none")
    row("sdkLevel", result.system.sdkLevel.map { String($0) } ?? "none")
    row("isRooted", "\(result.isRooted) (\(word(result.assessment.rooted)))")
    row("isHooked", "\(result.isHooked) (\(word(result.assessment.hooked)))")
    row("isDebugged", "\(result.isDebugged) (\(word(result.assessment.debugged)))")
    if let overlay = result.overlay {
      let changed = overlay.switchedOff.map { "\($0) off" } + overlay.weakened.map { "\($0) weakened" }
      row("overlay", "\(overlay.number): \(changed.isEmpty ? "changes nothing" : changed.joined(separator: ", "))")
    }
    for signal in result.signals {
      let mark = signal.observation == .clean ? "✓" : signal.observation == .detected ? "✗" : "?"
      let facts = signal.evidence.isEmpty ? "" : "  " + signal.evidence.joined(separator: "; ")
      StandardOutput.print("  \(mark) \(signal.probe) (\(signal.strength.rawValue), \(signal.family.rawValue))\(facts)")
    }
  }
}
