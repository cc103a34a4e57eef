import ArgumentParser
import Foundation
import NetworkTrust
import TrustWire
import UntrustedInput

/// The update that a pin update takes the place of, and which of the keys that it withdrew may count again.
///
/// Devices keep nothing of an older update, its withdrawals included: what a newer one leaves out is lost with it.
///
/// Not protected: only the update that is named is looked at. Whether devices have a later one, and whether the policy still
/// has the host, nobody asks here.
struct PinPredecessorOptions: ParsableArguments {
  @Option(help: "The signed update before it; a key that it withdrew must stay withdrawn.")
  var previous: String?
  @Option(help: "HOST=PIN: a key that the update before withdrew there and that may be trusted again; may be repeated.")
  var reinstate: [String] = []

  func validate() throws {
    guard reinstate.isEmpty || previous != nil else { throw ValidationError("--reinstate needs --previous") }
    for text in reinstate where Self.withdrawal(text) == nil {
      throw ValidationError("--reinstate is HOST=PIN, the pin the base64 of 32 bytes")
    }
  }

  private static func withdrawal(_ text: String) -> PinSuccession.Withdrawal? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let host = try? ServerHost(String(parts[0])),
      let pin = try? ServerPin(base64: String(parts[1]))
    else { return nil }
    return PinSuccession.Withdrawal(host: host, pin: pin)
  }

  /// Holds a well-formed update against the one before it, if that was named.
  ///
  /// - Parameters:
  ///   - key: the thumbprint of the key that both are signed by.
  ///   - json: whether a refusal is an object on standard output, too.
  /// - Returns: what is lost besides, as warnings.
  /// - Throws: exit code 1 when the one before is forged, of another key or not older, or withdrew a key that would be
  ///   trusted again; 65 when it cannot be read.
  func compare(_ update: PinUpdate, signedBy key: String?, json: Bool = false) throws -> [String] {
    guard let previous else { return [] }
    func refuse(_ reasons: [String], _ code: ExitCode = ExitStatus.fails) -> ExitCode {
      if json { StandardOutput.print(["verdict": "fails", "reason": .string(reasons.joined(separator: "; "))]) }
      for reason in reasons { StandardError.print("mantlet: \(reason)") }
      return code
    }
    let bytes = try GivenFile.read(previous)
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let message: SignedMessage
    do { message = try SignedMessage(verifying: text, as: .pinUpdate) } catch {
      throw error == .signatureInvalid
        ? refuse(["\(previous): \(PinUpdateRefusal.forged)"])
        : refuse(["\(previous): \(PinUpdateRefusal.unreadable)"], ExitStatus.unreadable)
    }
    guard message.key.thumbprint == key else {
      throw refuse(["\(previous) is signed by another key than the new update: it is not the one before it"])
    }
    let older: PinUpdate
    let succession: PinSuccession
    do {
      older = try PinUpdate(reading: message.payload)
      succession = try PinSuccession(from: older, to: update)
    } catch {
      throw refuse(["\(previous): \(error)"], ExitStatus.unreadable)
    }
    guard older.number < update.number else {
      throw refuse([
        """
        \(previous) has number \(older.number), and the new update \(update.number): devices obey only one whose \
        number is higher than that of the one before
        """
      ])
    }
    let named = reinstate.compactMap(Self.withdrawal)
    let refused = succession.reinstated.filter { !named.contains($0) }
    guard refused.isEmpty else {
      throw refuse(
        refused.map {
          """
          \($0.host): number \(older.number) withdrew \($0.pin), and number \(update.number) would have it trusted \
          again: withdraw it for this host once more, or say --reinstate \($0.host)=\($0.pin) if it may come back
          """
        })
    }
    let lost = succession.dropped.map {
      "\($0): number \(older.number) names it and number \(update.number) does not; it is back at its built-in pins"
    }
    let idle = named.filter { !succession.reinstated.contains($0) }
      .map { "--reinstate \($0.host)=\($0.pin): no such key comes back" }
    guard update.number - older.number > 1 else { return lost + idle }
    return lost + idle + [
      "nothing is compared with what was signed between number \(older.number) and number \(update.number)"
    ]
  }
}
