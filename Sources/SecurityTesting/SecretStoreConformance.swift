import Redaction
public import SecretStorage
import SecurityPolicy

/// What every `SecretStore` promises, as runnable claims. Needs no test framework.
///
/// A claim is judged on a store of its own. One that a store cannot be asked (it cannot lock; it has no prompt) is
/// reported as not applicable, never as held.
public enum SecretStoreConformance {
  /// Every claim, as a sentence, in one of three lists.
  public struct Report: Sendable, Hashable {
    public var held: [String] = []
    /// With what went wrong, when something was thrown.
    public var broken: [String] = []
    /// With what is missing to judge it.
    public var notApplicable: [String] = []
  }

  struct Broken: Error {}
  struct NotApplicable: Error { let missing: String }

  struct Claim: Sendable {
    let sentence: String
    let check: @Sendable (any SecretStore, SecretStoreControl) async throws -> Void

    init(
      _ sentence: String, _ check: @escaping @Sendable (any SecretStore, SecretStoreControl) async throws -> Void
    ) {
      self.sentence = sentence
      self.check = check
    }
  }

  /// Runs every claim.
  ///
  /// - Parameters:
  ///   - control: how to turn the device under the store.
  ///   - makeEmptyStore: a new store with nothing in it, on an unlocked device with passcode and biometry; called once
  ///     per claim.
  public static func judge(
    control: SecretStoreControl = SecretStoreControl(), of makeEmptyStore: () async throws -> any SecretStore
  ) async -> Report {
    var report = Report()
    for claim in contentClaims + addingClaims + concurrencyClaims + accessClaims + deviceClaims {
      do {
        try await claim.check(makeEmptyStore(), control)
        report.held.append(claim.sentence)
      } catch is Broken {
        report.broken.append(claim.sentence)
      } catch let reason as NotApplicable {
        report.notApplicable.append("\(claim.sentence) (\(reason.missing))")
      } catch {
        report.broken.append("\(claim.sentence) (it threw \(error))")
      }
    }
    return report
  }

  /// The claims that do not hold, each as a sentence. Claims that are not applicable are not among them: see
  /// ``judge(control:of:)``.
  public static func brokenClaims(
    control: SecretStoreControl = SecretStoreControl(), of makeEmptyStore: () async throws -> any SecretStore
  ) async -> [String] {
    await judge(control: control, of: makeEmptyStore).broken
  }

  static func expect(_ holds: Bool) throws {
    guard holds else { throw Broken() }
  }

  /// The control, or the reason why a claim cannot be judged.
  static func need<Control>(_ control: Control?, _ missing: String) throws -> Control {
    guard let control else { throw NotApplicable(missing: missing) }
    return control
  }

  static func name(_ text: String) throws -> SecretName {
    guard let name = SecretName(text) else { throw Broken() }
    return name
  }

  static func put(
    _ bytes: [UInt8], _ text: String, in store: any SecretStore, _ access: AccessRequirement = AccessRequirement()
  ) async throws {
    try await store.write(Secret(copying: bytes), as: name(text), access: access)
  }

  /// Stores under a requirement that the store need not know: the claim is not applicable when it says so.
  static func putIfEnforced(
    _ bytes: [UInt8], _ text: String, in store: any SecretStore, _ access: AccessRequirement
  ) async throws {
    do { try await put(bytes, text, in: store, access) } catch StorageError.unenforceable {
      throw NotApplicable(missing: "the store does not enforce \(access.accessibility), \(access.presence)")
    }
  }

  static func bytes(_ text: String, in store: any SecretStore) async throws -> [UInt8]? {
    guard let secret = try await store.read(name(text)) else { return nil }
    return secret.withExposedBytes { Array($0) }
  }

  static func names(_ store: any SecretStore) async throws -> [String] { try await store.names().map(\.text) }

  /// Expects exactly this refusal; a value, nil or another error breaks the claim.
  static func expectRefusal(
    _ isRight: (StorageError) -> Bool, of action: () async throws -> Void
  ) async throws {
    do { try await action() } catch let error as StorageError {
      guard isRight(error) else { throw error }
      return
    }
    throw Broken()
  }
}
