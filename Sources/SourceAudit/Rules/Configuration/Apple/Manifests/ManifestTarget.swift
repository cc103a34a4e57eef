import UntrustedInput

/// What a target of a manifest is, as far as that says what its lists are for.
/// Source: tuist/tuist, ProjectDescription, Product; InfoPlistContentProvider.
struct ManifestTarget {
  private static let tests: Set<String> = ["unitTests", "uiTests"]
  private static let packageTypes = [
    "app": "APPL", "appClip": "APPL", "framework": "FMWK", "staticFramework": "FMWK", "bundle": "BNDL",
    "unitTests": "BNDL", "uiTests": "BNDL", "appExtension": "XPC!", "extensionKitExtension": "XPC!",
    "messagesExtension": "XPC!", "stickerPackExtension": "XPC!", "tvTopShelfExtension": "XPC!",
  ]
  private static let phones: Set<String> = ["iOS", "iPhone", "iPad", "macWithiPadDesign", "macCatalyst"]
  private static let debugWords: Set<String> = ["debug", "dev", "development"]

  /// Empty when it is not known.
  private let product: String
  private let isOfPhone: Bool
  /// Whether nobody gets it.
  let isForDebug: Bool

  /// - Parameter call: `.target(name: "App", product: .app, …)`
  init(_ call: Expression, _ frame: ManifestReader.Frame?, _ reader: inout ManifestReader) {
    let written = call.argument("product").map { reader.argument($0, frame) }
    product = Self.product(written, reader.project)
    let places = [call.argument("destinations"), call.argument("platform")].compactMap { $0 }
    isOfPhone = places.contains { place in
      !Self.phones.isDisjoint(with: reader.project.symbols(of: reader.argument(place, frame)))
    }
    let name = call.argument("name").flatMap {
      reader.scalar($0, ManifestReader.Context(frame: frame))?.string
    }
    let words = SecretWords.words(of: name ?? "")
    isForDebug = Self.tests.contains(product) || !Self.debugWords.isDisjoint(with: words)
  }

  private static func product(_ written: Expression?, _ project: Project) -> String {
    guard let written else { return "" }
    // A case of Tuist's, whatever else of the project has its name.
    if written.kind == .member, packageTypes[written.name] != nil { return written.name }
    let names = Set(project.symbols(of: written))
    return names.count == 1 ? names.first ?? "" : ""
  }

  /// What Tuist writes into each Info.plist that extends its default, as far as rules look at it.
  func defaults(beside members: [PropertyListMember], at place: TextPosition) -> [PropertyListMember] {
    var added: [PropertyListMember] = []
    if let type = Self.packageTypes[product] {
      added.append(PropertyListMember("CFBundlePackageType", PropertyListNode(.string(type), at: place), at: place))
    }
    if product == "app", isOfPhone {
      added.append(PropertyListMember("LSRequiresIPhoneOS", PropertyListNode(.boolean(true), at: place), at: place))
    }
    let names = Set(members.map(\.name))
    return added.filter { !names.contains($0.name) }
  }
}
