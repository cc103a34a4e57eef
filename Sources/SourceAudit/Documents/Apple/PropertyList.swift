import UntrustedInput

/// A property list of a project, in whichever of the three forms it is written.
struct PropertyList: Sendable {
  /// What it is for.
  enum Kind: Sendable, Hashable { case info, texts, entitlements, privacy, settings, google, other }

  private static let byteOrderMarks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

  let file: SourceText
  let root: PropertyListNode
  let kind: Kind

  /// Nil for what cannot be read.
  init?(_ file: SourceText) {
    guard let root = Self.read(file) else { return nil }
    self.file = file
    self.root = root
    kind = Self.kind(file.path, root)
  }

  /// What users get: no test, no example of a library.
  var isShipped: Bool { SourceRole(path: file.path, imports: [], head: "") == .app }

  /// The Info.plist of an app itself, not of one of its extensions or frameworks.
  var isOfApp: Bool {
    guard kind == .info, isShipped, root["NSExtension"] == nil else { return false }
    let type = root["CFBundlePackageType"]?.string
    guard type == nil || type == "APPL" || type == "$(PRODUCT_BUNDLE_PACKAGE_TYPE)" else { return false }
    return ["LSRequiresIPhoneOS", "UILaunchStoryboardName", "UILaunchScreen", "UIApplicationSceneManifest"].contains {
      root[$0] != nil
    }
  }

  private static func read(_ file: SourceText) -> PropertyListNode? {
    let limit = SourceLimits().fileBytes
    let bytes = file.bytes.isEmpty ? Array(file.text.utf8) : file.bytes
    if BinaryPropertyListReader.begins(bytes) { return try? BinaryPropertyListReader(maximumBytes: limit).read(bytes) }
    guard let text = text(of: bytes) else { return nil }
    let isMarkup = text.first { $0 != 32 && !(9...13).contains($0) && $0 < 0x80 } == UInt8(ascii: "<")
    guard isMarkup else {
      return try? TextPropertyListReader(maximumBytes: limit * 16, allowsDuplicates: true).read(text)
    }
    return try? PropertyListReader(maximumBytes: limit).read(text)
  }

  /// As UTF-8.
  private static func text(of bytes: [UInt8]) -> [UInt8]? {
    guard let mark = byteOrderMarks.first(where: { bytes.starts(with: $0) }) else { return withoutOldEncoding(bytes) }
    let isLittle = mark == [0xFF, 0xFE]
    var units: [UInt16] = []
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? second << 8 | first : first << 8 | second)
    }
    guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else { return nil }
    return withoutOldEncoding(Array(text.utf8))
  }

  /// Of a text that was in UTF-16 the declaration, which still says so, is left out up to the end of its line.
  private static func withoutOldEncoding(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")),
      String(decoding: text[...end], as: UTF8.self).lowercased().contains("utf-16")
    else { return text }
    return Array(text[(end + 1)...])
  }

  private static func kind(_ path: String, _ root: PropertyListNode) -> Kind {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    if name.hasSuffix(".strings") { return .texts }
    if name.hasSuffix(".entitlements") || name.contains("entitlements") { return .entitlements }
    if name.hasSuffix(".xcprivacy") { return .privacy }
    if path.contains("Settings.bundle/") { return .settings }
    if name.contains("googleservice-info") { return .google }
    let isInfo = name.hasSuffix("info.plist") || root["CFBundleIdentifier"] != nil || root["CFBundleExecutable"] != nil
    return isInfo ? .info : .other
  }
}
