#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Where the app came from, who signed it, whether debuggers may attach, and whether a passcode guards the device: as the
  /// app was told. A signer is asked about only when the app says who its own is; then another one is a strong sign, and not
  /// having looked leaves the question of changed code open.
  extension Probe {
    static func told(_ app: InstalledApp) -> [Probe] {
      [
        Probe(id: "unofficialStore.installer", category: .unofficialStore, strength: .weak, family: .packages) {
          (_) throws(SystemCallFailure) in
          guard let installer = app.installer else { throw .unreadable("the app does not say who installed it") }
          if app.stores.contains(installer) { return .clean() }
          return .detected([installer.isEmpty ? "no installer" : "installed by \(EvidenceText.line(installer))"])
        },
        Probe(id: "appIntegrity.debuggable", category: .appIntegrity, strength: .medium, family: .signing) {
          (_) throws(SystemCallFailure) in
          guard let isDebuggable = app.isDebuggable else { throw .unreadable("the app does not say what it allows") }
          return isDebuggable ? .detected(["FLAG_DEBUGGABLE"]) : .clean()
        },
        Probe(id: "passcode.set", category: .passcode, strength: .weak, family: .systemProperties) {
          (_) throws(SystemCallFailure) in
          guard let hasPasscode = app.hasPasscode else { throw .unreadable("the app does not say whether one is set") }
          return hasPasscode ? .clean() : .detected(["no passcode"])
        },
      ] + (app.expectedSigners.isEmpty ? [] : [signer(app)])
    }

    // O.Resi_2#691
    private static func signer(_ app: InstalledApp) -> Probe {
      Probe(id: "appIntegrity.signer", category: .appIntegrity, strength: .strong, family: .signing) {
        (_) throws(SystemCallFailure) in
        guard let signers = app.signers else { throw .unreadable("the app does not say who signed it") }
        if signers.isEmpty { return .detected(["signed by nobody"]) }
        return signers.isSubset(of: app.expectedSigners) ? .clean() : .detected(["signed with another key"])
      }
    }
  }

#endif
