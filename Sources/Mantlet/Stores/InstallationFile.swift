import DataLifecycle
import SecretStorage
import UntrustedInput

/// The installation's mark in a folder of the app's container, as one line of text.
package struct InstallationFile: InstallationContainer {
  private static let name = PreferenceName(constant: "installation")
  private let file: any PreferenceStore
  /// Whether the container held anything before this start made its folders.
  private let wasUsed: Bool

  init(folder: String, wasUsed: Bool) { self.init(in: PreferenceFile(folder: folder), wasUsed: wasUsed) }

  package init(in file: any PreferenceStore, wasUsed: Bool) {
    self.file = file
    self.wasUsed = wasUsed
  }

  package func trace() throws(StorageError) -> ContainerTrace {
    do throws(LifecycleError) {
      guard let text = try file.text(of: Self.name) else { return wasUsed ? .unmarked : .empty }
      guard let bytes = try? Base64URL.decode(text), let marker = InstallationMarker(bytes) else { return .unmarked }
      return .marked(marker)
    } catch .preferencesDamaged {
      return .unmarked
    } catch .locked {
      // Neither missing nor refused: an app that starts before the first unlock.
      return .locked
    } catch {
      throw StorageError(error)
    }
  }

  package func save(_ marker: InstallationMarker) throws(StorageError) {
    do {
      try file.set(Base64URL.encode(marker.bytes), of: Self.name)
    } catch .preferencesDamaged {
      // Nothing in it could be understood: the new mark takes its place.
      do {
        try file.removeAll()
        try file.set(Base64URL.encode(marker.bytes), of: Self.name)
      } catch {
        throw StorageError(error)
      }
    } catch {
      throw StorageError(error)
    }
  }
}

extension StorageError {
  /// What is said of the secret store and the installation's mark when the file system failed.
  init(_ error: LifecycleError) {
    self =
      switch error {
      case .locked: .locked
      case .full: .full
      case .denied(let code): .denied(code)
      case .notReadable(let code): .notReadable(code)
      case .unavailable(let code): .unavailable(code)
      case .notPlain: .notPlain
      case .foreignOwner(let user): .foreignOwner(user)
      case .exposed(let mode): .exposed(mode: mode)
      default: .unavailable(0)
      }
  }
}
