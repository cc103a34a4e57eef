import UntrustedInput

/// A manifest: what the app asks for, and which doors it opens.
/// Source: developer.android.com, App manifest overview.
struct AndroidManifest: Sendable {
  let file: SourceText
  let root: MarkupElement
  let application: MarkupElement?
  let components: [AndroidComponent]
  let place: AndroidPlace

  init(_ xml: AndroidXML) {
    file = xml.file
    root = xml.root
    place = xml.place
    application = xml.root.everyElement.first { $0.localName == "application" }
    components = application?.elements.compactMap(AndroidComponent.init) ?? []
  }

  /// What the app asks for: `uses-permission` in all its forms.
  var permissions: [MarkupElement] { root.elements.filter { $0.localName.hasPrefix("uses-permission") } }

  /// The edit that gives an attribute of the platform a value, whether the element has the attribute or not.
  func setting(_ name: String, of element: MarkupElement, to value: String) -> [SourceEdit] {
    if let attribute = element.android(name) { return file.edit(attribute, to: value) }
    let attributes = root.everyElement.lazy.flatMap(\.attributes)
    let prefix = attributes.first { $0.namespace == MarkupElement.androidNamespace }?.prefix ?? "android"
    return file.addition(to: element, of: "\(prefix):\(name)=\"\(value)\"")
  }

  func asks(for permission: String) -> Bool {
    permissions.contains { $0.android("name")?.value == "android.permission." + permission }
  }
}

/// An activity, service, receiver or provider of a manifest.
struct AndroidComponent: Sendable {
  enum Kind: String, Sendable {
    case activity
    case alias = "activity-alias"
    case service, receiver, provider
  }

  let kind: Kind
  let element: MarkupElement
  let filters: [MarkupElement]

  init?(_ element: MarkupElement) {
    guard let kind = Kind(rawValue: element.localName) else { return nil }
    self.kind = kind
    self.element = element
    filters = element.all("intent-filter")
  }

  /// As written; empty when missing.
  var name: String { element.android("name")?.value ?? "" }
  /// The last part of the name of the class that answers.
  var className: String {
    let name = element.android(kind == .alias ? "targetActivity" : "name")?.value ?? ""
    return String(name.split(whereSeparator: { $0 == "." || $0 == "$" }).last ?? "")
  }
  /// Belongs to a library that came with the build.
  var isOfPlatform: Bool {
    ["androidx.", "android.", "com.google.", "com.android."].contains { name.hasPrefix($0) }
  }

  var actions: [String] { filters.flatMap { $0.all("action") }.compactMap { $0.android("name")?.value } }
  var categories: [String] { filters.flatMap { $0.all("category") }.compactMap { $0.android("name")?.value } }
  /// What starts the app from its icon, the television's menu or a watch.
  var isLauncher: Bool { categories.contains { $0.contains("LAUNCHER") || $0.hasSuffix(".HOME") } }
}
