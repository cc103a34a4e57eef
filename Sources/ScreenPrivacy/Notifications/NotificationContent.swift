/// What a notification shows. Only ``NotificationRules`` make one, from a template and the policy.
public struct NotificationContent: Sendable, Hashable {
  /// Empty when the policy wants no words: then it is heard and not seen.
  public let title: String
  public let body: String
  /// What stands there instead where the user hides previews.
  public let placeholder: String
  /// The name of the template: what the app opens when it is tapped.
  public let template: String
}
