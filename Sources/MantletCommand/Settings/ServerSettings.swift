import ArgumentParser
import Foundation
import Logging
import Redaction
import SecurityPolicy
import UntrustedInput

#if Server
  import TrustServer
#endif

/// What was said about the server: a flag wins over a variable, a variable over the configuration file.
struct ServerSettings: Sendable {
  private struct Value: Sendable {
    let text: String
    let place: SettingError.Place
    /// What a relative path counts from.
    let folder: String
    /// The text is the secret itself and no path.
    var isItself = false
  }

  private var values: [Setting: Value] = [:]

  /// - Parameter file: the configuration file, if there is one.
  init(
    flags: [Setting: String], environment: [String: String], file: String?
  ) throws(SettingError) {
    let here = FileManager.default.currentDirectoryPath
    if let file { values = try Self.read(file) }
    for setting in Setting.allCases {
      let (name, path) = (setting.variable, setting.variable + "_FILE")
      if setting.isSecret, let text = environment[path], !text.isEmpty {
        guard environment[name]?.isEmpty ?? true else { throw .clash("\(name) and \(path) are both set: leave one") }
        values[setting] = Value(text: text, place: .variable(path), folder: here)
      } else if let text = environment[name], !text.isEmpty {
        values[setting] = Value(text: text, place: .variable(name), folder: here, isItself: setting.isSecret)
      }
      if let text = flags[setting] { values[setting] = Value(text: text, place: .flag(setting), folder: here) }
    }
    for (setting, value) in values { try Self.check(setting, value) }
  }

  private static func check(_ setting: Setting, _ value: Value) throws(SettingError) {
    switch setting.kind {
    case .number(let range):
      guard let number = Int(value.text), range.contains(number) else {
        throw .wrong(
          setting, value.place, expected: "an integer from \(range.lowerBound) to \(range.upperBound)")
      }
    case .flag:
      guard ["true", "false"].contains(value.text) else {
        throw .wrong(setting, value.place, expected: "true or false")
      }
    case .word(let words):
      guard words.contains(value.text) else {
        throw .wrong(setting, value.place, expected: "one of \(words.joined(separator: ", "))")
      }
    case .duration(let range):
      guard let seconds = DurationText.parse(value.text)?.components.seconds, range.contains(seconds) else {
        throw .wrong(
          setting, value.place,
          expected: "a duration such as 30d, from \(range.lowerBound) to \(range.upperBound) seconds")
      }
    case .addresses:
      #if Server
        guard Self.ranges(value.text) != nil else {
          throw .wrong(setting, value.place, expected: "addresses or blocks such as 10.0.0.0/8, with commas between")
        }
      #endif
    case .paths:
      guard !value.text.split(separator: ",", omittingEmptySubsequences: false).contains("") else {
        throw .wrong(setting, value.place, expected: "paths of files with commas between")
      }
    case .text, .path, .secret:
      guard !value.text.isEmpty else { throw .wrong(setting, value.place, expected: "a text that is not empty") }
    }
  }

  #if Server
    private static func ranges(_ text: String) -> [AddressRange]? {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let ranges = parts.compactMap { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
      return ranges.count == parts.count ? ranges : nil
    }

    /// Checked when it was read.
    var trustedProxies: TrustedProxies {
      TrustedProxies(
        text(.trustedProxy).flatMap(Self.ranges) ?? [],
        header: text(.trustedProxyHeader).flatMap { TrustedProxies.Header(rawValue: $0) } ?? .xForwardedFor)
    }

    /// What `tpm:FOLDER` in the key-encryption key's place names; nil for a file or the key itself.
    var chipKey: ChipKey? {
      guard let value = values[.encryptionKey], value.text.hasPrefix("tpm:") else { return nil }
      let folder = String(value.text.dropFirst(4))
      return ChipKey(
        folder: folder.hasPrefix("/") ? folder : value.folder + "/" + folder, transport: text(.chipTransport) ?? "",
        place: value.place)
    }
  #endif

  private static func read(_ path: String) throws(SettingError) -> [Setting: Value] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
    let document: JSONNode
    do {
      document = try JSONReader(maximumBytes: 1 << 16, maximumDepth: 4, allowsComments: true).read(data)
    } catch {
      throw .malformed(path: path, at: .none, problem: "\(error)")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let byPath = Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0.rawValue, $0) })
    let sections = Set(Setting.allCases.filter { $0.parts.count == 2 }.map { $0.parts[0] })
    var values: [Setting: Value] = [:]
    func walk(_ node: JSONNode, _ prefix: String) throws(SettingError) {
      let name = prefix.isEmpty ? "the document" : prefix
      guard let members = node.members else {
        throw .malformed(path: path, at: node.position, problem: "\(name) must be an object")
      }
      for member in members {
        let full = prefix.isEmpty ? member.name : "\(prefix).\(member.name)"
        if prefix.isEmpty, sections.contains(full) {
          try walk(member.node, full)
        } else if let setting = byPath[full] {
          let place = SettingError.Place.file(path: path, at: member.node.position)
          values[setting] = Value(text: try text(member.node, of: setting, place), place: place, folder: folder)
        } else {
          // The key's own text comes from outside.
          throw .malformed(path: path, at: member.position, problem: "\(name) has no such key")
        }
      }
    }
    try walk(document, "")
    return values
  }

  private static func text(
    _ node: JSONNode, of setting: Setting, _ place: SettingError.Place
  ) throws(SettingError) -> String {
    switch (setting.kind, node.value) {
    case (.number, .number(let digits)): return digits
    case (.flag, .bool(let flag)): return flag ? "true" : "false"
    case (.number(let range), _):
      throw .wrong(setting, place, expected: "an integer from \(range.lowerBound) to \(range.upperBound)")
    case (.flag, _): throw .wrong(setting, place, expected: "true or false")
    case (_, .string(let text)): return text
    default: throw .wrong(setting, place, expected: "a text in quotes")
    }
  }
}

extension ServerSettings {
  func isSaid(_ setting: Setting) -> Bool { values[setting] != nil }

  /// Where it was said; for messages.
  func place(_ setting: Setting) -> SettingError.Place { values[setting]?.place ?? .nowhere(setting) }

  func text(_ setting: Setting) -> String? { values[setting]?.text }

  func required(_ setting: Setting) throws(SettingError) -> String {
    guard let value = values[setting] else { throw .missing(setting) }
    return setting.kind == .path ? Self.absolute(value) : value.text
  }

  /// Empty when nothing was said.
  func paths(_ setting: Setting) -> [String] {
    guard let value = values[setting] else { return [] }
    return value.text.split(separator: ",").map { path in
      let path = path.drop { $0 == " " }
      return Self.absolute(Value(text: String(path), place: value.place, folder: value.folder))
    }
  }

  /// Checked when it was read.
  func number(_ setting: Setting, or standard: Int) -> Int { values[setting].flatMap { Int($0.text) } ?? standard }
  var level: Logger.Level { text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .info }
  /// In seconds.
  func duration(_ setting: Setting) -> Int64? {
    values[setting].flatMap { DurationText.parse($0.text)?.components.seconds }
  }
  func flag(_ setting: Setting, or standard: Bool) -> Bool { values[setting].map { $0.text == "true" } ?? standard }

  /// The secret, without the line end that editors add. A file must be this user's own and closed to others.
  func secret(_ setting: Setting) throws(SettingError) -> Secret? {
    guard let value = values[setting] else { return nil }
    if value.isItself { return Secret(copying: value.text.utf8) }
    do {
      var bytes = try StateFile.read(Self.absolute(value))
      while bytes.last == 10 || bytes.last == 13 { bytes.removeLast() }
      return Secret(copying: bytes)
    } catch {
      throw .secretUnreadable(setting, value.place, error)
    }
  }

  /// 32 bytes, written as base64url.
  func key(_ setting: Setting) throws(SettingError) -> Secret? {
    guard let text = try secret(setting) else { return nil }
    return try Self.key(text, setting, place(setting))
  }

  static func key(
    _ text: borrowing Secret, _ setting: Setting, _ place: SettingError.Place
  ) throws(SettingError) -> Secret {
    let bytes = text.withExposedBytes { try? Base64URL.decode(String(decoding: $0, as: UTF8.self)) }
    guard let bytes, bytes.count == 32 else {
      throw .wrong(setting, place, expected: "32 bytes as base64url (43 letters)")
    }
    return Secret(copying: bytes)
  }

  private static func absolute(_ value: Value) -> String {
    value.text.hasPrefix("/") ? value.text : value.folder + "/" + value.text
  }
}
