#if APPLE_EMULATION
  import AppIntegrity
  import AppleIntegrity
  import CFNetwork
  import Darwin
  import DeviceCheck
  import SecurityPolicy
  import Testing
  import UIKit

  /// Gives every test an emulated phone of its own.
  struct OwnPhone: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await EmulatedPhone.$current.withValue(EmulatedPhone()) {
        try await EmulatedInterface.$current.withValue(EmulatedInterface()) {
          try await EmulatedNetwork.$current.withValue(EmulatedNetwork()) {
            try await EmulatedAttester.$current.withValue(EmulatedAttester()) { try await function() }
          }
        }
      }
    }
  }

  extension Trait where Self == OwnPhone {
    static var ownPhone: OwnPhone { OwnPhone() }
  }

  /// An app that nobody changed, on the emulated phone.
  enum App {
    static let folder = "/var/containers/Bundle/Application/6E1A/Friday.app"
    static let expected = ExpectedApp(bundleIdentifier: "org.example.friday", team: "A1B2C3D4E5")
    static let schemes = ["sileo", "zbra", "filza"]

    static func bundle(
      signature: CodeSignature? = MachO(team: "A1B2C3D4E5").signature, identifier: String? = "org.example.friday",
      declaring schemes: [String]? = App.schemes, host: OwnBundle.Host = .phone
    ) throws -> OwnBundle {
      OwnBundle(
        path: folder, identifier: identifier, schemes: try schemes.map { try declared($0) }, signature: signature,
        receipt: "/var/mobile/Containers/Data/Application/77/StoreKit/receipt", host: host)
    }

    static func declared(_ schemes: [String]) throws -> DeclaredSchemes {
      let items = schemes.map { "<string>\($0)</string>" }.joined()
      let text = """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
        <key>LSApplicationQueriesSchemes</key><array>\(items)</array></dict></plist>
        """
      return try #require(DeclaredSchemes(infoPlist: Array(text.utf8)))
    }

    /// What an app in its sandbox meets on a phone that nobody changed.
    static func install() {
      EmulatedInterface.current.change { $0.declared = Set(schemes) }
      EmulatedPhone.current.change { phone in
        phone = EmulatedPhone.State()
        phone.files.formUnion([
          "/var/mobile/Containers/Data/Application/77/StoreKit/receipt", folder + "/SC_Info", folder + "/Friday",
        ])
        phone.images = [
          "/private" + folder + "/Friday", "/System/Library/Frameworks/UIKit.framework/UIKit",
          "/usr/lib/libobjc.A.dylib", "/private/preboot/Cryptexes/OS/System/Library/Frameworks/WebKit.framework/WebKit",
          folder + "/Frameworks/Liberty.framework/Liberty",
        ]
        phone.environment = ["HOME": "/var/mobile/Containers/Data/Application/77", "CFFIXED_USER_HOME": "/"]
      }
    }

    /// Installs the app, lets `change` happen to the phone, and checks.
    static func signals(
      of bundle: OwnBundle? = nil, major: Int = 26, _ change: (inout EmulatedPhone.State) -> Void = { _ in }
    ) async throws -> [Signal] {
      install()
      EmulatedPhone.current.change(change)
      let bundle = try bundle ?? App.bundle()
      let interface = InterfaceFacts(declared: bundle.schemes)
      await interface.look()
      return AppleSignals(bundle: bundle, interface: interface, expected: expected, major: major).signals()
    }
  }

  extension [Signal] {
    func detected(_ strength: Signal.Strength? = nil) -> Set<String> {
      Set(filter { $0.observation == .detected && (strength == nil || $0.strength == strength) }.map(\.probe))
    }

    func named(_ probe: String) throws -> Signal { try #require(first { $0.probe == probe }) }
  }

  func fails(_ verdict: Verdict) -> Bool { if case .fails = verdict { true } else { false } }
  func isOpen(_ verdict: Verdict) -> Bool { if case .undetermined = verdict { true } else { false } }
#endif
