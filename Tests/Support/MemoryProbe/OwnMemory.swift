#if os(Linux)

  import Dispatch
  import Glibc
  import Redaction

  struct Refused: Error {}

  /// Our own buffers: what a `Secret` leaves behind, whichever way it ends.
  enum OwnMemory {
    static let cases = [
      ProbeCase("alive", .copies(1)) { needle, look in
        let secret = needle.secret()
        look()
        secret.withExposedBytes { _ in }
      },
      ProbeCase("ended", .copies(0)) { needle, _ in use(needle.secret()) },
      ProbeCase("error in the body", .copies(0)) { needle, _ in
        let secret = needle.secret()
        try? secret.withExposedBytes { bytes throws(Refused) in if !bytes.isEmpty { throw Refused() } }
      },
      ProbeCase("error in fill", .copies(0)) { needle, _ in
        do {
          let secret = try Secret(count: Needle.byteCount) { buffer throws(Refused) in
            needle.write(to: buffer)
            throw Refused()
          }
          use(secret)
        } catch {}
      },
      ProbeCase("error in fill of a large secret", .copies(0)) { needle, _ in
        do {
          let secret = try Secret(count: 60_000) { buffer throws(Refused) in
            needle.write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[50_000...]))
            throw Refused()
          }
          use(secret)
        } catch {}
      },
      ProbeCase("error in the caller", .copies(0)) { needle, _ in try? frame(needle) },
      ProbeCase("error after an await", .copies(0)) { needle, _ in
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          try? await suspendedFrame(needle)
          done.signal()
        }
        done.wait()
      },
      ProbeCase("consumed", .copies(0)) { needle, _ in
        let secret = needle.secret()
        consume(secret)
      },
      ProbeCase("set to nil", .copies(0)) { needle, _ in
        var secret: Secret? = needle.secret()
        secret = nil
        if secret != nil { exit(3) }
      },
      ProbeCase("two duplicates alive", .copies(3)) { needle, look in
        let first = needle.secret()
        let second = first.duplicate()
        let third = second.duplicate()
        look()
        if !first.isEqual(to: third) || !second.isEqual(to: third) { exit(3) }
      },
      ProbeCase("duplicates ended", .copies(0)) { needle, _ in use(needle.secret().duplicate().duplicate()) },
      ProbeCase("compared", .copies(0)) { needle, _ in
        let secret = needle.secret()
        let same = secret.isEqual(to: secret.duplicate()) && secret.isEqual(to: NeedleBytes(needle: needle, count: 32))
        if !same { exit(3) }
      },
      ProbeCase("copied from a sequence of unknown length", .copies(0)) { needle, _ in
        use(Secret(copying: NeedleBytes(needle: needle, count: 1000)))
      },
      ProbeCase("drawn from a generator", .copies(0)) { needle, _ in
        var words = NeedleWords(needle: needle)
        use(Secret(randomBytes: 32, using: &words))
      },
      ProbeCase("large, ended", .copies(0)) { needle, _ in
        use(Secret(copying: NeedleBytes(needle: needle, count: 200_000)))
      },
      ProbeCase("inherited by a forked child", .copies(0)) { needle, _ in
        let secret = needle.secret()
        try inChild { try MemoryScan().copies(of: needle).isEmpty ? 0 : 1 }
        use(secret)
      },
      ProbeCase("opened by a forked child", .copies(1)) { needle, look in
        let secret = needle.secret()
        let ended = childStatus {
          // What the trap prints is expected.
          _ = dup2(open("/dev/null", O_WRONLY), 2)
          return secret.withExposedBytes { $0.isEmpty ? 1 : 0 }
        }
        // The low seven bits are the signal that ended the child.
        if ended & 0x7F == 0 { throw Refused() }
        look()
        use(secret)
      },
      ProbeCase("a forked child's own", .copies(0)) { needle, _ in
        let secret = needle.secret()
        try inChild {
          let mine = Secret(copying: [1, 2, 3])
          return mine.isEqual(to: [1, 2, 3]) ? 0 : 1
        }
        use(secret)
      },
    ]

    @inline(never)
    static func use(_ secret: consuming Secret) {
      secret.withExposedBytes { if $0.count < 0 { exit(3) } }
    }

    @inline(never)
    private static func consume(_ secret: consuming Secret) { _ = consume secret }

    @inline(never)
    private static func frame(_ needle: Needle) throws {
      let secret = needle.secret()
      try refuse()
      use(secret)
    }

    private static func suspendedFrame(_ needle: Needle) async throws {
      let secret = needle.secret()
      await Task.yield()
      try refuse()
      use(secret)
    }

    @inline(never) @_optimize(none)
    private static func refuse() throws { throw Refused() }

    private static func inChild(_ body: () throws -> Int32) throws {
      let status = childStatus(body)
      guard status == 0 else { throw Refused() }
    }

    /// As `wait(2)` gives it: 0 when `body` returned 0 in the child.
    private static func childStatus(_ body: () throws -> Int32) -> Int32 {
      let child = fork()
      if child == 0 { _exit((try? body()) ?? 2) }
      var status: Int32 = -1
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }

#endif
