#if os(Linux) || os(Android)

  /// Looks for files of an Android device.
  ///
  /// A stock system closes some folders to apps. Being refused there is how an untouched device answers, so it is noted
  /// as evidence and does not count as "could not look"; an answer from inside such a folder is all the more telling.
  enum AndroidPaths {
    private static let closedAsShipped = ["/data/", "/sbin/", "/cache/", "/dev/", "/debug_ramdisk/"]

    static func present(_ paths: [String], in tree: DeviceTree) throws(SystemCallFailure) -> Probe.Finding {
      var found: [String] = []
      var closed: [String] = []
      var failure: SystemCallFailure?
      for path in paths {
        do throws(SystemCallFailure) {
          if try tree.exists(path) { found.append(path) }
        } catch .refused(let number)
          where [SystemCallFailure.accessDenied, SystemCallFailure.permission].contains(number)
          && closedAsShipped.contains(where: path.hasPrefix)
        {
          closed.append("closed as shipped: \(path)")
        } catch {
          failure = error
        }
      }
      if !found.isEmpty { return .detected(found) }
      if let failure { throw failure }
      return .clean(closed)
    }
  }

#endif
