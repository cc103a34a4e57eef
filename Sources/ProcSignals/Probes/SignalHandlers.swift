#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  /// A signal that breakpoints and faults raise is taken by code that the program does not ask for.
  ///
  /// Swift's own runtime, sanitizers and the program itself take such signals: the module decides. A crash reporter that
  /// is opened as a plug-in looks the same, so one finding decides nothing. Source: sigaction(2), signal(7).
  extension Probe {
    static let signalHandlers = Probe(
      id: "hooks.signalHandlers", category: .hooks, strength: .medium, family: .signalHandlers
    ) { (snapshot) throws(SystemCallFailure) in
      let code = try snapshot.ownCode.get()
      let images = try snapshot.images.get()
      let own = mantlet_raw_own_code()
      var found: [String] = []
      for signal in signals {
        var handler: UInt = 0
        let result = mantlet_raw_signal_handler(signal.number, &handler)
        if result < 0 { throw .refused(Int32(-result)) }
        // 0 and 1 stand for the default and for ignoring.
        if handler <= 1 { continue }
        guard let row = code.row(at: handler) else {
          found.append("\(signal.name): no code")
          continue
        }
        guard let image = images.image(at: handler) else {
          found.append("\(signal.name): \(row.path.isEmpty ? "unnamed memory" : EvidenceText.line(row.fileName))")
          continue
        }
        let isExpected =
          image.isNeeded || (image.start <= own && own < image.end) || isSystemOrSanitizer(image)
          || snapshot.settings.allowedPreloads.contains { $0 == image.path || $0 == image.fileName }
        if !isExpected { found.append("\(signal.name): \(EvidenceText.line(image.fileName))") }
      }
      return .of(found)
    }

    /// Numbers as on every Linux architecture that Swift runs on (signal(7)).
    private static let signals: [(number: Int32, name: String)] = [
      (4, "SIGILL"), (5, "SIGTRAP"), (6, "SIGABRT"), (7, "SIGBUS"), (11, "SIGSEGV"), (31, "SIGSYS"),
    ]

    private static func isSystemOrSanitizer(_ image: LoadedImages.Image) -> Bool {
      let sanitizers = ["libasan", "libtsan", "libubsan", "libclang_rt.", "libswiftCore"]
      #if os(Android)
        if ["/system/", "/apex/", "/vendor/"].contains(where: image.path.hasPrefix) { return true }
      #endif
      return sanitizers.contains { image.fileName.hasPrefix($0) }
    }
  }

#endif
