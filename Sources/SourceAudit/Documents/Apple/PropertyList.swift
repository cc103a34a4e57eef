import UntrustedInput

/// A property list of a project, in whichever of the three forms it is written, or as a manifest or build settings make it.
struct PropertyList: Sendable {
  /// What it is for.
  enum Kind: Sendable, Hashable { case info, texts, entitlements, privacy, settings, google, other }

  private static let byteOrderMarks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

  /// A key or a value of a list that has no file of its own.
  struct Part: Sendable {
    let place: ConfigurationPlace
    let isForDebug: Bool
  }

  /// The file, or the first of those that make the list.
  let file: SourceText
  let root: PropertyListNode
  let kind: Kind
  /// What users get: no test, no example of a library.
  let isShipped: Bool
  /// Whether all of it is known: what is not in any other list may be there all the same.
  let isWhole: Bool
  /// Empty for a file. A position in any other list is a row of this table, from 1, in column 0, which no file has.
  private let parts: [Part]

  /// Nil for what cannot be read.
  init?(_ file: SourceText) {
    guard let root = try? Self.read(file) else { return nil }
    self.init(file, root, isWhole: true)
  }

  init(_ file: SourceText, _ root: PropertyListNode, isWhole: Bool) {
    self.file = file
    self.root = root
    self.isWhole = isWhole
    kind = Self.kind(file.path, root)
    isShipped = SourceRole(path: file.path, imports: [], head: "") == .app
    parts = []
  }

  /// A list that several places write.
  init(_ file: SourceText, _ root: PropertyListNode, _ kind: Kind, parts: [Part], isShipped: Bool, isWhole: Bool) {
    self.file = file
    self.root = root
    self.kind = kind
    self.isShipped = isShipped
    self.isWhole = isWhole
    self.parts = parts
  }

  /// The position that stands for a row of the parts.
  static func position(ofPart row: Int) -> TextPosition { TextPosition(line: row + 1, column: 0) }

  /// Nil in a file.
  func part(at position: TextPosition) -> Part? {
    position.column == 0 && parts.indices.contains(position.line - 1) ? parts[position.line - 1] : nil
  }

  /// Where a key or a value is written.
  func place(of position: TextPosition) -> ConfigurationPlace { part(at: position)?.place ?? .file(file, position) }

  /// Whether a key or a value says by its file, or by the names around it, that it is for debug builds.
  func isForDebug(at position: TextPosition) -> Bool {
    if let part = part(at: position) { return part.isForDebug }
    let name = (file.path.split(separator: "/").last ?? "").lowercased()
    return name.contains("debug") || name.contains("development")
  }

  /// A flag turned off where it is written out; none where a name stands for it.
  func turningOff(_ member: PropertyListMember) -> [SourceEdit] {
    if parts.isEmpty {
      let isMarkup = file.text.first { !$0.isWhitespace } == "<"
      return file.edit(isMarkup ? "true" : "YES", to: isMarkup ? "false" : "NO", from: member.position)
    }
    guard case .code(let value) = place(of: member.node.position), value.kind == .boolean, value.parent != nil else {
      return []
    }
    return value.unit.text.edit("true", to: "false", from: value.offset)
  }

  /// The file as strictly read; for one that is broken every reading that can be had, and the line of where it breaks:
  /// both sides of a merge, or what its tags say by themselves.
  static func readings(of file: SourceText) -> (lists: [PropertyList], isBroken: Bool, line: Int?) {
    do {
      return ([PropertyList(file, try read(file), isWhole: true)], false, nil)
    } catch {
      let text = String(decoding: text(of: bytes(of: file)) ?? [], as: UTF8.self)
      var roots = ConflictMarker.sides(of: text).compactMap { try? read(text: Array($0.utf8)) }
      if roots.isEmpty, isMarkup(Array(text.utf8)) { roots = [BrokenMarkup.list(of: text)].compactMap { $0 } }
      return (roots.map { PropertyList(file, $0, isWhole: false) }, true, error.line)
    }
  }

  /// The Info.plist of an app itself, not of one of its extensions or frameworks.
  var isOfApp: Bool {
    guard kind == .info, isShipped, root["NSExtension"] == nil else { return false }
    let type = root["CFBundlePackageType"]?.string
    guard type == nil || type == "APPL" || type == "$(PRODUCT_BUNDLE_PACKAGE_TYPE)" else { return false }
    return ["LSRequiresIPhoneOS", "UILaunchStoryboardName", "UILaunchScreen", "UIApplicationSceneManifest"].contains {
      root[$0] != nil
    }
  }

  private static func bytes(of file: SourceText) -> [UInt8] {
    file.bytes.isEmpty ? Array(file.text.utf8) : file.bytes
  }

  private static func read(_ file: SourceText) throws(InputError) -> PropertyListNode {
    let bytes = bytes(of: file)
    if BinaryPropertyListReader.begins(bytes) {
      return try BinaryPropertyListReader(maximumBytes: SourceLimits().fileBytes).read(bytes)
    }
    guard let text = text(of: bytes) else { throw .notUTF8 }
    return try read(text: text)
  }

  private static func read(text: [UInt8]) throws(InputError) -> PropertyListNode {
    let limit = SourceLimits().fileBytes
    guard isMarkup(text) else {
      return try TextPropertyListReader(maximumBytes: limit * 16, allowsDuplicates: true).read(text)
    }
    return try PropertyListReader(maximumBytes: limit, allowsDeclarations: true).read(text)
  }

  private static func isMarkup(_ text: [UInt8]) -> Bool {
    text.first { $0 != 32 && !(9...13).contains($0) && $0 < 0x80 } == UInt8(ascii: "<")
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

extension PropertyListNode {
  /// A value that is not known: no text, no flag and no list, so that no rule takes it for one.
  static func unknown(at position: TextPosition) -> PropertyListNode { PropertyListNode(.data([]), at: position) }
}
