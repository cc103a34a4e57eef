import UntrustedInput

extension ReportedCheck {
  /// The check from what ``node`` wrote, for a device that keeps its own checks.
  ///
  /// - Throws: ``WireError/missing(member:)``.
  public init(node: JSONNode) throws(WireError) {
    try self.init(wire: node, version: SecurityReport.newestVersion)
  }
}
