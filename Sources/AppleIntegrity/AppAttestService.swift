import AppIntegrity
import DeviceCheck
import Foundation

/// App Attest of this device: keys that Apple's hardware keeps and Apple's service vouches for.
///
/// It passes on and keeps nothing: which key was made, and what the server accepted, is ``AppIntegrity``'s to remember.
/// Protected: nobody without a genuine Apple device, running an app that this team signed, gets an attestation.
/// Not protected: a jailbroken genuine device can attest, too. Several extensions and every simulator are unsupported.
/// Source: Apple, DeviceCheck `DCAppAttestService`, `DCError`.
public struct AppAttestService: AppAttesting {
  public init() {}

  public var isSupported: Bool { DCAppAttestService.shared.isSupported }

  public func generateKey() async throws(AppAttestFailure) -> String {
    do { return try await DCAppAttestService.shared.generateKey() } catch { throw AppAttestFailure(error) }
  }

  /// - Throws: `invalidInput` for a hash that is not 32 bytes long, without asking Apple.
  public func attest(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    guard clientDataHash.count == 32 else { throw .invalidInput }
    do {
      return [UInt8](try await DCAppAttestService.shared.attestKey(keyID, clientDataHash: Data(clientDataHash)))
    } catch {
      throw AppAttestFailure(error)
    }
  }

  /// - Throws: `invalidInput` for a hash that is not 32 bytes long, without asking the hardware.
  public func assertion(keyID: String, clientDataHash: [UInt8]) async throws(AppAttestFailure) -> [UInt8] {
    guard clientDataHash.count == 32 else { throw .invalidInput }
    do {
      return [UInt8](try await DCAppAttestService.shared.generateAssertion(keyID, clientDataHash: Data(clientDataHash)))
    } catch {
      throw AppAttestFailure(error)
    }
  }
}

extension AppAttestFailure {
  fileprivate init(_ error: any Error) {
    guard let refusal = error as? DCError else {
      self = .other((error as NSError).code)
      return
    }
    switch refusal.code {
    case .featureUnsupported: self = .featureUnsupported
    case .invalidInput: self = .invalidInput
    case .invalidKey: self = .invalidKey
    case .serverUnavailable: self = .serverUnavailable
    default: self = refusal.code == .unknownSystemFailure ? .unknownSystemFailure : .other(refusal.code.rawValue)
    }
  }
}
