#if os(Linux) || os(Android)

  import AppIntegrity
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
    /// The lightest level that it belongs to.
    var level = CheckLevel.light
    /// Throws when it could not look.
    let look: @Sendable (Snapshot) throws(SystemCallFailure) -> Finding

    func signal(_ snapshot: Snapshot) -> Signal {
      do {
        switch try look(snapshot) {
        case .clean(let evidence):
          snapshot.log?("looking for \(id): absent")
          return signal(.clean, evidence)
        case .detected(let evidence):
          snapshot.log?("looking for \(id): present (\(evidence.joined(separator: "; ")))")
          return signal(.detected, evidence)
        }
      } catch {
        snapshot.log?("looking for \(id): \(error.evidence)")
        return signal(.unavailable, [error.evidence])
      }
    }

    private func signal(_ observation: Signal.Observation, _ evidence: [String]) -> Signal {
      Signal(
        probe: id, category: category, strength: strength, family: family, observation: observation, evidence: evidence)
    }

    static let everywhere: [Probe] = [
      tracer,
      toolCode, hookEngines, unnamedCode, unlistedCode, replacedCode, deletedCode, splitCode, hiddenCode,
      foreignImages,
      preload, systemPreload,
      systemCode, ownCode, libraryCode, copiedCode, importTable, interposedFunctions,
      signalHandlers, descriptors,
      effectiveUser,
    ]

    static func onLinux(major: Int?) -> [Probe] { everywhere + listed(on: .linux, major: major) }

    static func onAndroid(major: Int?, _ app: InstalledApp) -> [Probe] {
      everywhere + listed(on: .android, major: major) + [permissivePolicy] + told(app)
    }
  }

#endif
