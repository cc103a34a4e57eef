public import ScreenPrivacy

extension UserAction {
  /// What a control's handler makes, without a control. For tests only: in an app it would be permission to ask without
  /// anybody having touched anything.
  public static func insecureWithoutUser() -> UserAction { UserAction() }
}
