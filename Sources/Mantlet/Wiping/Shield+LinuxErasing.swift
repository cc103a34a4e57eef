#if os(Linux) && LinuxClient && Records
  import DataLifecycle
  import Foundation
  import SecurityPolicy

  extension Shield {
    /// Erases all that a shield on Linux keeps in its folder, and opens no store for it: for a secret store whose index
    /// or root key is damaged. The root key goes first, then everything that it opened. No shield may be open on the
    /// folder, and one of another process is noticed; the next one begins anew. Ask the person before.
    ///
    /// Lost for ever is what ``erase(_:)`` says, and the mark of the installation. Nothing is told to the server.
    ///
    /// Cut off anywhere it may be called again.
    ///
    /// - Parameter wipeTargets: places of the app's own, as the shield on this folder got them when it was made.
    /// - Returns: what was removed.
    /// - Throws: ``ShieldError/folderInUse`` while another process has a shield there or erases it: nothing is erased
    ///   then. ``ShieldError/wipeIncomplete(_:)``, ``ShieldError/lifecycle(_:)``.
    @discardableResult
    public static func eraseLinux(
      folder: String, wipeTargets: [any WipeTarget] = []
    ) async throws(ShieldError) -> WipeReport {  // O.Data_17#6
      // What a link leads to is meant, not the link.
      let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      let hold: FolderHold
      do throws(LifecycleError) { hold = try await FolderHold.take(root) } catch {
        throw error == .busy ? .folderInUse : .lifecycle(error)
      }
      defer { withExtendedLifetime(hold) {} }
      let targets: [any WipeTarget] =
        [
          FolderWipe(
            name: WipeTargetName(constant: "secret-files"), kind: .secrets, folder: root + "/secrets",
            keyFiles: ["root.key"]),
          FolderWipe(name: WipeTargetName(constant: "caches"), kind: .caches, folder: root + "/caches"),
          FolderWipe(name: WipeTargetName(constant: "temporary"), kind: .temporaryFiles, folder: root + "/temporary"),
        ] + wipeTargets + [
          // Without what is held somebody could hold the folder once more.
          FolderWipe(
            name: WipeTargetName(constant: "folder"), kind: .records, folder: root,
            keeping: ["journal", FolderHold.name])
        ]
      let kinds = Set(targets.map(\.kind))
      let others = UserDataKind.allCases.filter { !kinds.contains($0) }
      let outcome: WipeOutcome
      do throws(LifecycleError) {
        let plan = try WipePlan(
          targets: targets, absent: Dictionary(uniqueKeysWithValues: others.map { ($0, "the whole folder is erased") }))
        outcome = try await Wipe.open(plan: plan, journal: WipeJournalFile(folder: root + "/journal")).wipe.run(.logout)
      } catch {
        throw .lifecycle(error)
      }
      _ = try access(after: outcome)
      return outcome.report
    }
  }
#endif
