#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The mandatory access policy is not enforced. Recent systems do not let an app read this: then it could not look.
  extension Probe {
    static let permissivePolicy = Probe(
      id: "privilegedAccess.permissivePolicy", category: .privilegedAccess, strength: .medium, family: .processState
    ) { (snapshot) throws(SystemCallFailure) in
      let bytes = try snapshot.tree.read("/sys/fs/selinux/enforce")
      return bytes.first == 48 ? .detected(["selinux: permissive"]) : .clean()
    }
  }

#endif
