import AppIntegrity
import SecurityPolicy

/// What iOS says about this process, this app and this device: the catalogue's probes, and those that need more than a
/// row of data.
///
/// Beside the catalogue: a debugger, exception handlers that no crash reporter sets, a build for the simulator, another
/// bundle identifier or team than the app's own, an app that lets debuggers attach, the App Store's receipt, VPN and
/// proxy, a recorded or mirrored screen, a missing Secure Enclave.
///
/// On a Mac, whether the app was made for it, for Mac Catalyst or for a phone, the catalogue is left out: its folders,
/// shells, images of other places and a missing `SC_Info` are what an untouched Mac has. So nothing there asks for privileged
/// access, and that question stays undetermined: a server that is to admit Macs sets their `whenUndetermined` to `allow`. Of
/// hooks only the app's own identity is left.
///
/// Protected: makes visible what does not hide from this app. Not protected: a hidden jailbreak (Dopamine's "hide",
/// RootHide), and whoever controls the process: bypass tools hook every call here. Only hardware attestation is out of
/// their reach. Not looked at: the code in memory, so neither inline hooks nor rebound symbol pointers (fishhook) nor
/// swizzled methods are seen when the code that does it came with the app or hides its image; the kernel's flags of the
/// code signature (`csops` is no public interface), developer mode (no public interface on iOS), and the passcode, which
/// the keychain's owner tells.
/// Source: BSI TR-03161-1 O.Resi_2, O.Resi_3, O.Resi_4; MASVS-RESILIENCE-1, -2, -4.
public struct AppleSignals: SignalSource {
  private let catalogued: ApplicationProbes?
  private let interface: InterfaceFacts
  private let probes: [OwnProbe]
  private let log: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - expected: what the app is when nobody has repackaged it; nil does not ask.
  ///   - major: the system's major version; nil asks for the values of every version.
  ///   - log: takes one line for each probe and value, such as `looking for debug.traced: absent`. For developers:
  ///     the lines name what is looked for.
  public init(
    bundle: OwnBundle, interface: InterfaceFacts, expected: ExpectedApp?, major: Int? = AppleSystem().major,
    catalogue: ProbeCatalogue = .builtIn, log: (@Sendable (String) -> Void)? = nil
  ) {
    self.interface = interface
    self.log = log
    // A Mac has the folders and shells whose presence accuses a phone.
    catalogued =
      bundle.isOnMac
      ? nil
      : ApplicationProbes(
        facts: AppleFacts(bundle: bundle, interface: interface), platform: .ios, major: major, catalogue: catalogue,
        log: log)
    probes =
      OwnProbe.process(isOnMac: bundle.isOnMac) + OwnProbe.app(bundle, expected)
      + OwnProbe.surroundings(interface, host: bundle.host)
  }

  // O.Resi_3#460 O.Resi_4#460
  /// Looks at everything now, whatever the level: nothing here takes long enough to be left out.
  public func signals() -> [Signal] {
    interface.refresh()
    return (catalogued?.signals() ?? []) + probes.map { $0.signal(log) }
  }
}
