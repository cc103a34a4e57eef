#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// An import slot does not hold the address that the loader's rules give: a call was redirected, also to another
  /// genuine function.
  ///
  /// Compares the slots of the program, of the image that these checks are linked into, and of libc; a full check also
  /// one in eight of those of every other library that the program asks for, by the number of the ``CodeWindow``, and
  /// all that earlier checks have resolved. A preloaded library that defines a function of that name is the loader's own
  /// choice and is judged by `hooks.interposedFunctions`. What was found right is remembered: a full check resolves the
  /// slots of the program, of this image and of libc anew, of other libraries one in 64. Not seen: function pointers
  /// outside of the import tables; until the next full check a change of a slot and of what is remembered of it.
  extension Probe {
    static let importTable = Probe(
      id: "hooks.importTable", category: .hooks, strength: importStrength, family: .callTargets
    ) { (snapshot) throws(SystemCallFailure) in
      let (changed, checked): ([ChangedImport], Int)
      do throws(SystemCallFailure) {
        (changed, checked) = try snapshot.memory.changedImports(
          snapshot.level, turn: UInt32(truncatingIfNeeded: snapshot.settings.ownCode.index))
      } catch .refused(SystemCallFailure.noTable) where snapshot.isStatic {
        return .clean(["no import table"])
      }
      if changed.isEmpty { return .clean(["\(checked) slots"]) }
      let code = try snapshot.ownCode.get()
      return .detected(
        changed.map { slot in
          let target = code.row(at: slot.target)
          let place = target.map { $0.path.isEmpty ? "unnamed memory" : EvidenceText.line($0.fileName) } ?? "no code"
          return "\(EvidenceText.line(slot.symbol.isEmpty ? "resolved slot" : slot.symbol)) leads to \(place)"
        })
    }

    #if os(Android)
      // Bionic's linker namespaces were read about and not measured: alone it does not decide there.
      private static let importStrength = Signal.Strength.medium
    #else
      private static let importStrength = Signal.Strength.strong
    #endif
  }

#endif
