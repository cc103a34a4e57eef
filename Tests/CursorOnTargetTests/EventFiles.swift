import CursorOnTarget
import Foundation

/// The events under Tests/Vectors/cot, and short ones made in place.
enum EventFiles {
  static let names = ["position", "chat", "alarm"]
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/cot")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name + ".xml")))
  }

  static func event(_ name: String) throws -> CoTEvent { try CoTReader().read(bytes(name)) }

  static func message(_ name: String) throws -> [UInt8] {
    let text = try String(contentsOf: folder.appending(path: name + ".hex"), encoding: .utf8)
    let digits = Array(text.utf8.dropLast())
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// An event as text, with one thing changed.
  static func text(
    uid: String = "uid=\"U\"", type: String = "type=\"a-f-G\"", how: String = "how=\"m-g\"",
    time: String = "time=\"2026-05-01T12:00:00Z\"", stale: String = "stale=\"2026-05-01T12:01:00Z\"",
    version: String = "version=\"2.0\"", more: String = "",
    point: String = "<point lat=\"1\" lon=\"2\" hae=\"3\" ce=\"4\" le=\"5\"/>", detail: String = ""
  ) -> String {
    "<event \(version) \(uid) \(type) \(how) \(time) start=\"2026-05-01T12:00:00Z\" \(stale) \(more)>\(point)\(detail)</event>"
  }

  static func read(_ text: String, _ limits: CoTLimits = CoTLimits()) throws(CoTError) -> CoTEvent {
    try CoTReader(limits: limits).read(Array(text.utf8))
  }

  static let now = Result { try CoTTime("2026-05-01T12:00:00Z") }
}
