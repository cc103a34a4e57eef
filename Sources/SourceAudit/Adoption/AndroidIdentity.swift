import UntrustedInput

/// Who an Android app is, by its builds and manifests.
struct AndroidIdentity {
  private(set) var packages: [String]
  private(set) var minimum: Int?

  init(_ documents: AndroidDocuments) {
    let builds = documents.builds.filter(\.makesApp)
    var packages = builds.flatMap { $0.settings("applicationId") }.compactMap { $0.first?.text }
    if packages.isEmpty { packages = documents.manifests.compactMap { $0.root.attribute("package")?.value } }
    self.packages = Set(packages.filter { $0.contains(".") && !$0.contains("$") }).sorted()
    minimum = builds.compactMap { documents.minSdk(near: $0.file.path) }.min()
  }
}
