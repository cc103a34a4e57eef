import UntrustedInput

/// One kind of flaw in a manifest, judged together with the code and the build.
protocol ManifestRule: ProjectRule {
  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord)
}

extension ManifestRule {
  func judge(_ project: Project, into record: inout AuditRecord) {
    for manifest in project.documents.android.manifests { judge(manifest, in: project, into: &record) }
  }
}

/// One kind of flaw in a build file.
protocol GradleRule: ProjectRule {
  func judge(_ build: GradleBuild, in project: Project, into record: inout AuditRecord)
}

extension GradleRule {
  func judge(_ project: Project, into record: inout AuditRecord) {
    for build in project.documents.android.builds { judge(build, in: project, into: &record) }
  }
}

/// One kind of flaw in a network security configuration.
protocol NetworkConfigRule: ProjectRule {
  func judge(_ config: AndroidXML, in project: Project, into record: inout AuditRecord)
}

extension NetworkConfigRule {
  func judge(_ project: Project, into record: inout AuditRecord) {
    for config in project.documents.android.networkConfigs { judge(config, in: project, into: &record) }
  }
}
