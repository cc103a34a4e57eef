extension UIApplication {
  /// The token comes later, to the app's delegate: the test hands one over.
  public func registerForRemoteNotifications() { EmulatedPushService.current.isRegistered = true }

  public func unregisterForRemoteNotifications() { EmulatedPushService.current.isRegistered = false }

  public var isRegisteredForRemoteNotifications: Bool { EmulatedPushService.current.isRegistered }
}
