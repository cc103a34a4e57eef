import AppSession
import SealedRecords

/// The stores that are open now. A wipe lets go of them before it takes their files and keys away.
actor OpenStores {
  private(set) var records: (any RecordStore)?
  private(set) var session: Session?
  private(set) var migration = MigrationState()
  /// Listens for as long as the stores are open.
  private var pressure: (any Sendable)?
  nonisolated let caches = OpenCaches()

  func keep(_ records: any RecordStore) { self.records = records }
  func keep(_ session: Session) { self.session = session }
  func keep(_ migration: MigrationState) { self.migration = migration }
  func observePressure(_ observe: Shield.Adapters.ObservePressure?) { pressure = observe?(caches) }
  func closeRecords() { records = nil }
}
