#if os(Linux)

  import Glibc
  import Redaction

  /// Leaks made on purpose: a probe that misses one of them proves nothing.
  enum PlantedLeaks {
    static let cases = [
      ProbeCase("planted: a copy in allocated memory", .copies(1)) { needle, _ in _ = block(needle) },
      ProbeCase("planted: a freed block", .copies(1)) { needle, _ in free(block(needle)) },
      ProbeCase("planted: on the stack", .copies(1)) { needle, _ in
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { room in
          needle.write(to: UnsafeMutableRawBufferPointer(rebasing: room[100...]))
        }
      },
      ProbeCase("planted: an array beside the secret", .copies(2)) { needle, look in
        let secret = needle.secret()
        let array = secret.withExposedBytes { Array($0) }
        look()
        if !secret.isEqual(to: array) { exit(3) }
      },
    ]

    /// Not optimised: a block that nobody reads would not be made at all.
    @inline(never) @_optimize(none)
    private static func block(_ needle: Needle) -> UnsafeMutableRawPointer? {
      let block = malloc(300)
      needle.write(to: UnsafeMutableRawBufferPointer(start: block, count: Needle.byteCount))
      return block
    }

    /// Expects no copy where there is one: the whole program must fail with it.
    static let hidden = ProbeCase("planted: expected not to be there", .copies(0), cases[0].run)
  }

#endif
