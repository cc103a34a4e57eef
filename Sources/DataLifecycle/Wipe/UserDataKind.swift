/// What on a device tells something about its user. A wipe accounts for each of them: a target that erases it, or a
/// declaration, with a reason, that the app has none.
///
/// Source: BSI TR-03161-1 O.Data_17; MASVS-STORAGE-1.
public enum UserDataKind: String, Sendable, Hashable, CaseIterable {
  /// Rows of the record database.
  case records
  /// Tokens and credentials in the secret store.
  case secrets
  /// Keys that seal records, caches and files.
  case cryptographicKeys
  /// Caches of our own, on disk and in memory.
  case caches
  /// The PIN's hash and its attempt counter.
  case pin
  /// What the running app knows about who is logged in.
  case sessionContext
  case cookies
  /// What the system's HTTP client keeps of responses.
  case urlCaches
  /// Passwords and certificates in the system's credential storage.
  case credentials
  /// What web views keep.
  case webData
  /// Uploads and downloads that the system carries on in the background.
  case pendingTransfers
  /// Folders shared with extensions and widgets.
  case appGroupContainers
  case temporaryFiles
  /// Our items on the pasteboard.
  case pasteboardItems
  case preferences
  /// Entries in the system's search.
  case searchIndex
  /// Delivered and scheduled notifications.
  case notifications
}
