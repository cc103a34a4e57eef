import Foundation
import LocalAuthentication
public import Redaction
public import SecretStorage
import Security
import SecurityPolicy

/// Secrets in the keychain of iOS and in the data-protection keychain of macOS, as generic passwords of one service.
///
/// - Protects against: whoever holds the device locked, or its backup; other apps; for items that ask for their owner,
///   also against code that runs in the app without the owner being there.
/// - Does not protect against: code inside the running app and a jailbroken device while it is unlocked. Items survive
///   the app's removal. The bytes that the system hands over lie for a moment in memory of its own, which nobody
///   outside can overwrite.
/// - Does not notice: a removed item, or an older one put back.
///
/// This store never brings up a prompt: an item that asks for its owner answers
/// `StorageError.interactionNotAllowed`. ``asking(_:)`` gives the view that does ask.
///
/// A write replaces in place (`SecItemUpdate`, then `SecItemAdd` if there was nothing): there is no moment without
/// the item, and no second one beside it. In place is right on macOS as well, because the data-protection keychain
/// has none of the per-app access lists of the file-based one, to which an update would add nothing and hide much.
/// Replacing an item that asks for its owner asks too.
///
/// Needs `keychain-access-groups` or `application-identifier` among the entitlements on macOS.
/// Source: Apple TN3137; Apple, "Restricting keychain item accessibility", "Accessing keychain items with Face ID or
/// Touch ID"; MASVS-STORAGE-1; BSI TR-03161-1 O.Data_2, O.Data_3, O.Data_14, O.Data_15.
public actor AppleKeychain: SecretStore {
  private static let probeBytes = Data("probe".utf8)

  public nonisolated let place: KeychainPlace
  private let prompt: KeychainValue.Prompt
  private let context: LAContext
  private let queue: BlockingQueue
  let translate: KeychainDictionary

  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  public nonisolated var keychainPlace: KeychainPlace? { place }

  /// The store that asks nobody.
  public init(_ place: KeychainPlace) { self.init(place, reason: nil) }

  private init(_ place: KeychainPlace, reason: String?) {
    self.place = place
    prompt = reason == nil ? .forbidden : .bound
    let context = LAContext()
    if let reason { context.localizedReason = reason } else { context.interactionNotAllowed = true }
    // A screen that was just unlocked is no consent to this.
    context.touchIDAuthenticationAllowableReuseDuration = 0
    self.context = context
    translate = KeychainDictionary(context: context)
    queue = BlockingQueue("keychain")
  }

  /// The same items, read with the owner: the system asks when the first item needs it, and not again for this view.
  ///
  /// The answer is bound to the key of the item, inside the system: there is no Bool that an attacker could turn.
  /// Keep the view as short as the task that the owner consented to, then ``endAsking()``.
  ///
  /// - Parameter reason: what the owner reads in the prompt, in their language.
  public nonisolated func asking(_ reason: String) -> AppleKeychain {
    AppleKeychain(place, reason: reason)  // MASVS-AUTH-2#100
  }

  /// Forgets that the owner consented, once a prompt that is up has been answered. This view cannot ask again.
  public func endAsking() { context.invalidate() }

  public func read(_ name: SecretName) throws(StorageError) -> Secret? {
    let query = KeychainQuery.read(name, in: place, prompt: prompt)
    var result: CFTypeRef?
    let status = KeychainStatus(SecItemCopyMatching(try translate.make(query.attributes), &result))
    switch status.meaning(of: query) {
    case .absent: return nil
    case .done:
      guard let data = result as? Data else { throw .notReadable(status.code) }
      guard data.count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
      return Secret(count: data.count) { $0.copyBytes(from: data) }
    case let other: throw error(other, status, name)
    }
  }

  /// - Throws: `StorageError.interactionNotAllowed` when an item that asks for its owner is replaced without
  ///   ``asking(_:)``; `.passcodeNotSet`, `.unenforceable`, `.locked`, `.entitlementMissing`. The old value stands.
  public func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) throws(StorageError) {
    try Self.lend(secret) { data throws(StorageError) in try write(data, as: name, access: access) }
  }

  /// `SecItemAdd` alone: the keychain has one item of a name, and says that it is there (`errSecDuplicateItem`) to whoever
  /// comes second, in another process too.
  ///
  /// - Throws: `StorageError.duplicate`, also for an item of a biometric set that is gone: delete it first. As
  ///   ``write(_:as:access:)`` else; no prompt is ever needed.
  public func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) throws(StorageError) {
    let query = try KeychainQuery.add(name, to: place, access: access)
    try Self.lend(secret) { data throws(StorageError) in
      let status = KeychainStatus(SecItemAdd(try translate.make(query.attributes, secret: data), nil))
      try finish(status, query, name, access)  // O.Cryp_4#1501
    }
  }

  private static func lend(
    _ secret: borrowing Secret, _ body: (Data) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard secret.count <= SealedItem.secretLimit else { throw .tooLarge(limit: SealedItem.secretLimit) }
    try secret.withExposedBytes { bytes throws(StorageError) in
      // Not a copy: the system reads the locked page and copies it into the message to its own process.
      let data = bytes.baseAddress.map {
        Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: $0), count: bytes.count, deallocator: .none)
      }
      try body(data ?? Data())
    }
  }

  public func delete(_ name: SecretName) throws(StorageError) {
    let query = KeychainQuery.delete(name, in: place)
    let status = KeychainStatus(SecItemDelete(try translate.make(query.attributes)))
    switch status.meaning(of: query) {
    case .done, .absent: return
    case let other: throw error(other, status, name)
    }
  }

  public func names() throws(StorageError) -> [SecretName] {
    let names = try listed().compactMap { $0[kSecAttrAccount as String] as? String }.compactMap(SecretName.init)
    // Iterated through a set: an item of iCloud Keychain may have the name of one of ours.
    return Set(names).sorted()
  }

  /// The attributes of every item of the place, whoever wrote it.
  func listed() throws(StorageError) -> [[String: Any]] {
    let query = KeychainQuery.list(place, prompt: prompt)
    var result: CFTypeRef?
    let status = KeychainStatus(SecItemCopyMatching(try translate.make(query.attributes), &result))
    switch status.meaning(of: query) {
    case .absent: return []
    case .done:
      guard let items = result as? [[String: Any]] else { throw .notReadable(status.code) }
      return items
    case .lockedOrOwnerNeeded: throw status.resolved(deviceIsLocked: deviceIsLocked())
    case .duplicate: throw .unavailable(status.code)
    case .failed(let error): throw error
    }
  }

  /// Whether the keychain takes an item and gives it back, found out by doing it.
  public func probe() -> KeychainProbe {
    var status = put(.updateProbe(in: place), Self.probeBytes)
    if status == .itemNotFound { status = put(.addProbe(to: place), Self.probeBytes) }
    guard status == .success else { return KeychainProbe(status) }
    var result: CFTypeRef?
    status = get(.readProbe(in: place), &result)
    guard status == .success, result as? Data != Self.probeBytes else { return KeychainProbe(status) }
    return KeychainProbe(.decode)
  }

  private func write(_ data: Data, as name: SecretName, access: AccessRequirement) throws(StorageError) {
    let update = try KeychainQuery.update(name, in: place, access: access, prompt: prompt)
    let add = try KeychainQuery.add(name, to: place, access: access)
    for attempt in 0...3 {
      var status = KeychainStatus(
        SecItemUpdate(try translate.make(update.attributes), try translate.make(update.changes, secret: data)))
      guard status.meaning(of: update) == .absent else { return try finish(status, update, name, access) }
      // The last resort: an item that cannot be updated and yet is in the way belongs to a biometry set that is gone.
      // Its value is lost already, so taking it away opens no gap.
      if attempt == 3 { try delete(name) }
      status = KeychainStatus(SecItemAdd(try translate.make(add.attributes, secret: data), nil))
      guard status.meaning(of: add) == .duplicate else { return try finish(status, add, name, access) }
    }
    throw .duplicate(name)
  }

  private func finish(
    _ status: KeychainStatus, _ query: KeychainQuery, _ name: SecretName, _ access: AccessRequirement
  ) throws(StorageError) {
    let meaning = status.meaning(of: query)
    if meaning == .done { return }
    if status.mayMeanNoPasscode, access.needsPasscode, OwnerPrompt.isPasscodeMissing {
      throw .passcodeNotSet(status.code)
    }
    throw error(meaning, status, name)
  }

  private func error(_ meaning: KeychainStatus.Meaning, _ status: KeychainStatus, _ name: SecretName) -> StorageError {
    switch meaning {
    case .failed(let error): error
    case .duplicate: .duplicate(name)
    case .lockedOrOwnerNeeded: status.resolved(deviceIsLocked: deviceIsLocked())
    case .done, .absent: .unavailable(status.code)
    }
  }

  /// Nil when the probe item says neither.
  private func deviceIsLocked() -> Bool? {
    var ignored: CFTypeRef?
    var status = get(.readProbe(in: place), &ignored)
    if status == .itemNotFound { status = put(.addProbe(to: place), Self.probeBytes) }
    switch status {
    case .success, .duplicateItem: return false
    case .interactionNotAllowed: return true
    default: return nil
    }
  }

  private func get(_ query: KeychainQuery, _ result: inout CFTypeRef?) -> KeychainStatus {
    guard let dictionary = try? translate.make(query.attributes) else { return .parameter }
    return KeychainStatus(SecItemCopyMatching(dictionary, &result))
  }

  private func put(_ query: KeychainQuery, _ data: Data) -> KeychainStatus {
    guard let dictionary = try? translate.make(query.attributes, secret: data),
      let changes = try? translate.make(query.changes, secret: data)
    else { return .parameter }
    if case .update = query.operation { return KeychainStatus(SecItemUpdate(dictionary, changes)) }
    return KeychainStatus(SecItemAdd(dictionary, nil))
  }
}
