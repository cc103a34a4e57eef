#if Server
  import SecurityPolicy

  /// The app sessions that people's sessions live by, each looked for once, however many live by it.
  package struct AppSessions {
    private let limits: SessionLimits
    private let now: Int64?
    /// By device: of its open ones the one that lasts longest.
    private var byDevice: [String: SessionRow?] = [:]
    /// By id: those through which sessions were opened whose device has no open one.
    private var byID: [String: SessionRow?] = [:]

    /// - Parameter now: app sessions that were used more than a day after this lend no life; nil leaves out none.
    init(_ limits: SessionLimits, now: Int64? = nil) {
      self.limits = limits
      self.now = now
    }

    package init(_ requirement: SessionRequirement) { self.init(SessionLimits(requirement)) }

    /// As ``SessionDesk/parent(of:in:_:now:)`` finds it, and as it was at the first question.
    package mutating func parent(
      of session: SessionRow, in rows: any TrustTransaction
    ) throws(StoreError) -> SessionRow? {
      guard let id = session.parent else { return nil }
      if let app = try lasting(of: session.device, in: rows) { return app }
      if let known = byID[id] { return known }
      let app = try rows.unlockedSession(id: id)
      byID.updateValue(app, forKey: id)
      return app
    }

    private mutating func lasting(
      of device: String, in rows: any TrustTransaction
    ) throws(StoreError) -> SessionRow? {
      if let known = byDevice[device] { return known }
      let app = SessionDesk.lasting(try rows.openApps(device: device), limits, now: now)
      byDevice.updateValue(app, forKey: device)
      return app
    }
  }
#endif
