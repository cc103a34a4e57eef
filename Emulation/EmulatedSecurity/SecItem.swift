import Foundation

/// Follows Apple: `kSecClass` is required; an accessibility class and an access control exclude each other; an access
/// group that the app is not entitled to, or no entitlement at all, is `errSecMissingEntitlement`; a class whose key is
/// not at hand is `errSecInteractionNotAllowed`; a certificate or key comes in by `kSecValueRef`. Leaves out: results.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let device = EmulatedDevice.current
  let interlude = device.with { state in
    defer { state.interlude = nil }
    return state.interlude
  }
  interlude?()
  return device.perform("SecItemAdd") { state in
    guard let itemClass = attributes[kSecClass] as? String else { return errSecParam }
    if let status = state.refusal(of: attributes) { return status }
    guard let access = state.access(from: attributes, or: kSecAttrAccessibleWhenUnlocked) else { return errSecParam }
    let isSynchronizable = attributes[kSecAttrSynchronizable] as? Bool ?? false
    guard !isSynchronizable || ProtectionClass(access.protection)?.staysOnDevice == false else { return errSecParam }
    if let status = state.unavailability(of: access.protection) { return status }
    guard !state.isFull else { return errSecDiskFull }
    var stored = attributes.filter { !transient.contains($0.key) }
    stored[kSecClass] = itemClass
    stored[kSecAttrAccessGroup] = attributes[kSecAttrAccessGroup] ?? state.groups.first
    stored[kSecAttrSynchronizable] = isSynchronizable
    var row = ItemTable.Row(
      attributes: stored, data: copy(attributes[kSecValueData]), protection: access.protection, flags: access.flags,
      enrolledSet: state.enrolledSet)
    if itemClass == kSecClassIdentity { return errSecParam }
    if itemClass == kSecClassCertificate || itemClass == kSecClassKey {
      guard row.take(attributes[kSecValueRef]) else { return errSecParam }
    }
    return state.keychain.add(row)
  }
}

/// Follows Apple: attributes alone are readable after the first unlock, whatever the item's class; data and key
/// references need the class's key and whoever the access control asks for. One result unless `kSecMatchLimitAll`.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  EmulatedDevice.current.perform("SecItemCopyMatching") { state in
    guard query[kSecClass] is String else { return errSecParam }
    if let status = state.refusal(of: query) { return status }
    if query[kSecClass] as? String == kSecClassIdentity { return state.identities(query, result) }
    var found = state.keychain.matches(query, groups: state.groups)
    if query[kSecMatchLimit] as? String != kSecMatchLimitAll { found = Array(found.prefix(1)) }
    guard !found.isEmpty else { return errSecItemNotFound }
    guard state.lock != .beforeFirstUnlock else { return errSecInteractionNotAllowed }
    let wantsData = query[kSecReturnData] as? Bool == true
    let wantsAttributes = query[kSecReturnAttributes] as? Bool == true
    var answers: [Any] = []
    for row in found.map({ state.keychain.rows[$0] }) {
      if query[kSecReturnRef] as? Bool == true {
        guard let key = SecKey(row, query[kSecUseAuthenticationContext]) else { return errSecParam }
        answers.append(key)
        continue
      }
      if wantsData || state.listingAsks,
        let status = state.obstacle(to: row, context: query[kSecUseAuthenticationContext])
      {
        return status
      }
      var shown = row.attributes
      shown[kSecAttrAccessible] = row.protection
      shown[kSecValueData] = wantsData ? row.data : nil
      if wantsData, !wantsAttributes { answers.append(row.data) } else { answers.append(shown) }
    }
    result?.pointee = query[kSecMatchLimit] as? String == kSecMatchLimitAll ? answers : answers.first
    return errSecSuccess
  }
}

/// Follows Apple: changes the named attributes and nothing else, or nothing at all; the item must be readable, so one
/// with access control asks its owner. Search keys such as `kSecMatchLimit` are no attributes: `errSecParam`.
public func SecItemUpdate(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
  EmulatedDevice.current.perform("SecItemUpdate") { state in
    guard query[kSecClass] is String, query[kSecMatchLimit] == nil, query[kSecReturnData] == nil,
      changes[kSecClass] == nil,
      transient.subtracting([kSecValueData, kSecAttrAccessControl, kSecAttrAccessible])
        .isDisjoint(with: changes.keys)
    else { return errSecParam }
    if let status = state.refusal(of: query) ?? state.refusal(of: changes) { return status }
    let found = state.keychain.matches(query, groups: state.groups)
    guard !found.isEmpty else { return errSecItemNotFound }
    guard !state.isFull else { return errSecDiskFull }
    for index in found {
      var row = state.keychain.rows[index]
      if let status = state.obstacle(to: row, context: query[kSecUseAuthenticationContext]) { return status }
      if changes[kSecAttrAccessible] != nil || changes[kSecAttrAccessControl] != nil {
        guard let access = state.access(from: changes, or: row.protection) else { return errSecParam }
        if let status = state.unavailability(of: access.protection) { return status }
        (row.protection, row.flags, row.enrolledSet) = (access.protection, access.flags, state.enrolledSet)
      }
      if changes[kSecValueData] != nil { row.data = copy(changes[kSecValueData]) }
      row.attributes.merge(changes.filter { !transient.contains($0.key) }) { $1 }
      let status = state.keychain.replace(at: index, with: row)
      guard status == errSecSuccess else { return status }
    }
    return errSecSuccess
  }
}

/// Follows Apple: every match goes, nobody is asked. Not documented, so guessed: before the first unlock it refuses.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  EmulatedDevice.current.perform("SecItemDelete") { state in
    guard query[kSecClass] is String, query[kSecMatchLimit] == nil else { return errSecParam }
    if let status = state.refusal(of: query) { return status }
    let found = state.keychain.matches(query, groups: state.groups).map { state.keychain.rows[$0].identity }
    guard !found.isEmpty else { return errSecItemNotFound }
    guard state.lock != .beforeFirstUnlock else { return errSecInteractionNotAllowed }
    state.keychain.removeAll { found.contains($0.identity) }
    return errSecSuccess
  }
}

/// What is said in a dictionary and not kept among an item's attributes.
private let transient: Set<String> = [
  kSecValueData, kSecAttrAccessControl, kSecAttrAccessible, kSecUseDataProtectionKeychain, kSecUseAuthenticationContext,
  kSecMatchLimit, kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecValueRef,
]

/// The keychain lives in another process: it never shares memory with the app.
private func copy(_ data: Any?) -> Data { Data(Array(data as? Data ?? Data())) }

extension EmulatedDevice {
  func perform(_ function: String, _ body: (State) -> OSStatus) -> OSStatus {
    with { state in
      state.calls.append(function)
      if state.forced[function]?.isEmpty == false, let status = state.forced[function]?.removeFirst() { return status }
      return body(state)
    }
  }
}

extension EmulatedDevice.State {
  func refusal(of dictionary: CFDictionary) -> OSStatus? {
    if dictionary[kSecAttrAccessible] != nil, dictionary[kSecAttrAccessControl] != nil { return errSecParam }
    guard isEntitled else { return errSecMissingEntitlement }
    if let group = dictionary[kSecAttrAccessGroup] as? String, !groups.contains(group) {
      return errSecMissingEntitlement
    }
    return nil
  }

  func access(
    from dictionary: CFDictionary, or standard: String
  ) -> (protection: String, flags: SecAccessControlCreateFlags)? {
    if let control = dictionary[kSecAttrAccessControl] {
      guard let control = control as? SecAccessControl else { return nil }
      return (control.protection, control.flags)
    }
    guard let name = (dictionary[kSecAttrAccessible] ?? standard) as? String, ProtectionClass(name) != nil else {
      return nil
    }
    return (name, [])
  }

  /// Why an item of this class cannot be read or written now.
  func unavailability(of protection: String) -> OSStatus? {
    if lock == .beforeFirstUnlock { return errSecInteractionNotAllowed }
    switch ProtectionClass(protection)?.moment {
    case .always: return nil
    case .unlocked: return lock == .unlocked ? nil : errSecInteractionNotAllowed
    case .unlockedWithPasscode:
      if !hasPasscode { return statusWithoutPasscode }
      return lock == .unlocked ? nil : errSecInteractionNotAllowed
    case nil: return errSecParam
    }
  }

  func obstacle(to row: ItemTable.Row, context: Any?) -> OSStatus? {
    if let status = unavailability(of: row.protection) { return status }
    return refusal(of: row, context: context)?.status
  }

  /// What stands between a caller and an item with access control, beside the lock.
  func refusal(of row: ItemTable.Row, context: Any?) -> ItemRefusal? {
    if row.flags.contains(.biometryCurrentSet), row.enrolledSet != enrolledSet {
      return .changedSet(statusOfChangedSet)
    }
    guard let demand = row.flags.demand else { return nil }
    // Without a context Apple brings up the prompt of a context of its own.
    let refusal =
      (context as? any AuthenticationContext).map { $0.refusal(of: demand) } ?? EmulatedDevice.current.ask(demand)
    return refusal.map(ItemRefusal.owner)
  }
}

enum ItemRefusal {
  case changedSet(OSStatus)
  case owner(OwnerRefusal)

  var status: OSStatus {
    switch self {
    case .changedSet(let status): status
    case .owner(let refusal): refusal.status
    }
  }
}

extension SecAccessControlCreateFlags {
  var demand: OwnerDemand? {
    if contains(.userPresence) { return .biometryOrPasscode }
    if contains(.biometryAny) || contains(.biometryCurrentSet) { return .biometry }
    return contains(.devicePasscode) ? .passcode : nil
  }
}
