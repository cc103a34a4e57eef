public import DataLifecycle
import Foundation

#if canImport(EmulatedFiles)
  import EmulatedFiles
  import class EmulatedFiles.FileManager
#endif

/// A wipe target for the containers of app groups, which the app shares with its extensions, widgets and sibling apps:
/// the preferences of the group, and every file in its container.
///
/// Folders that the system makes in each container stay, and so does its own note on the container, which has another
/// name on macOS than on iOS and cannot be removed there. Of the file that the system keeps the group's preferences in,
/// the entries are erased and counted, through `UserDefaults`.
/// - Not protected: what an extension writes while the wipe runs is found by the reading back, what it writes later is not.
///   Everything in the container counts as the user's: an app whose siblings keep data of their own there names it in
///   `keeping`. When the app finds itself installed anew nothing of it goes and nothing is read: its siblings may have gone
///   on to use it.
/// Source: https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:);
/// BSI TR-03161-1 O.Data_17.
public struct AppGroupWipe: WipeTarget {
  public let name = WipeTargetName(constant: "app-groups")
  /// The containers' paths, in the order of the groups.
  public let containers: [String]
  private let parts: [any WipeTarget]

  /// Finds the containers.
  ///
  /// - Parameter keeping: by group, names at the top of its container that belong to somebody else: a sibling app, or the
  ///   system, which makes `File Provider Storage` anew; as `Library/name` and `Library/Caches/name` also names at the top of
  ///   `Library` and of the folders there that the system makes. Even an empty folder that comes back keeps a wipe pending.
  ///   What is the user's in a folder that is kept needs a `FolderWipe`.
  /// - Throws: ``LifecycleError/noGroupContainer`` when the system has none for one of these groups: the app's entitlement
  ///   does not name it; and when `keeping` names another group. macOS gives a place for any name; there a group that is not
  ///   the app's shows by `denied` when the wipe runs.
  public init(_ groups: [String], keeping: [String: Set<String>] = [:]) throws(LifecycleError) {
    guard keeping.keys.allSatisfy(groups.contains) else { throw .noGroupContainer }
    var containers: [String] = []
    var parts: [any WipeTarget] = []
    for group in groups {
      guard !group.isEmpty,
        let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      else { throw .noGroupContainer }  // O.Data_17#1101
      containers.append(container.path)
      parts += Self.parts(of: group, at: container.path, keeping: keeping[group] ?? [])
    }
    self.containers = containers
    self.parts = parts
  }

  public var kind: UserDataKind { .appGroupContainers }

  public func destroyKeys(_ scope: WipeScope) {}

  /// Goes on after a failure and throws the first.
  public func erase(_ scope: WipeScope) async throws(LifecycleError) {
    guard scope != .reinstall else { return }
    var first: LifecycleError?
    for part in parts {
      do throws(LifecycleError) { try await part.erase(scope) } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  public func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    // The containers are counted and not read: nothing in them is this wipe's, and a folder that a sibling closed would
    // stop the first start.
    guard scope != .reinstall else {
      return containers.isEmpty ? [] : [WipeRemnant(count: containers.count, kept: .siblingApps)]
    }
    var remnants: [WipeRemnant] = []
    for part in parts { remnants += try await part.remains(scope) }
    return remnants
  }

  /// The preferences first: what the system still holds of them in memory would be written again.
  private static func parts(
    of group: String, at container: String, keeping others: Set<String>
  ) -> [any WipeTarget] {
    let notes = [".com.apple.mobile_container_manager.metadata.plist", ".com.apple.containermanagerd.metadata.plist"]
    let made = ["Application Support", "Caches", "Preferences"]
    let library = container + "/Library"
    func folder(_ path: String, keeping kept: Set<String> = []) -> FolderWipe {
      FolderWipe(name: part, kind: .appGroupContainers, folder: path, keeping: kept)
    }
    func inside(_ place: String) -> Set<String> {
      Set(others.filter { $0.hasPrefix(place + "/") }.map { String($0.dropFirst(place.count + 1)) })
    }
    return [
      PreferenceWipe(name: part, store: UserDefaultsPreferences(domain: group)),
      folder(container, keeping: others.union(["Library"] + notes)),
      folder(library, keeping: inside("Library").union(made)),
    ]
      + made.map {
        folder(
          library + "/" + $0,
          keeping: inside("Library/" + $0).union($0 == "Preferences" ? [group + ".plist"] : []))
      }
  }

  /// Nobody sees the parts' names.
  private static let part = WipeTargetName(constant: "part")
}
