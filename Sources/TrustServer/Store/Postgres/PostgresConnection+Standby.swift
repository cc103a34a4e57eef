#if PostgreSQL
  import SecurityPolicy

  extension PostgresConnection {
    /// Whether a commit waits for a second server, so that one that takes over has it. Undetermined where the database
    /// does not show the setting to this role, or has none of this name.
    func standby() -> Verdict {
      let names: String?
      do throws(StoreError) {
        // The view leaves out what the role may not see; asking for the setting itself would be refused.
        let rows = try query("SELECT setting FROM pg_settings WHERE name = $1", [.text("synchronous_standby_names")])
        names = try rows.first?.text(0)
      } catch {
        names = nil
      }
      guard let names else {
        return .undetermined("the database does not show whether a commit waits for a second server")
      }
      return names.isEmpty
        ? .fails("no synchronous standby is named: a database that takes over may lack the last commits") : .holds
    }
  }
#endif
