import AppSession

/// The stores that are open now. A wipe lets go of them before it takes their files and keys away.
actor OpenStores {
  private(set) var records: HandedRecords?
  private(set) var session: Session?
  private(set) var migration = MigrationState()
  /// Listens for as long as the stores are open.
  private var pressure: (any Sendable)?
  nonisolated let caches = OpenCaches()
  nonisolated let consents = OpenConsents()
  nonisolated let reporters = OpenReporters()
  nonisolated let mesh = OpenMesh()

  func keep(_ records: HandedRecords) { self.records = records }
  func keep(_ session: Session) { self.session = session }
  func keep(_ migration: MigrationState) { self.migration = migration }
  func observePressure(_ observe: Shield.Adapters.ObservePressure?) { pressure = observe?(caches) }

  /// Returns when nobody is inside any more.
  func closeRecords() async {
    let closing = records
    records = nil
    await closing?.close()
  }
}
