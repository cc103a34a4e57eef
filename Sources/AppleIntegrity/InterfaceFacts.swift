import AppIntegrity
import Foundation
import Synchronization

#if canImport(UIKit)
  import UIKit
#endif

/// What only the main actor may ask of the system: which URL schemes some app answers to, and whether a screen is
/// being recorded or mirrored.
///
/// A check runs on any thread and waits for nobody: waiting for the main thread from there can wait for ever. So a check
/// gets what was seen at the last ``look()``, and has a look made that the next check gets. Which apps answer to a
/// scheme changes only while another app is in front: an app that looks at each return to the foreground, before it has a
/// check made, misses none. Where only the checks look, each knows what the one before it found out. A look takes the main
/// actor for as long as the system needs for up to ``heeded`` questions.
/// Before the first look everything here is "could not look"; on macOS it stays so.
/// Source: Apple, UIApplication `canOpenURL(_:)`, `LSApplicationQueriesSchemes`, UITraitCollection `sceneCaptureState`.
public final class InterfaceFacts: Sendable {
  /// iOS heeds this many entries of `LSApplicationQueriesSchemes`.
  public static let heeded = 50

  private struct Seen {
    var schemes: [String: Bool] = [:]
    var isCaptured: Bool?
    var isAwaited = false
  }

  private let seen = Mutex(Seen())
  private let declared: Set<String>?
  private let asked: [String]

  /// - Parameters:
  ///   - schemes: of the app's Info.plist; nil when that cannot be read, and then no scheme is asked for.
  ///   - catalogue: what a check will ask for.
  public init(declared schemes: DeclaredSchemes?, catalogue: ProbeCatalogue = .builtIn) {
    declared = schemes.map { Set($0.names.prefix(Self.heeded)) }
    asked = catalogue.schemes
  }

  /// Asks the system now. Call it at the start and at each return to the foreground.
  @MainActor
  public func look() {
    #if canImport(UIKit)
      let app = UIApplication.shared
      var schemes: [String: Bool] = [:]
      for scheme in asked where declared?.contains(scheme.lowercased()) == true {
        if let address = URL(string: scheme + "://") { schemes[scheme] = app.canOpenURL(address) }
      }
      let states = app.connectedScenes.compactMap { ($0 as? UIWindowScene)?.traitCollection.sceneCaptureState }
      let isCaptured: Bool? = states.contains(.active) ? true : states.contains(.inactive) ? false : nil
      seen.withLock { $0 = Seen(schemes: schemes, isCaptured: isCaptured) }
    #endif
  }

  /// Has the system asked soon. Several requests before that are one.
  func refresh() {
    let isAwaited = seen.withLock { seen in
      defer { seen.isAwaited = true }
      return seen.isAwaited
    }
    if !isAwaited { Task { @MainActor in look() } }
  }

  func answer(scheme: String) -> ProbeAnswer {
    guard let declared else { return .unavailable(0) }
    guard declared.contains(scheme.lowercased()) else { return .notDeclared }
    return seen.withLock { $0.schemes[scheme] }.map { $0 ? .present : .absent } ?? .unavailable(0)
  }

  /// Whether a screen is being recorded or mirrored; nil when the system does not say.
  var isCaptured: Bool? { seen.withLock { $0.isCaptured } }
}
