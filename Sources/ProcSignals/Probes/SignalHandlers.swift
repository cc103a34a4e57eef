#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  /// A signal that breakpoints and faults raise is taken by code that the program does not ask for.
  ///
  /// The program itself, Swift's runtime and sanitizers take such signals: what the program or the image of these checks
  /// asks for may, by what the loader lists and not by name. A crash reporter that is opened as a plug-in looks the same
  /// as an attack, so one finding decides nothing. Source: sigaction(2), signal(7).
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
        let isAskedFor = (image.isNeeded || image.isOwnNeeded) && !image.isInFront
        let isExpected =
          isAskedFor || (image.start <= own && own < image.end) || isSystem(image)
          || images.names(image, among: snapshot.settings.allowedPreloads)
        if !isExpected { found.append("\(signal.name): \(EvidenceText.line(image.fileName))") }
      }
      return .of(found)
    }

    /// Numbers as on every Linux architecture that Swift runs on (signal(7)).
    private static let signals: [(number: Int32, name: String)] = [
      (4, "SIGILL"), (5, "SIGTRAP"), (6, "SIGABRT"), (7, "SIGBUS"), (11, "SIGSEGV"), (31, "SIGSYS"),
    ]

    private static func isSystem(_ image: LoadedImages.Image) -> Bool {
      #if os(Android)
        ["/system/", "/apex/", "/vendor/"].contains(where: image.path.hasPrefix)
      #else
        false
      #endif
    }
  }

#endif
