import Foundation
import SecurityPolicy

extension TrustEvaluation {
  /// What is wrong with a path that the platform refused, as far as it can be seen without the platform's anchors: it is
  /// judged as though its last certificate were one. Only to name the reason: nobody is let in by it.
  ///
  /// Of several faults another one may be named than where the anchors are known: there a path to none of them comes
  /// first, so that a foreign authority beside a wrong name is ``TrustRefusal/unknownIssuer``, and here
  /// ``TrustRefusal/wrongName``.
  ///
  /// - Parameter path: DER, leaf first, as far as the platform got.
  /// - Returns: nil where nothing is wrong but its end, which only the platform can judge.
  package static func fault(
    of path: [[UInt8]], host: ServerHost, pinning: PinPolicy, name: ServerNameRule, now: Date
  ) async -> TrustRefusal? {
    guard let last = path.last else { return nil }
    let found: TrustRefusal?
    do throws(NetworkError) {
      if path.count > 1 {
        let judge = try TrustEvaluation(anchors: .platform([last]), pinning: pinning, name: name)
        found = await judge.evaluate(chain: path, host: host, now: now).refusal
      } else {
        // Taken for an anchor a lone certificate would vouch for itself.
        found = try lone(last, at: now)
      }
    } catch {
      guard case .untrusted(let reason) = error else { return .unreadable }
      return reason
    }
    return switch found {
    case .unknownIssuer, .noPinnedKey, .hostNotPinned, .pinsExpired: nil
    default: found
    }
  }

  private static func lone(_ certificate: [UInt8], at now: Date) throws(NetworkError) -> TrustRefusal {
    let anchors = try AnchorStore([])
    do throws(TrustRefusal) {
      return try PresentedChain([certificate], at: now).dead(anchors: anchors, understood: PathRules(name: nil))
    } catch { return error }
  }
}
