#if os(Linux) || os(Android)

  import SecurityPolicy

  /// One observation: where it looks, what a detection is worth, and how it looks.
  struct Probe: Sendable {
    enum Finding: Sendable {
      case clean([String] = [])
      case detected([String])

      /// Detected when there is evidence.
      static func of(_ evidence: [String]) -> Finding { evidence.isEmpty ? .clean() : .detected(evidence) }
    }

    let id: String
    let category: ThreatCategory
    let strength: Signal.Strength
    let family: Signal.Family
    /// Throws when it could not look.
    let look: @Sendable (Snapshot) throws(SystemCallFailure) -> Finding

    func signal(_ snapshot: Snapshot) -> Signal {
      do {
        switch try look(snapshot) {
        case .clean(let evidence): return signal(.clean, evidence)
        case .detected(let evidence): return signal(.detected, evidence)
        }
      } catch {
        return signal(.unavailable, [error.evidence])
      }
    }

    private func signal(_ observation: Signal.Observation, _ evidence: [String]) -> Signal {
      Signal(
        probe: id, category: category, strength: strength, family: family, observation: observation, evidence: evidence)
    }

    static let everywhere: [Probe] = [
      tracer,
      toolCode, unnamedCode, deletedCode, splitCode, hiddenCode,
      preload, systemPreload,
      systemCode, ownCode, copiedCode, interposedFunctions,
      rootMounts, effectiveUser,
    ]

    static let onAndroid: [Probe] = [
      superUser, rootTools, busybox, hookTools,
      rootProperties, testKeys, debuggableBuild, unlockedBoot, permissivePolicy,
      writableSystem, systemOverlay,
    ]
  }

#endif
