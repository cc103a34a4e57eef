#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The process runs as the root user. On a server or in a container that is the system's own way: evidence only.
  extension Probe {
    static let effectiveUser = Probe(
      id: "privilegedAccess.effectiveUser", category: .privilegedAccess, strength: .weak, family: .processState
    ) { (snapshot) throws(SystemCallFailure) in  // O.Resi_4#1
      let users = try snapshot.statusField("Uid")?.split { $0 == "\t" || $0 == " " } ?? []
      guard users.count >= 2 else { throw .unreadable("no user field") }
      return users[1] == "0" ? .detected(["effective user 0"]) : .clean()
    }
  }

#endif
