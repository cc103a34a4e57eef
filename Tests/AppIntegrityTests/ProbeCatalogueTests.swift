import AppIntegrity
import Foundation
import SecurityPolicy
import Testing

@Suite("The probe catalogue")
struct ProbeCatalogueTests {
  private let catalogue = ProbeCatalogue.builtIn

  @Test("Every platform is listed, and dead values say why nobody looks")
  func complete() {
    #expect(catalogue.version >= 3)
    for platform in [Platform.ios, .android, .linux] { #expect(!catalogue.entries(on: platform).isEmpty) }
    let dead = catalogue.entries.filter { $0.probeClass == .dead }
    #expect(dead.count > 10)
    #expect(dead.allSatisfy { $0.reason?.isEmpty == false && !$0.applies(to: 26) && !$0.applies(to: nil) })
    #expect(catalogue.entries.allSatisfy { ($0.reason != nil) == ($0.probeClass == .dead) && !$0.values.isEmpty })
    #expect(catalogue.entries.map(\.values.count).reduce(0, +) > 700)
  }

  @Test("A value is looked for on the systems that it belongs to")
  func systems() throws {
    let link = try #require(
      catalogue.entries.first { $0.probe == "privilegedAccess.symlinks" && $0.values.contains("/var/jb") })
    #expect(link.systems == 15...999)
    #expect(link.applies(to: 26) && !link.applies(to: 14) && link.applies(to: nil))
    #expect(catalogue.entries(on: .ios, major: 26).allSatisfy { !$0.values.contains("/Library/Wallpaper") })
    #expect(catalogue.entries(on: .ios, major: 13).contains { $0.values.contains("/Library/Wallpaper") })
  }

  @Test(
    "What stands on untouched devices is never looked for",
    arguments: [
      "/bin/sh", "/cores/", "cydia", "fork", "/system/addon.d", "ro.bootloader=unknown", "Jit thread pool",
      "ro.dalvik.vm.native.bridge=libhoudini.so,libndk_translation.so", "ASAN_OPTIONS", "LLVM_PROFILE_FILE",
      "/proc/self/stat:t", "/proc/self/wchan:ptrace_stop", "/proc/self/status:Seccomp", "/proc/self/status:NoNewPrivs",
      "/proc/self/status:CapEff", "/proc/self/coredump_filter", "/proc/sys/kernel/yama/ptrace_scope",
      "/proc/sys/kernel/randomize_va_space", "prctl(PR_GET_DUMPABLE)", "/proc/1/cgroup:docker,kubepods,lxc",
      "/proc/cpuinfo:hypervisor", "/proc/version:Microsoft", "/sys/class/dmi/id/product_name",
      "isDebuggerConnected", "FLAG_DEBUGGABLE", "com.saurik.substrate.MS$2",
    ])
  func falsePositives(value: String) {
    let holding = catalogue.entries.filter { $0.values.contains(value) }
    #expect(!holding.isEmpty)
    #expect(holding.allSatisfy { $0.probeClass == .dead })
  }

  @Test("Values of a probe that the catalogue does not list are nil, not none")
  func unknown() {
    #expect(catalogue.values(of: "hooks.sesame", on: .linux) == nil)
    #expect(catalogue.values(of: "privilegedAccess.su", on: .linux) == nil)
    #expect(catalogue.values(of: "privilegedAccess.su", on: .android)?.contains("/system/xbin/su") == true)
  }

  @Test("An Info.plist says which schemes it lacks")
  func schemes() throws {
    func plist(_ names: [String]) -> [UInt8] {
      let items = names.map { "<string>\($0)</string>" }.joined()
      return Array(
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>LSApplicationQueriesSchemes</key><array>\(items)</array></dict></plist>"
          .utf8)
    }
    let all = catalogue.schemes
    #expect(all.contains("sileo") && !all.contains("cydia"))
    #expect(all.count <= 50)
    #expect(try #require(DeclaredSchemes(infoPlist: plist(all.map { $0.uppercased() }))).missing().isEmpty)
    #expect(try #require(DeclaredSchemes(infoPlist: plist(Array(all.dropFirst())))).missing() == [all[0]])
    // iOS heeds the first 50 entries: one that stands behind them is not declared.
    let others = (0..<50).map { "other\($0)" }
    let last = try #require(DeclaredSchemes(infoPlist: plist(others.dropLast() + all)))
    #expect(last.missing() == Array(all.dropFirst()) && last.names.count == 49 + all.count)
    #expect(try #require(DeclaredSchemes(infoPlist: plist(others + all))).missing() == all)
    let empty = Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>".utf8)
    #expect(try #require(DeclaredSchemes(infoPlist: empty)).missing() == all)
    #expect(DeclaredSchemes(infoPlist: Array("no plist".utf8)) == nil)
    #expect(DeclaredSchemes(infoPlist: Array("<plist><string>x</string></plist>".utf8)) == nil)
    #expect(DeclaredSchemes(infoPlist: [UInt8](repeating: 32, count: DeclaredSchemes.longest + 1)) == nil)
    // A binary list whose root is a set, and one whose root is cut short.
    let set = Data(
      base64Encoded: "YnBsaXN0MDDCAQIDBVxDRkJ1bmRsZU5hcGVfEBtMU0FwcGxpY2F0aW9uUXVlcmllc1NjaGVtZXNReKIFBlN0ZWxW"
        + "bWFpbHRvCA0aNjo9QQAAAAAAAAEBAAAAAAAAAAcAAAAAAAAAAAAAAAAAAABI")
    #expect(DeclaredSchemes(infoPlist: Array(try #require(set))) == nil)
    #expect(DeclaredSchemes(infoPlist: Array(try #require(set).dropLast(40))) == nil)
  }
}
