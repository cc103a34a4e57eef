import AppIntegrity
import Crypto
import Foundation
import SecurityPolicy
import Testing
import TrustWire

@Suite struct OverlayFloorTests {
  private struct FixedSource: SignalSource, SystemFacts {
    var answer: [Signal]
    func signals() -> [Signal] { answer }
    func system() -> OperatingSystem? {
      OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)
    }
  }

  private func signal(
    _ probe: String, _ strength: Signal.Strength, _ family: Signal.Family = .mappings,
    _ observation: Signal.Observation = .detected
  ) -> Signal {
    Signal(probe: probe, category: .hooks, strength: strength, family: family, observation: observation)
  }

  private func overlay(_ changes: [String: ProbeOverlay.Change]) -> ProbeOverlay {
    ProbeOverlay(number: 4, issuedAt: 0, expiresAt: 100, changes: changes)
  }

  @Test("What an overlay leaves of each weight, and what it cannot take away")
  func weights() {
    let table: [(Signal.Strength, ProbeOverlay.Change, Signal.Strength?)] = [
      (.strong, .off, .medium), (.strong, .medium, .medium), (.strong, .weak, .medium), (.medium, .off, nil),
      (.medium, .medium, .medium), (.medium, .weak, .weak), (.weak, .off, nil), (.weak, .medium, .weak),
      (.weak, .weak, .weak),
    ]
    for (before, change, after) in table {
      let (left, effect) = OverlayFloor.builtIn.apply(overlay(["p": change]), to: [signal("p", before)])
      #expect(left.first?.strength == after, "\(before) \(change)")
      #expect(effect.switchedOff == (after == nil ? ["p"] : []))
      #expect(effect.weakened == (after != nil && after != before ? ["p"] : []))
      #expect(effect.number == 4)
    }
  }

  @Test("No overlay touches the built-in floor", arguments: OverlayFloor.builtIn.untouchable.sorted())
  func floor(probe: String) {
    let (left, effect) = OverlayFloor.builtIn.apply(overlay([probe: .off]), to: [signal(probe, .strong)])
    #expect(left == [signal(probe, .strong)] && effect.switchedOff.isEmpty && effect.weakened.isEmpty)
  }

  @Test("Two strong probes that were weakened still decide together")
  func together() {
    let signals = [signal("a", .strong, .codeIntegrity), signal("b", .strong, .loadedImages)]
    let (left, _) = OverlayFloor.builtIn.apply(overlay(["a": .off, "b": .off]), to: signals)
    guard case .fails = Assessment(left).hooked else {
      Issue.record("the floor gave way")
      return
    }
  }

  @Test("A check obeys an overlay until it ends, and its result lists what was switched off")
  func check() async throws {
    let key = P256.Signing.PrivateKey()
    let text = try await SignedMessage.compact(
      .overlay, payload: overlay(["p": .off]).bytes, key: DevicePublicKey(key.publicKey)
    ) { [UInt8](try key.signature(for: $0).rawRepresentation) }
    let verified = try VerifiedOverlay(
      verifying: text, signedBy: DevicePublicKey(key.publicKey).thumbprint, now: 50)
    let source = FixedSource(answer: [signal("p", .medium), signal("q", .medium)])
    let check = SecurityCheck(facts: source, sources: [source]).under(verified)
    let during = try check.run(now: Date(timeIntervalSince1970: 99))
    #expect(during.signals.map(\.probe) == ["q"])
    #expect(during.overlay == ReportedOverlay(number: 4, switchedOff: ["p"], weakened: []))
    let after = try await check.executeSecurityCheck(now: Date(timeIntervalSince1970: 100))
    #expect(after.signals.map(\.probe) == ["p", "q"] && after.overlay == nil)
    #expect(try check.executeSecurityCheckSynchronous(now: Date(timeIntervalSince1970: 100)) == after)
  }
}
