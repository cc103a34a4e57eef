#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// A debugger holds the tracer slot of a thread of this process: each thread has its own.
  /// Source: proc_pid_status(5) `TracerPid`, ptrace(2).
  ///
  /// Reads 0 for a tracer in another process namespace. Crash reporters and profilers trace for a moment, too. A thread
  /// that starts while the check reads is seen by the next one. A light check asks for the first thread alone: a program
  /// may have hundreds.
  extension Probe {
    static let tracer = Probe(id: "debug.tracerPid", category: .debug, strength: .strong, family: .processState) {
      (snapshot) throws(SystemCallFailure) in
      guard let field = try snapshot.statusField("TracerPid"), let tracer = UInt32(field) else {
        throw .unreadable("no tracer field")
      }
      if tracer != 0 { return .detected(["TracerPid: \(tracer)", name(of: tracer, snapshot)]) }
      if snapshot.level == .light { return .clean() }
      guard let (thread, holder) = try tracedThread(snapshot) else { return .clean() }
      return .detected(["TracerPid: \(holder) of thread \(EvidenceText.line(thread))", name(of: holder, snapshot)])
    }

    private static func tracedThread(_ snapshot: Snapshot) throws(SystemCallFailure) -> (String, UInt32)? {
      var failure: SystemCallFailure?
      for thread in try snapshot.names(in: "task") {
        do throws(SystemCallFailure) {
          let status = try snapshot.readProcess("task/\(thread)/status")
          guard let field = Snapshot.field("TracerPid", of: status), let tracer = UInt32(field) else {
            throw .unreadable("no tracer field of a thread")
          }
          if tracer != 0 { return (thread, tracer) }
        } catch {
          // It may end between the two readings.
          if !error.isOfEnded { failure = error }
        }
      }
      if let failure { throw failure }
      return nil
    }

    private static func name(of tracer: UInt32, _ snapshot: Snapshot) -> String {
      let name = (try? snapshot.process.get().name(of: "\(tracer)")) ?? []
      return EvidenceText.line(String(decoding: name.prefix { $0 != 10 }, as: UTF8.self))
    }
  }

#endif
