#if os(Linux) || os(Android)

  import AppIntegrity
  import CLoadedImages
  import CRawSystemCalls
  import SecurityPolicy

  /// An import slot does not hold the address that the loader's rules give: a call was redirected, also to another
  /// genuine function.
  ///
  /// Compares the slots of the program, of the image that these checks are linked into, and of libc; a full check also
  /// a part of those of every other library that the program asks for: another part for each number of the
  /// ``CodeWindow``. A preloaded library that defines a function of that name is the loader's
  /// own choice and is judged by `hooks.interposedFunctions`. Not seen: function pointers outside of the import tables.
  extension Probe {
    static let importTable = Probe(
      id: "hooks.importTable", category: .hooks, strength: importStrength, family: .callTargets
    ) { (snapshot) throws(SystemCallFailure) in
      let capacity = 16
      let buffer = UnsafeMutableBufferPointer<mantlet_import>.allocate(capacity: capacity)
      defer { buffer.deallocate() }
      var checked = 0
      let count = mantlet_changed_imports(
        snapshot.level == .full ? slices : 0, UInt32(truncatingIfNeeded: snapshot.settings.ownCode.index),
        mantlet_raw_own_code(), buffer.baseAddress, capacity, &checked)
      if count == -Int(SystemCallFailure.noTable), snapshot.isStatic { return .clean(["no import table"]) }
      if count < 0 { throw .refused(Int32(-count)) }
      if count == 0 { return .clean(["\(checked) slots"]) }
      let code = try snapshot.ownCode.get()
      return .detected(
        buffer.prefix(min(count, capacity)).map { slot in
          let name = slot.symbol.map { String(cString: $0) } ?? ""
          let target = code.row(at: slot.value)
          let place = target.map { $0.path.isEmpty ? "unnamed memory" : EvidenceText.line($0.fileName) } ?? "no code"
          return "\(EvidenceText.line(name.isEmpty ? "resolved slot" : name)) leads to \(place)"
        })
    }

    private static let slices: UInt32 = 8

    #if os(Android)
      // Bionic's linker namespaces were read about and not measured: alone it does not decide there.
      private static let importStrength = Signal.Strength.medium
    #else
      private static let importStrength = Signal.Strength.strong
    #endif
  }

#endif
