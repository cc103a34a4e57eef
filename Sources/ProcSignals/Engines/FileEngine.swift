#if os(Linux) || os(Android)

  /// Looks for files of the device by `lstat`: a link counts, wherever it leads.
  ///
  /// A stock system closes some folders to apps. Being refused there is how an untouched device answers, so it is noted
  /// as evidence and does not count as "could not look"; an answer from inside such a folder is all the more telling.
  enum FileEngine {
    private static let closedAsShipped = ["/data/", "/sbin/", "/cache/", "/dev/", "/debug_ramdisk/"]

    @Sendable static func present(_ paths: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      var found: [String] = []
      var closed: [String] = []
      var failure: SystemCallFailure?
      for path in paths {
        do throws(SystemCallFailure) {
          let isThere = try snapshot.tree.exists(path)
          if isThere { found.append(path) }
          snapshot.log?("looking for file \(path): \(isThere ? "present" : "absent")")
        } catch .refused(let number)
          where [SystemCallFailure.accessDenied, SystemCallFailure.permission].contains(number)
          && closedAsShipped.contains(where: path.hasPrefix)
        {
          closed.append("closed as shipped: \(path)")
          snapshot.log?("looking for file \(path): closed as shipped")
        } catch {
          failure = error
          snapshot.log?("looking for file \(path): \(error.evidence)")
        }
      }
      if !found.isEmpty { return .detected(found) }
      if let failure { throw failure }
      return .clean(closed)
    }
  }

#endif
