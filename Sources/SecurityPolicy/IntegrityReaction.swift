/// What an app does about a finding on its own device, from the mildest to the hardest.
///
/// A reaction protects whom the device obeys: whoever controls the process can leave it out. The server decides anew.
/// Source: BSI TR-03161-1 O.Resi_2 to O.Resi_5.
public enum IntegrityReaction: String, Sendable, Hashable, CaseIterable {
  /// It stands in the report, and nothing else happens.
  case reportOnly
  /// The person is shown what was found and may go on.
  case warn
  /// The session asks for PIN or biometrics; secrets are out of reach until then.
  case lock
  /// The session ends: both tokens go, the person signs in again.
  case endSession
  /// Everything that the app keeps on the device is erased.
  case wipe
  /// Found while the app starts, it ends the process at once; found later it ends the session, and the next start ends.
  /// O.Resi_3 and O.Resi_4 speak of the start. Later a process that vanishes loses what it was recording, and a crash
  /// reporter or a profiler that attaches for a moment looks like a debugger.
  case terminateAtStart
  /// The process ends at once, whenever it is found, by `exit`: no signal, no crash report.
  case terminate
}

extension IntegrityReaction: Comparable {
  public static func < (left: IntegrityReaction, right: IntegrityReaction) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
