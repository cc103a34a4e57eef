import UntrustedInput

/// One kind of flaw in the build settings of a release.
protocol ReleaseSettingRule: ProjectRule {
  /// The settings that it looks at.
  var names: [String] { get }
  /// What is wrong with this one, and how bad it is; nil for nothing.
  func flaw(in use: SettingUse) -> (severity: FindingSeverity, message: String)?
  /// The control that this one is; nil for none.
  func control(in use: SettingUse) -> String?
}

extension ReleaseSettingRule {
  func control(in use: SettingUse) -> String? { nil }

  func judge(_ project: Project, into record: inout AuditRecord) {
    for use in project.releaseSettings(names) {
      if let flaw = flaw(in: use) {
        record.flaw(manual, at: use.place, flaw.severity, flaw.message)
      } else if let control = control(in: use) {
        record.control(control, manual, at: use.place)
      }
    }
  }
}

/// A project with one app, its release and its debug configuration, for examples. The settings of the release begin on
/// line 9, those of the debug configuration on the line behind them.
func xcodeProject(release: String, debug: String = "") -> String {
  """
  // !$*UTF8*$!
  { objects = {
  P = { isa = PBXProject; buildConfigurationList = L; targets = (T); };
  L = { isa = XCConfigurationList; buildConfigurations = (); };
  T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
    buildConfigurationList = C; };
  C = { isa = XCConfigurationList; buildConfigurations = (R, D); };
  R = { isa = XCBuildConfiguration; name = Release; buildSettings = {
  \(release)
  }; };
  D = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(debug) }; };
  }; rootObject = P; }
  """
}
