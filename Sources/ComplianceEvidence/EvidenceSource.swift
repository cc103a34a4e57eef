/// Which tool looked, and by which policy: without both a row cannot be repeated.
public struct EvidenceSource: Sendable, Hashable {
  public let tool: String
  public let toolVersion: String
  public let policyName: String
  /// SHA-256 of the policy document, 64 lower-case hexadecimal digits.
  public let policyDigest: String

  public init(tool: String, toolVersion: String, policyName: String, policyDigest: String) {
    self.tool = tool
    self.toolVersion = toolVersion
    self.policyName = policyName
    self.policyDigest = policyDigest
  }
}
