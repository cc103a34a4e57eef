import DataLifecycle
import SecretStorage
import UntrustedInput

/// The installation's mark in a folder of the app's container, as one line of text.
struct InstallationFile: InstallationContainer {
  private static let name = PreferenceName(constant: "installation")
  private let file: PreferenceFile
  /// Whether the container held anything before this start made its folders.
  private let wasUsed: Bool

  init(folder: String, wasUsed: Bool) {
    file = PreferenceFile(folder: folder)
    self.wasUsed = wasUsed
  }

  func trace() throws(StorageError) -> ContainerTrace {
    do {
      guard let text = try file.text(of: Self.name) else { return wasUsed ? .unmarked : .empty }
      guard let bytes = try? Base64URL.decode(text), let marker = InstallationMarker(bytes) else { return .unmarked }
      return .marked(marker)
    } catch .preferencesDamaged {
      return .unmarked
    } catch {
      throw StorageError(error)
    }
  }

  func save(_ marker: InstallationMarker) throws(StorageError) {
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
  fileprivate init(_ error: LifecycleError) {
    self =
      switch error {
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
