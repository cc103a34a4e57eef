import AppSession
import SealedRecords

/// The stores that are open now. A wipe lets go of them before it takes their files and keys away.
actor OpenStores {
  private(set) var records: (any RecordStore)?
  private(set) var session: Session?

  func keep(_ records: any RecordStore) { self.records = records }
  func keep(_ session: Session) { self.session = session }
  func closeRecords() { records = nil }
}
