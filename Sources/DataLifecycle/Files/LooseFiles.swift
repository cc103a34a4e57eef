/// Single files of a wipe target, such as a database and what lies beside it. Whatever stands under their names is
/// erased, a folder as well; links are never followed.
package struct LooseFiles: Sendable {
  /// The folders, each with the names in it.
  private let places: [(folder: String, names: [String])]

  /// - Parameter paths: of the files; those of one folder are erased before it is synchronized.
  package init(_ paths: [String]) {
    var places: [(folder: String, names: [String])] = []
    for path in paths {
      let folder = HeldFolder.parent(of: path)
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if let place = places.firstIndex(where: { $0.folder == folder }) {
        places[place].names.append(name)
      } else {
        places.append((folder, [name]))
      }
    }
    self.places = places
  }

  /// Goes on after a failure and throws the first. When it returns the medium knows that they are gone.
  package func erase() throws(LifecycleError) {
    var first: LifecycleError?
    for place in places {
      do throws(LifecycleError) {
        guard let folder = try HeldFolder.above(place.folder) else { continue }
        for name in place.names {
          do throws(LifecycleError) { try FolderTree.remove(name, in: folder) } catch { first = first ?? error }
        }
        try folder.synchronize()
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  /// Under how many of the names something stands.
  package func count() throws(LifecycleError) -> Int {
    var count = 0
    for place in places {
      guard let folder = try HeldFolder.above(place.folder) else { continue }
      for name in place.names where try folder.status(of: name) != nil { count += 1 }
    }
    return count
  }
}
