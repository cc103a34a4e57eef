import AppIntegrity
import AppSession
import DataLifecycle
import NetworkTrust
import PeerMesh
import SealedRecords
import SecretStorage
import SecurityPolicy
import TrustWire

/// Why the shield could not do what was asked; each case carries the room's own error.
@nonexhaustive
public enum ShieldError: Error, Sendable, Hashable {
  case session(SessionError)
  case storage(StorageError)
  case records(RecordError)
  case integrity(IntegrityError)
  case network(NetworkError)
  case lifecycle(LifecycleError)
  /// A check found what the policy locks, ends, erases or terminates for. Found before the session, nothing of this call
  /// was sent; found while the server was asked, its answer opens nothing. What the policy says was begun: an end tells
  /// the server which session is over, and an erasure that met resistance stays pending. The findings say what to show.
  /// Once they are gone enrol again; after an end or an erasure sign in again, too.
  case sessionForbidden(ReactionDecision)
  case mesh(MeshError)
  /// A wipe met resistance in these targets and stays pending.
  case wipeIncomplete([WipeTargetName])
  /// Another process has a shield on this folder: what it holds open no logout here would close. Nothing was read.
  case folderInUse
  /// The adapters have no place for this kind of data.
  case notProvided(UserDataKind)
  /// The images of this app are of another type.
  case otherImageType
  /// A record that no upload can carry: too large, or with a NUL.
  case unsendable(WireError)
  /// Another mission is kept, or the node of this one is in use: leave it first.
  case missionIsSet
  /// This device is in no mission, or the mission ended meanwhile.
  case noMission
  /// There is a PIN already: change it with the present one, or sign in again with the password first.
  case pinIsSet
  /// The new password breaks the rules; nothing was sent.
  case passwordRefused(PasswordFlaw)
  /// The slice is not signed by the policy owner's key.
  case policyUntrusted
  case policyUnreadable(PolicyError)
  /// The probe overlay was not accepted: another signer, over, or older than one that was obeyed before.
  case overlayRefused(WireError)
  /// The server's pin update was not accepted; the pins before it stay in force.
  case pinsRefused(PinUpdateRefusal)
}

extension ShieldError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .session(let error): "\(error)"
    case .storage(let error): "\(error)"
    case .records(let error): "\(error)"
    case .integrity(let error): "\(error)"
    case .network(let error): "\(error)"
    case .lifecycle(let error): "\(error)"
    case .sessionForbidden(let decision):
      "this device may not begin a session: "
        + decision.findings.map { "\($0.category.rawValue) (\($0.reaction.rawValue))" }.joined(separator: ", ")
    case .mesh(let error): "\(error)"
    case .wipeIncomplete(let names):
      "the wipe is not finished: \(names.map(\.text).joined(separator: ", ")); it goes on at the next start"
    case .folderInUse:
      "another process has a shield open on this folder; end that one, or give this one a folder of its own"
    case .notProvided(let kind): "the adapters name no place for \(kind.rawValue); give them one"
    case .otherImageType: "the image cache is open for another type; the images of one app are of one type"
    case .unsendable(let error): "a record cannot be sent to the server: \(error)"
    case .missionIsSet: "a mission is kept or in use on this device; leave it first"
    case .noMission: "this device is in no mission; join one first"
    case .pinIsSet: "a PIN is set; change it with the present one, or sign in again with the password first"
    case .passwordRefused(let flaw): "\(flaw); choose another one"
    case .policyUntrusted: "the policy slice is not signed by the key that this app trusts"
    case .policyUnreadable(let error): "the policy slice cannot be read: \(error)"
    case .overlayRefused(let error): "the probe overlay is not accepted: \(error)"
    case .pinsRefused(let refusal): "\(refusal)"
    }
  }
}
