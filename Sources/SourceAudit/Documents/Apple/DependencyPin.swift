import UntrustedInput

/// One dependency that a package manager was asked for or has resolved.
struct DependencyPin: Sendable {
  enum Form: Sendable, Hashable { case package, podfile, podLock, cartfile }

  let name: String
  /// The address, where the file names one.
  let location: String?
  let version: String?
  /// Follows what others push: a branch, or nothing at all.
  let isMoving: Bool
  let file: SourceText
  let position: TextPosition

  /// Whether a package manager wrote it down as the answer to what a manifest asks for.
  var isResolved: Bool { file.path.lowercased().hasSuffix("package.resolved") }

  /// Nil for what cannot be read.
  static func read(_ file: SourceText, _ form: Form) -> [DependencyPin]? {
    switch form {
    case .package: resolvedPackages(file)
    case .podfile, .cartfile: PodText.pins(of: file, form)
    case .podLock: PodText.locked(file)
    }
  }

  /// The first line that is not of the form; nil for none, and for files that people write.
  static func brokenLine(of file: SourceText, _ form: Form) -> Int? {
    switch form {
    case .podfile, .cartfile: return nil
    case .podLock: return PodText.brokenLine(of: file)
    case .package:
      do throws(InputError) {
        _ = try JSONReader(maximumBytes: SourceLimits().fileBytes).read(Array(file.text.utf8))
        return nil
      } catch {
        return error.line
      }
    }
  }

  /// The packages that an Xcode project asks for.
  /// Source: Xcode, XCRemoteSwiftPackageReference; the kinds of its requirement are those of SwiftPM.
  static func packages(of project: PropertyList) -> [DependencyPin] {
    (project.root["objects"]?.members ?? []).compactMap { object in
      guard object.node["isa"]?.string == "XCRemoteSwiftPackageReference",
        let address = object.node["repositoryURL"], let location = address.string
      else { return nil }
      let requirement = object.node["requirement"]
      let isMoving = requirement?["kind"]?.string == "branch"
      return DependencyPin(
        name: location, location: location, version: nil, isMoving: isMoving, file: project.file,
        position: (isMoving ? requirement?["kind"]?.position : nil) ?? address.position)
    }
  }

  /// Source: swift-package-manager, PinsStore, versions 1 to 3 of the file.
  private static func resolvedPackages(_ file: SourceText) -> [DependencyPin]? {
    guard let root = try? JSONReader(maximumBytes: SourceLimits().fileBytes).read(Array(file.text.utf8)),
      let pins = (root["pins"] ?? root["object"]?["pins"])?.array
    else { return nil }
    return pins.map { pin in
      let state = pin["state"]
      let version = state?["version"]?.string
      return DependencyPin(
        name: (pin["identity"] ?? pin["package"])?.string ?? "",
        location: (pin["location"] ?? pin["repositoryURL"])?.string,
        version: version, isMoving: version == nil && state?["branch"]?.string != nil, file: file,
        position: (pin["location"] ?? pin["repositoryURL"])?.position ?? pin.position)
    }
  }
}
