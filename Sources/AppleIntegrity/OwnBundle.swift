import AppIntegrity
import Foundation

#if canImport(EmulatedBundle)
  import EmulatedBundle
#endif

/// What the app's own bundle says about the app. Made once: an app's bundle does not change while the app runs.
public struct OwnBundle: Sendable, Hashable {
  /// What kind of machine the app runs on, and what it was made for.
  public enum Host: Sendable, Hashable {
    case phone
    /// An app made for the Mac, Mac Catalyst included.
    case mac
    /// An app for iOS on a Mac.
    case phoneAppOnMac
  }

  /// The folder of the bundle, without a slash at the end.
  public var path: String
  public var identifier: String?
  /// The URL schemes of its Info.plist; nil when that cannot be read.
  public var schemes: DeclaredSchemes?
  /// The signature of its executable; nil when there is none or it cannot be read.
  public var signature: CodeSignature?
  /// Where the App Store's receipt lies; nil when the system names no place.
  public var receipt: String?
  public var host: Host
  /// None of the rules for phones holds there: a Mac has their traces as it is shipped.
  public var isOnMac: Bool { host != .phone }

  public init(
    path: String, identifier: String?, schemes: DeclaredSchemes?, signature: CodeSignature?, receipt: String?,
    host: Host = .phone
  ) {
    self.path = path
    self.identifier = identifier
    self.schemes = schemes
    self.signature = signature
    self.receipt = receipt
    self.host = host
  }

  /// Reads the bundle of the running app: some kilobytes of its Info.plist and of its executable.
  public init(_ bundle: Bundle = .main) {
    self.init(
      path: bundle.bundlePath, identifier: bundle.bundleIdentifier,
      schemes: bundle.url(forResource: "Info", withExtension: "plist")
        .flatMap { try? Data(contentsOf: $0) }.flatMap { DeclaredSchemes(infoPlist: Array($0)) },
      signature: bundle.executablePath.flatMap { CodeSignature(ofFile: $0) },
      receipt: bundle.appStoreReceiptURL?.path, host: Self.thisHost)
  }

  private static var thisHost: Host {
    #if os(macOS) || targetEnvironment(macCatalyst)
      .mac
    #else
      ProcessInfo.processInfo.isiOSAppOnMac ? .phoneAppOnMac : .phone
    #endif
  }

  /// A path as the catalogue knows it: `<bundle>` stands for the folder of the app. `/var` is a link to `/private/var`,
  /// and the loader uses either. An extension lies inside its app, whose frameworks are its own, too.
  func shown(_ image: String) -> String {
    var own = Self.short(path)
    if own.hasSuffix(".appex"), let range = own.range(of: "/PlugIns/") ?? own.range(of: "/Extensions/") {
      own = String(own[..<range.lowerBound])
    }
    let image = Self.short(image)
    return !own.isEmpty && image.hasPrefix(own + "/") ? "<bundle>" + image.dropFirst(own.count) : image
  }

  private static func short(_ path: String) -> String {
    path.hasPrefix("/private/var/") ? String(path.dropFirst("/private".count)) : path
  }
}
