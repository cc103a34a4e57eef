import ArgumentParser
import Foundation
import NetworkTrust
import TrustWire
import UntrustedInput

/// The update that a pin update takes the place of, and which of the keys that it withdrew may count again.
///
/// Devices keep nothing of an older update, its withdrawals included: what a newer one leaves out is lost with it.
struct PinPredecessorOptions: ParsableArguments {
  @Option(help: "The signed update before it; a key that it withdrew must stay withdrawn.")
  var previous: String?
  @Option(help: "The pin of a key that the update before withdrew and that may be trusted again; may be repeated.")
  var reinstate: [String] = []

  func validate() throws {
    guard reinstate.isEmpty || previous != nil else { throw ValidationError("--reinstate needs --previous") }
    for text in reinstate where (try? ServerPin(base64: text)) == nil {
      throw ValidationError("--reinstate is a pin: the base64 of 32 bytes")
    }
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
    let named = reinstate.compactMap { try? ServerPin(base64: $0) }
    let refused = succession.reinstated.filter { !named.contains($0.pin) }
    guard refused.isEmpty else {
      throw refuse(
        refused.map {
          """
          \($0.host): number \(older.number) withdrew \($0.pin), and number \(update.number) would have it trusted \
          again: withdraw it for this host once more, or say --reinstate \($0.pin) if it may come back
          """
        })
    }
    let lost = succession.dropped.map {
      "\($0): number \(older.number) names it and number \(update.number) does not; it is back at its built-in pins"
    }
    let idle = named.filter { pin in !succession.reinstated.contains { $0.pin == pin } }
    return lost + idle.map { "--reinstate \($0): no such key comes back" }
  }
}
