#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// A function of a library that the program asks for is answered by another one, which was preloaded in front of it.
  ///
  /// Judged by what the loader did and not by names: the images' own tables say which of them are asked for, and nobody
  /// is asked for an address. The program itself, and what it asks for, may define such functions (sanitizers do). Left
  /// out are allocation, which allocators replace on purpose, and C++ templates. An allocator that answers for more
  /// (jemalloc: `pthread_create`) and a preloaded sanitizer must be named in `allowedPreloads`. Not seen: a library that
  /// took the place of one that is asked for, under its name.
  extension Probe {
    static let interposedFunctions = Probe(
      id: "hooks.interposedFunctions", category: .hooks, strength: interposingStrength, family: .callTargets
    ) { (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.memory.answersInFront(allowing: snapshot.settings.allowedPreloads).map {
          "\(EvidenceText.line($0.function)) in \(EvidenceText.line($0.image.fileName))"
        })
    }

    #if os(Android)
      // Bionic's linker namespaces were read about and not measured: alone it does not decide there.
      private static let interposingStrength = Signal.Strength.medium
    #else
      private static let interposingStrength = Signal.Strength.strong
    #endif
  }

#endif
