#if canImport(Security)
  import AppleScreen
  import DataLifecycle

  /// The wipe targets for what an app has shown and handed out: its notifications in the system's lists, and what it put
  /// on the pasteboard.
  enum ScreenWipes {
    /// - Parameter absent: kinds that the app says it has none of.
    static func targets(without absent: Set<UserDataKind>) -> [any WipeTarget] {
      [notifications, pasteboard].filter { !absent.contains($0.kind) }
    }

    private static var notifications: ActionWipe {
      ActionWipe(name: WipeTargetName(constant: "notifications"), kind: .notifications) { _ in
        await HeldNotifications().removeAll()
      } remains: { _ in
        let count = await HeldNotifications().count()
        return count == 0 ? [] : [WipeRemnant(count: count)]
      }
    }

    private static var pasteboard: ActionWipe {
      ActionWipe(name: WipeTargetName(constant: "pasteboard"), kind: .pasteboardItems) { _ in
        await CopiedItems().remove()
      } remains: { _ in
        await CopiedItems().isThere ? [WipeRemnant(count: 1)] : []
      }
    }
  }
#endif
