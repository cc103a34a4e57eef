#if canImport(Security)
  import AppIntegrity
  import AppleIntegrity
  import TrustWire

  extension AppleStores {
    /// The screens and the installed apps as this app may ask for them, for
    /// ``check(bundleIdentifier:team:overlay:interface:log:)``.
    public static func interface() -> InterfaceFacts { InterfaceFacts(declared: OwnBundle().schemes) }

    /// The check of this device, this process and this app, for ``adapters(policy:check:migration:now:openRecords:)``.
    ///
    /// It looks at the screens and the installed apps once now, and each check has the look made that the next one gets:
    /// the system tells both on the main actor only, and no check waits for that. So a check sees them as they were before
    /// it; hand in an ``interface()`` of your own, and call its `look()` at each return to the foreground before the check
    /// there, and it sees them as they are. Each look asks the main actor for up to 50 schemes. Declare the schemes that
    /// `mantlet check --info-plist` lists in `LSApplicationQueriesSchemes`: the system says nothing about others.
    ///
    /// - Parameters:
    ///   - interface: what the app looks at itself as well; nil makes one that only the checks look at.
    ///   - bundleIdentifier: the app's own, written into its source; nil does not ask whether it is another one.
    ///   - team: the id of the team that signs the app, ten characters; nil does not ask.
    ///   - log: takes one line for each probe and value; for developers, the lines name what is looked for.
    @MainActor
    public static func check(
      bundleIdentifier: String?, team: String?, overlay: VerifiedOverlay? = nil, interface: InterfaceFacts? = nil,
      log: (@Sendable (String) -> Void)? = nil
    ) -> SecurityCheck {
      let bundle = OwnBundle()
      let interface = interface ?? InterfaceFacts(declared: bundle.schemes)
      interface.look()
      let expected = bundleIdentifier.map { ExpectedApp(bundleIdentifier: $0, team: team) }
      let system = AppleSystem()
      return SecurityCheck(
        facts: system,
        sources: [
          AppleSignals(bundle: bundle, interface: interface, expected: expected, major: system.major, log: log)
        ], overlay: overlay)
    }
  }
#endif
