/// How the running code was built. Compiled in: no option, variable or file chooses it at run time.
///
/// A production environment refuses reports of debug builds. O.Plat_8 and seed rules on build separation rest on it.
public enum BuildProfile: String, Sendable, Hashable, CaseIterable {
  case debug, release

  /// The profile of this very binary.
  public static var current: BuildProfile {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}
