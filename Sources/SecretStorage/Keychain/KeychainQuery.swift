import SecurityPolicy

/// One call to Apple's keychain as a value: which items are meant, and what is asked or changed.
///
/// Holds for every query: generic passwords of one service; synchronizable is always said, so that no item of iCloud
/// Keychain is matched by accident; macOS uses its data-protection keychain, where access control works as on iOS and
/// an update in place is safe; `accessible` and `accessControl` never stand together.
///
/// Source: Apple TN3137 "On Mac keychains"; Apple, "Searching for keychain items", "Updating and deleting keychain
/// items"; MASVS-STORAGE-1.
public struct KeychainQuery: Sendable, Hashable {
  /// What the call does.
  public enum Operation: Sendable, Hashable {
    case add(AccessRequirement)
    case read
    case update(AccessRequirement)
    case delete
    case list
  }

  public let operation: Operation
  public let place: KeychainPlace
  /// Nil means every item of the place: only ``Operation/list`` does that.
  public let account: String?
  public let prompt: KeychainValue.Prompt

  /// Stores a new item.
  ///
  /// - Throws: ``StorageError/unenforceable(_:)`` for an item that may leave the device and yet asks for its owner:
  ///   what proves the owner does not travel with it.
  public static func add(
    _ name: SecretName, to place: KeychainPlace, access: AccessRequirement
  ) throws(StorageError) -> KeychainQuery {
    try enforceable(access)
    return KeychainQuery(operation: .add(access), place: place, account: name.text, prompt: .forbidden)
  }

  /// Asks for the bytes of one item.
  public static func read(
    _ name: SecretName, in place: KeychainPlace, prompt: KeychainValue.Prompt
  ) -> KeychainQuery {
    KeychainQuery(operation: .read, place: place, account: name.text, prompt: prompt)
  }

  /// Replaces bytes and access requirement of an existing item in one step: there is no moment without the item.
  ///
  /// - Throws: ``StorageError/unenforceable(_:)`` as in ``add(_:to:access:)``.
  public static func update(
    _ name: SecretName, in place: KeychainPlace, access: AccessRequirement, prompt: KeychainValue.Prompt
  ) throws(StorageError) -> KeychainQuery {
    try enforceable(access)
    return KeychainQuery(operation: .update(access), place: place, account: name.text, prompt: prompt)
  }

  /// Removes one item. Needs no owner.
  public static func delete(_ name: SecretName, in place: KeychainPlace) -> KeychainQuery {
    KeychainQuery(operation: .delete, place: place, account: name.text, prompt: .forbidden)
  }

  /// Asks for the attributes of every item of the place, never for their bytes.
  public static func list(_ place: KeychainPlace, prompt: KeychainValue.Prompt) -> KeychainQuery {
    KeychainQuery(operation: .list, place: place, account: nil, prompt: prompt)
  }

  /// The first dictionary of the call: which items, and for a read what to return, for an add what to store.
  public var attributes: [KeychainAttribute: KeychainValue] {
    var attributes: [KeychainAttribute: KeychainValue] = [
      .itemClass: .genericPassword, .service: .text(place.service), .dataProtectionKeychain: .flag(true),
      .synchronizable: .flag(false),
    ]
    attributes[.account] = account.map(KeychainValue.text)
    attributes[.accessGroup] = place.accessGroup.map(KeychainValue.text)
    if place.synchronization == .everywhere {
      switch operation {
      case .read, .delete, .list: attributes[.synchronizable] = .either
      // What this store writes stays on the device, whatever it may match.
      case .add, .update: break
      }
    }
    switch operation {
    case .add(let access): attributes.merge(Self.stored(access)) { $1 }
    case .read:
      attributes[.matchLimit] = .one
      attributes[.returnData] = .flag(true)
      attributes[.authenticationContext] = .context(prompt)
    case .update: attributes[.authenticationContext] = .context(prompt)
    case .delete: break
    case .list:
      attributes[.matchLimit] = .all
      attributes[.returnAttributes] = .flag(true)
      attributes[.authenticationContext] = .context(prompt)
    }
    return attributes
  }

  /// The second dictionary of an update: what changes. Empty for every other call.
  public var changes: [KeychainAttribute: KeychainValue] {
    guard case .update(let access) = operation else { return [:] }
    return Self.stored(access)
  }

  private static func stored(_ access: AccessRequirement) -> [KeychainAttribute: KeychainValue] {
    switch access.presence {
    case .notAsked: [.valueData: .secret, .accessible: .accessibility(access.accessibility)]  // O.Data_14#100
    case .owner, .currentBiometry, .passcode: [.valueData: .secret, .accessControl: .accessControl(access)]
    }
  }

  private static func enforceable(_ access: AccessRequirement) throws(StorageError) {
    guard access.presence == .notAsked || !access.accessibility.isInsecure else { throw .unenforceable(access) }
  }
}
