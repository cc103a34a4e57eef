/// A dependency that a manifest of SwiftPM or Tuist asks for. Those on the same disk are none, and neither are binaries
/// with a checksum.
/// Source: swift-package-manager, PackageDescription, Package.Dependency; tuist/tuist, ProjectDescription, Package and
/// CarthageDependencies.
struct ManifestDependency {
  private static let modules = ["PackageDescription", Project.manifestModule]
  private static let makers = ["package", "remote", "github", "git", "binary"]

  /// Where the address is written.
  let place: Expression
  /// What it may be, as far as the project says.
  let addresses: [String]
  /// What says that it follows a branch.
  let branch: Expression?

  static func all(in project: Project) -> [ManifestDependency] {
    modules.flatMap { project.units(importing: $0) }.flatMap { $0.calls(makers) }
      .compactMap { ManifestDependency($0, project) }
  }

  private init?(_ call: Expression, _ project: Project) {
    let requirement = call.argument("requirement")
    // Of Carthage; what SwiftPM has on a path lies on the disk.
    let path = requirement == nil ? nil : call.argument("path")
    guard let address = call.argument("url") ?? path else { return nil }
    place = address
    addresses = project.texts(of: address)
    let unnamed = call.arguments.filter { $0.label.isEmpty }.map(\.value)
    let asked = unnamed + [requirement].compactMap { $0 }
    branch =
      call.argument("branch")
      ?? asked.lazy.flatMap { project.origins(of: $0).passed }
      .first { $0.kind == .call && $0.calledName == "branch" }
  }
}
