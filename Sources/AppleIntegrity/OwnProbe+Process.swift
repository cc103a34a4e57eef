import SecurityPolicy

/// The process and the machine that it runs on.
extension OwnProbe {
  static func process(isOnMac: Bool) -> [OwnProbe] {
    [
      OwnProbe("debug.traced", .debug, .strong, .processState) { () throws(LookFailure) in
        try ProcessLook.isTraced() ? .detected("P_TRACED") : .clean
      },
      exceptionPorts,
      simulator,
    ] + (isOnMac ? [] : parents)
  }

  /// launchd starts the apps of a phone, a debugger the ones that it launches. On a Mac a shell may, too.
  private static var parents: [OwnProbe] {
    #if targetEnvironment(simulator)
      return []
    #else
      return [
        OwnProbe("debug.parent", .debug, .medium, .processState) { () throws(LookFailure) in
          ProcessLook.parent() == 1 ? .clean : .detected("parent \(ProcessLook.parent())")
        }
      ]
    #endif
  }

  /// A crash reporter takes the exceptions of a crash, breakpoints among them, so those alone decide nothing.
  private static var exceptionPorts: OwnProbe {
    OwnProbe("debug.exceptionPorts", .debug, .medium, .signalHandlers) { () throws(LookFailure) in
      let handled = try ProcessLook.handledExceptions()
      let fact = "exceptions \(String(handled, radix: 16))"
      if handled & ProcessLook.systemCalls == ProcessLook.systemCalls { return .detected(fact) }
      return handled & ProcessLook.breakpoints != 0 ? .detected(fact, .weak) : .clean
    }
  }

  private static var simulator: OwnProbe {
    OwnProbe("simulator.build", .simulator, .strong, .hardware) { () throws(LookFailure) in
      #if targetEnvironment(simulator)
        return .detected("built for the simulator")
      #else
        return .clean
      #endif
    }
  }
}
