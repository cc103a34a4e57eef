import SecurityPolicy
import TrustWire

/// What no overlay can take away, compiled into the app: the named probes keep their full weight, and every other strong
/// probe keeps at least a medium one, so two of different families still decide. An overlay can make nothing stronger.
///
/// Protected: whoever gets hold of the overlay key cannot take away what the named probes see. Not protected: all else.
/// Another strong probe that is weakened decides nothing alone, medium and weak ones can be switched off, and then an
/// attack that shows in no named probe and in fewer than two families of strong ones passes; each report says what was
/// done.
public struct OverlayFloor: Sendable, Hashable {
  /// A debugger on the process, the code of known tools in it, changes to its own code and to where its calls lead,
  /// another signer than the app's own, and the traces of root that no honest device has.
  public static let builtIn = OverlayFloor(untouchable: linux.union(android).union(ios))

  private static let linux: Set<String> = [
    "debug.tracerPid", "hooks.toolCode", "hooks.systemCode", "hooks.importTable", "hooks.interposedFunctions",
    "appIntegrity.ownCode", "privilegedAccess.rootMounts",
  ]
  private static let android: Set<String> = linux.union(["privilegedAccess.su", "appIntegrity.signer"])
  private static let ios: Set<String> = [
    "debug.traced", "hooks.images", "appIntegrity.team", "appIntegrity.bundle", "privilegedAccess.symlinks",
  ]

  /// Ids of probes that an overlay does not touch at all.
  public let untouchable: Set<String>

  public init(untouchable: Set<String>) { self.untouchable = untouchable }

  /// The signals as far as the overlay lets them count, and what it did.
  public func apply(_ overlay: ProbeOverlay, to signals: [Signal]) -> (signals: [Signal], effect: ReportedOverlay) {
    var effect = ReportedOverlay(number: overlay.number, switchedOff: [], weakened: [])
    var left: [Signal] = []
    for signal in signals {
      guard let change = overlay.changes[signal.probe], !untouchable.contains(signal.probe) else {
        left.append(signal)
        continue
      }
      guard let strength = Self.strength(of: signal, after: change) else {
        effect.switchedOff.append(signal.probe)
        continue
      }
      if strength != signal.strength { effect.weakened.append(signal.probe) }
      left.append(signal.weighing(strength))
    }
    effect.switchedOff = Self.listed(effect.switchedOff)
    effect.weakened = Self.listed(effect.weakened)
    return (left, effect)
  }

  /// What is left of a signal's weight; nil when nothing is.
  private static func strength(of signal: Signal, after change: ProbeOverlay.Change) -> Signal.Strength? {
    switch (signal.strength, change) {
    case (.strong, _), (.medium, .medium): .medium
    case (_, .off): nil
    case (.medium, .weak), (.weak, _): .weak
    }
  }

  private static func listed(_ probes: [String]) -> [String] { Array(Set(probes).sorted().prefix(256)) }
}

extension Signal {
  fileprivate func weighing(_ strength: Strength) -> Signal {
    Signal(
      probe: probe, category: category, strength: strength, family: family, observation: observation,
      evidence: evidence)
  }
}
