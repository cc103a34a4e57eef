import AppIntegrity
import Darwin
import MachO
import ObjectiveC

/// What iOS and macOS answer to the catalogue's questions: the file tree by `lstat`, the images of the loader, the
/// environment, ports of this device, types of the Objective-C runtime, and URL schemes.
///
/// It translates and does not judge. A path that the sandbox refuses to look at is "could not look", on changed and on
/// untouched devices alike. Nothing here forks, loads, or calls an interface that Apple does not publish. `lstat` is one of
/// the interfaces that an app's privacy manifest has to give a reason for (file timestamps); none of Apple's reasons is
/// this one, so choosing it is the app's.
///
/// Protected: nothing by itself; see ``ApplicationProbes``. Not protected: every call here can be answered by whoever
/// controls the process, and bypass tools hook all of them.
/// Source: lstat(2), dyld(3), getenv(3), connect(2); Apple, `canOpenURL(_:)`; MASVS-RESILIENCE-1, -4.
public struct AppleFacts: ApplicationFacts {
  private let bundle: OwnBundle
  private let interface: InterfaceFacts

  /// - Parameter interface: answers for URL schemes what it saw at its last ``InterfaceFacts/look()``.
  public init(bundle: OwnBundle, interface: InterfaceFacts) {
    self.bundle = bundle
    self.interface = interface
  }

  // O.Resi_2#460
  /// Looks now. A port is waited for up to ten milliseconds, everything else answers at once.
  public func answer(_ question: ProbeQuestion) -> ProbeAnswer {
    switch question {
    case .file(let path): FileLook.presence(at: path)
    case .symlink(let path): FileLook.link(at: path)
    case .bundleFile(let path): FileLook.presence(at: bundle.path + "/" + path)
    case .writable(let folder): FileLook.writing(into: folder)
    case .scheme(let name): interface.answer(scheme: name)
    case .images: images()
    case .environment(let name): getenv(name) == nil ? .absent : .present
    case .port(let port): PortLook.listening(on: port)
    case .type(let name): objc_lookUpClass(name) == nil ? .absent : .present
    }
  }

  /// The loader always has images; when it names none, something answers for it.
  private func images() -> ProbeAnswer {
    let paths = (0..<_dyld_image_count()).compactMap { index in
      _dyld_get_image_name(index).map { bundle.shown(String(cString: $0)) }
    }
    return paths.isEmpty ? .unavailable(0) : .names(paths)
  }
}
