/// What a file of an Apple project is, by its name.
enum AppleDocumentKind: Sendable, Hashable {
  case propertyList, project, settings, scheme
  case dependencies(DependencyPin.Form)

  /// Nil for a file that is none of them.
  init?(path: String) {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    switch name {
    case "project.pbxproj": self = .project
    case "package.resolved": self = .dependencies(.package)
    case "podfile": self = .dependencies(.podfile)
    case "podfile.lock": self = .dependencies(.podLock)
    case "cartfile", "cartfile.private", "cartfile.resolved": self = .dependencies(.cartfile)
    case "infoplist.strings": self = .propertyList
    default:
      switch name.lastIndex(of: ".").map({ name[name.index(after: $0)...] }) {
      case "plist", "entitlements", "xcprivacy": self = .propertyList
      case "xcconfig": self = .settings
      case "xcscheme": self = .scheme
      default: return nil
      }
    }
  }
}
