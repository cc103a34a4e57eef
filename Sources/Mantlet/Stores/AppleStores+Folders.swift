#if canImport(Security)
  import DataLifecycle
  import Foundation

  extension AppleStores {
    /// The folders of an app's container that the stores lie in, as absolute paths.
    public struct Folders: Sendable, Hashable {
      /// `Library/Application Support`.
      public let support: String
      /// `Library/Caches`: never in a backup, emptied by the system when it needs room.
      public let caches: String
      /// The app's own folder for temporary files; a wipe empties it, so it must be nobody else's.
      public let temporary: String

      /// `Library`, in which both lie: the system keeps things of its own there, in folders named after the app.
      var library: String { URL(fileURLWithPath: caches).deletingLastPathComponent().path }

      /// What all of it lies in, on iOS.
      var container: String { URL(fileURLWithPath: library).deletingLastPathComponent().path }

      public init(support: String, caches: String, temporary: String) {
        self.support = support
        self.caches = caches
        self.temporary = temporary
      }

      /// Those of the running app; on macOS with a folder named after it among the temporary files.
      /// Source: https://developer.apple.com/documentation/foundation/filemanager/searchpathdirectory
      public static var app: Folders {
        let manager = FileManager.default
        func place(_ directory: FileManager.SearchPathDirectory, else path: String) -> String {
          manager.urls(for: directory, in: .userDomainMask).first?.path ?? NSHomeDirectory() + path
        }
        #if os(macOS)
          // Outside of a sandbox all programs of the user share that folder.
          let temporary = manager.temporaryDirectory.appending(
            path: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
        #else
          let temporary = manager.temporaryDirectory
        #endif
        return Folders(
          support: place(.applicationSupportDirectory, else: "/Library/Application Support"),
          caches: place(.cachesDirectory, else: "/Library/Caches"), temporary: temporary.path)
      }

      /// Whether anything but folders lies under a path.
      func holdsFiles(in path: String) -> Bool {
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
          return FileManager.default.fileExists(atPath: path)
        }
        return names.contains { name in
          var isFolder: ObjCBool = false
          let isThere = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
          return !isThere || !isFolder.boolValue
        }
      }

      /// A fresh container has no `Application Support`.
      func make() throws(LifecycleError) {
        for folder in [support, caches] {
          do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
          } catch { throw .unavailable(0) }
        }
      }
    }
  }
#endif
