#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A debugger holds this process's tracer slot. Source: proc_pid_status(5) `TracerPid`.
  ///
  /// Reads 0 for a tracer in another process namespace. Crash reporters and profilers trace for a moment, too.
  extension Probe {
    static let tracer = Probe(id: "debug.tracerPid", category: .debug, strength: .strong, family: .processState) {
      (snapshot) throws(SystemCallFailure) in
      guard let field = try snapshot.statusField("TracerPid"), let tracer = UInt32(field) else {
        throw .unreadable("no tracer field")
      }
      if tracer == 0 { return .clean() }
      let name = (try? RawFile.read("/proc/\(tracer)/comm")) ?? []
      return .detected([
        "TracerPid: \(tracer)", EvidenceText.line(String(decoding: name.prefix { $0 != 10 }, as: UTF8.self)),
      ])
    }
  }

#endif
