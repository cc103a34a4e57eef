import SealedRecords
import SecretStorage

extension RecordError {
  /// What the records say when the secret store did not give, keep or erase the key of a kind.
  init(_ error: StorageError, keyOf kind: RecordKind) {
    self =
      switch error {
      case .locked, .interactionNotAllowed: .locked
      case .wipePending: .closed
      case .full: .full
      case .denied(let code): .denied(code)
      default: .keyUnavailable(kind)
      }
  }

  /// The same for the newest state: one that was altered or taken away is forgotten, and no waiting brings it back.
  init(anchor error: StorageError) {
    if error.isLoss { self = .anchorMissing } else { self.init(error, keyOf: .index) }
  }
}
