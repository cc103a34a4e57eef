import UntrustedInput

/// One XML file of an Android project.
struct AndroidXML: Sendable {
  enum Kind: Sendable { case manifest, networkConfig, backupRules, sharedPaths, resources, layout, widget }

  let kind: Kind
  let file: SourceText
  let root: MarkupElement

  /// What others call it: `rules` of `res/xml/rules.xml`.
  var name: String {
    let name = file.path.split(separator: "/").last ?? ""
    return String(name.dropLast(4))
  }
  var place: AndroidPlace { AndroidPlace(file.path) }

  /// Told by the root element, so that a file in a strange folder is known, too; nil for files that say nothing about
  /// protection. Nothing but the beginning of the file is looked at, except in layouts.
  static func kind(of file: SourceText) -> Kind? {
    var text = file.text
    return text.withUTF8 { bytes in
      guard let root = rootName(bytes) else { return nil }
      switch root {
      case "manifest": return holds(bytes, "schemas.android.com/apk/res/android") ? .manifest : nil
      case "network-security-config": return .networkConfig
      case "full-backup-content", "data-extraction-rules": return .backupRules
      case "paths": return holds(bytes, "-path") ? .sharedPaths : nil
      case "resources": return .resources
      // The settings of Cordova.
      case "widget": return holds(bytes, "www.w3.org/ns/widgets") ? .widget : nil
      default:
        guard root.first?.isUppercase == true || root.contains(".") || root == "merge" || root == "layout",
          holds(bytes, "schemas.android.com/apk/res/android"), holds(bytes, "EditText") || holds(bytes, "inputType")
        else { return nil }
        return .layout
      }
    }
  }

  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    let first = word.utf8Start[0]
    guard bytes.count >= count else { return false }
    var index = 0
    while index <= bytes.count - count {
      if bytes[index] == first {
        var offset = 1
        while offset < count, bytes[index + offset] == word.utf8Start[offset] { offset += 1 }
        if offset == count { return true }
      }
      index += 1
    }
    return false
  }

  /// The name of the first element behind declarations and comments.
  private static func rootName(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var index = 0
    while index + 1 < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let next = bytes[index + 1]
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        let isComment = index + 3 < bytes.count && bytes[index + 2] == UInt8(ascii: "-")
        index += 2
        while index < bytes.count {
          if bytes[index] == UInt8(ascii: ">"), !isComment || bytes[index - 1] == UInt8(ascii: "-") { break }
          index += 1
        }
        continue
      }
      var end = index + 1
      while end < bytes.count, end - index < 128, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ">"),
        bytes[end] != UInt8(ascii: "/")
      {
        end += 1
      }
      return String(decoding: bytes[index + 1..<end], as: UTF8.self)
    }
    return nil
  }
}

extension MarkupElement {
  static let androidNamespace = "http://schemas.android.com/apk/res/android"

  /// An attribute that Android defines.
  func android(_ name: String) -> MarkupAttribute? { attribute(name, in: Self.androidNamespace) }

  /// Itself and everything below, in the order of the file.
  var everyElement: [MarkupElement] {
    var found: [MarkupElement] = []
    var waiting = [self]
    while let next = waiting.popLast() {
      found.append(next)
      waiting += next.elements.reversed()
    }
    return found
  }
}
