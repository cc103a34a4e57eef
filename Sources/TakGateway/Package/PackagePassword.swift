import Redaction

/// A password that stood in a package. The XML reader's own copies of it are not wiped.
final class PackagePassword: Sendable {
  /// What the tools of the field seal packages with: such a file is the credential itself.
  private static let publicWords = ["atakatak", "takserver", "changeit", "password", ""]

  let secret: Secret

  init(_ text: String) { secret = Secret(copying: text.utf8) }

  var isPublic: Bool { Self.publicWords.contains { secret.isEqual(to: Array($0.utf8)) } }
}
