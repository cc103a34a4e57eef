/// Items of a place that are none of its store's own: an older version of the app, or other code in it, left them.
extension KeychainQuery {
  /// Whether a store keeps an item under this account: a secret, or its probe.
  public static func isOwn(account: String) -> Bool { account == probeAccount || SecretName(account) != nil }

  /// Removes an item that is not the store's own. Needs no owner.
  ///
  /// The adapter says which one, in the place of the empty account: an account may also be data, which no query names.
  public static func deleteStray(in place: KeychainPlace) -> KeychainQuery {
    KeychainQuery(operation: .delete, place: place, account: "", prompt: .forbidden)
  }
}
