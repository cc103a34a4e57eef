import Foundation
import SecurityPolicy
import TrustWire

/// A ``PinUpdate`` that the key of a pin policy signed, for hosts of that policy, that has begun and not ended and is not
/// older than the one obeyed before. There is no other way to make one.
///
/// Protected: nobody without the offline key adds a pin or withdraws one, and with it nobody removes a built-in one that is
/// in reserve or adds a host. One that was kept before the app gave up some of its hosts holds for those that are left
/// (``PinRotation``). Not protected: a device that is kept from the newest update keeps to the last one until that ends.
/// Source: TR-03161-1 O.Ntwk_4; JWS as ``SignedMessage``.
public struct VerifiedPinUpdate: Sendable, Hashable {
  /// Bytes of the signed text, at most: what one item of a secret store holds.
  public static let byteLimit = 64 * 1024

  public let update: PinUpdate
  /// The text that was verified, to be kept and verified again.
  public let compact: String
  let hosts: [ServerHost: PinSet]
  /// Of each host of the policy the pins that the update withdraws, but for the built-in ones in reserve.
  let withdrawn: [ServerHost: Set<ServerPin>]

  /// - Parameter held: the number of the update obeyed before; a lower one is refused.
  public init(
    verifying compact: String, for policy: PinPolicy, now: Date, after held: Int64 = 0
  ) throws(PinUpdateRefusal) {
    try self.init(authentic: compact, for: policy)
    let seconds = now.timeIntervalSince1970
    guard seconds >= Double(update.issuedAt) else { throw .notYetValid }
    guard seconds < Double(update.expiresAt) else { throw .expired }
    guard update.number >= held else { throw .rolledBack(held: held) }
  }

  /// What the policy's key signed, for whatever hosts; its number counts even where its pins do not.
  static func signed(_ compact: String, for policy: PinPolicy) throws(PinUpdateRefusal) -> PinUpdate {
    guard let key = policy.rules.updateKey else { throw .noUpdateKey }
    guard compact.utf8.count <= byteLimit else { throw .tooLarge(limit: byteLimit) }
    let message: SignedMessage
    do throws(WireError) { message = try SignedMessage(verifying: compact, as: .pinUpdate) } catch {
      throw error == .signatureInvalid ? .forged : .unreadable
    }
    // O.Ntwk_4#522
    guard message.key.thumbprint == key else { throw .foreignKey }
    guard let update = try? PinUpdate(reading: message.payload) else { throw .unreadable }
    return update
  }

  /// Signed by the policy's key and for its hosts; whether it is in force is not asked.
  ///
  /// - Parameter wasKept: passes over hosts that the policy has not, for an update that an earlier version of the app obeyed.
  init(authentic compact: String, for policy: PinPolicy, wasKept: Bool = false) throws(PinUpdateRefusal) {
    let update = try Self.signed(compact, for: policy)
    var hosts: [ServerHost: PinSet] = [:]
    var withdrawn: [ServerHost: Set<ServerPin>] = [:]
    for entry in update.hosts {
      guard let host = try? ServerHost(entry.host), let pins = try? PinSet(base64: entry.pins) else {
        throw .unreadable
      }
      guard let known = policy.hosts.first(where: { $0.host == host }) else {
        if wasKept { continue }
        throw .foreignHost
      }
      // One in reserve stays: it is what an app falls back to.
      let reserve = known.pins.ordered.dropFirst()
      for text in entry.withdrawn {
        guard let pin = try? ServerPin(base64: text), !pins.contains(pin) else { throw .unreadable }
        if !reserve.contains(pin) { withdrawn[host, default: []].insert(pin) }
      }
      guard hosts.updateValue(pins, forKey: host) == nil else { throw .unreadable }
    }
    guard !hosts.isEmpty else { throw .foreignHost }
    (self.update, self.compact, self.hosts, self.withdrawn) = (update, compact, hosts, withdrawn)
  }

  /// Whether its pins count at `now`. Those of an update that ends while the app runs count no longer; what it withdraws
  /// stays withdrawn, whatever the clock says, until an update of a higher number is kept.
  public func isLive(at now: Date) -> Bool {
    (Double(update.issuedAt)..<Double(update.expiresAt)).contains(now.timeIntervalSince1970)
  }
}
