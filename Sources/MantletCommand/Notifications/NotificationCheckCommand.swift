import ArgumentParser
import Foundation
import ScreenPrivacy
import SecurityPolicy
import UntrustedInput

/// `mantlet notification check`: whether a payload could show or carry something about a person.
struct NotificationCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a payload for APNs or a request to FCM.",
    discussion: """
      Allowed are the texts of the built-in templates, and texts, keys of texts that lie in the app, and data that are \
      named here. \
      Exit codes: 0 it may be sent, 1 it may not and why, 65 unreadable.
      """)

  @Argument(help: "The JSON file; - for standard input.") var file: String
  @Option(help: "The policy file; without one its defaults hold.") var policy: String?
  @Option(name: .customLong("template"), help: "The name of a template of the app's own; may stand more than once.")
  var names: [String] = []
  @Option(name: .customLong("text"), help: "A text that is allowed, exactly; may stand more than once.")
  var texts: [String] = []
  @Option(name: .customLong("text-key"), help: "A loc-key that is allowed; may stand more than once.")
  var textKeys: [String] = []
  @Option(name: .customLong("data-key"), help: "A key of the app's own that is allowed; may stand more than once.")
  var dataKeys: [String] = []
  @Flag(help: "An extension of the app may write other words.") var allowMutableContent = false
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let requirement = try policy.map { try PolicyFile.read($0).notifications } ?? NotificationRequirement()
    let bytes = try file == "-" ? Self.standardInput() : GivenFile.read(file, limit: 1 << 16)
    let rules = RemoteNotificationRules(
      requirement, names: Set(names), texts: Set(texts), textKeys: Set(textKeys), dataKeys: Set(dataKeys),
      allowsMutableContent: allowMutableContent)
    let kind: RemoteNotificationKind
    do throws(RemoteNotificationRefusal) { kind = try RemoteNotificationCheck(rules).check(bytes) } catch {
      if json { StandardOutput.print(["verdict": "fails", "reason": .string("\(error)")]) }
      switch error {
      case .unreadable, .notANotification: throw ExitStatus.stop(error, ExitStatus.unreadable)
      default: throw ExitStatus.stop(error, ExitStatus.fails)
      }
    }
    if json {
      StandardOutput.print(["verdict": "holds", "kind": .string(kind.rawValue)])
    } else {
      StandardOutput.print("\(kind.rawValue): may be sent")
    }
  }

  /// At most one byte more than is ever accepted.
  private static func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= 1 << 16,
      let more = try FileHandle.standardInput.read(upToCount: (1 << 16) + 1 - bytes.count), !more.isEmpty
    {
      bytes += more
    }
    return bytes
  }
}
