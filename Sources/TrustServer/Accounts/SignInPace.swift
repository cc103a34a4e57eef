#if Server
  /// How often passwords are looked at, right ones too, a minute and burst included: each takes a processor for about a
  /// quarter of a second, and a login leaves a session behind. Counted by each server for itself.
  package struct SignInPace: Sendable {
    /// Logins and changes of the password that one device asks for.
    package var perDevice: Int
    /// Those under one name.
    package var perName: Int

    package init(perDevice: Int = 10, perName: Int = 20) {
      self.perDevice = perDevice
      self.perName = perName
    }
  }
#endif
