import AppIntegrity
import SecurityPolicy

/// Who signed the app, as what, and where it came from.
extension OwnProbe {
  static func app(_ bundle: OwnBundle, _ expected: ExpectedApp?) -> [OwnProbe] {
    (expected.map { identity(bundle, $0) } ?? []) + [debuggable(bundle), receipt(bundle)]
  }

  // O.Resi_2#461
  private static func identity(_ bundle: OwnBundle, _ expected: ExpectedApp) -> [OwnProbe] {
    var probes = [
      OwnProbe("appIntegrity.bundle", .appIntegrity, .strong, .signing) { () throws(LookFailure) in
        guard let found = bundle.identifier else { throw LookFailure(number: 0) }
        return found == expected.bundleIdentifier ? .clean : .detected("another bundle identifier")
      }
    ]
    if let team = expected.team {
      probes.append(
        OwnProbe("appIntegrity.team", .appIntegrity, .strong, .signing) { () throws(LookFailure) in
          guard let signature = bundle.signature else { throw LookFailure(number: 0) }
          if signature.isContradictory { return .detected("signed as several things") }
          if signature.isAdHoc { return .detected("signed by nobody") }
          return signature.team == team ? .clean : .detected("signed by another team")
        })
    }
    return probes
  }

  /// Development builds let debuggers attach; so do apps that a tool signed anew for itself.
  private static func debuggable(_ bundle: OwnBundle) -> OwnProbe {
    OwnProbe("appIntegrity.debuggable", .appIntegrity, .medium, .signing) { () throws(LookFailure) in
      guard let signature = bundle.signature else { throw LookFailure(number: 0) }
      return signature.allowsDebugger ? .detected("get-task-allow") : .clean
    }
  }

  /// The App Store leaves a receipt beside the app, TestFlight one of another name. A fresh installation may not have it
  /// yet, so its absence decides nothing.
  private static func receipt(_ bundle: OwnBundle) -> OwnProbe {
    OwnProbe("unofficialStore.receipt", .unofficialStore, .weak, .packages) { () throws(LookFailure) in
      guard let receipt = bundle.receipt else { throw LookFailure(number: 0) }
      switch FileLook.presence(at: receipt) {
      case .present: return receipt.hasSuffix("/sandboxReceipt") ? .clean("TestFlight or sandbox") : .clean
      case .absent: return .detected("no receipt")
      case .unavailable(let number): throw LookFailure(number: number)
      case .names, .notDeclared: throw LookFailure(number: 0)
      }
    }
  }
}
