#if os(Linux)

  import AppIntegrity
  import Foundation
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("ProcSignals on phones of each kind")
  struct RootFamilyTests {
    /// What each tool leaves where an app can look. Source: the tools' own documentation, see Probes/android.tsv.
    private static let families: [(name: String, files: [String], mounts: [String], properties: [String: String])] = [
      ("su", ["/system/xbin/su"], [], [:]),
      ("Magisk", ["/data/adb/magisk.db", "/data/adb/modules/x/module.prop"], [], [:]),
      ("Magisk, files hidden", [], ["30 21 0:40 / /system/bin ro,relatime - tmpfs magisk rw,seclabel"], [:]),
      ("KernelSU", ["/data/adb/ksud", "/data/adb/ksu/.allowlist"], [], [:]),
      ("KernelSU, mounts", [], ["30 21 0:40 / /product ro,relatime - overlay KSU ro,lowerdir=/product"], [:]),
      ("APatch", ["/data/adb/apd", "/data/adb/ap/bin/busybox"], [], [:]),
      ("APatch, property", [], [], ["ro.apatch.version": "10888"]),
      ("Zygisk and LSPosed", ["/data/adb/lspd/config", "/data/adb/modules/zygisk_lsposed/module.prop"], [], [:]),
      (
        "test build", [], ["30 21 254:0 / /system rw,relatime - ext4 /dev/block/dm-0 rw"],
        ["ro.build.tags": "test-keys"]
      ),
      ("Tricky Store", ["/data/adb/tricky_store/keybox.xml"], [], [:]),
      ("Play Integrity Fix", ["/data/adb/pif.json"], [], [:]),
      ("a magic mount", [], ["30 21 0:40 / /system/etc ro,relatime - tmpfs magic_mount rw,seclabel"], [:]),
      ("SuperSU", ["/system/app/Superuser.apk", "/system/etc/init.d/99SuperSUDaemon"], [], [:]),
    ]

    @Test("Every family of root tools is seen", arguments: families.map(\.name))
    func rooted(name: String) throws {
      let family = try #require(Self.families.first { $0.name == name })
      let device = try StagedDevice.cleanAndroid()
      for file in family.files { try device.write(file, "") }
      try device.mounts(family.mounts)
      for (key, value) in family.properties { try device.property(key, value) }
      #expect(device.assessment().rooted.word == "fails", "\(device.detected())")
      #expect(device.assessment().hooked == .holds)
    }

    @Test("An untouched phone of every system generation shows nothing", arguments: 8...16)
    func stock(release: Int) throws {
      let device = try StagedDevice.cleanAndroid(release: release)
      try device.property("ro.build.version.sdk", String(release + 19))
      try device.property("ro.product.model", "Pixel \(release)")
      try device.property("ro.oem_unlock_supported", "1")
      // Dead: some makers' untouched phones say it.
      try device.property("ro.bootmode", "unknown")
      try device.property("ro.bootloader", "unknown")
      // Chromebooks and tablets with x86 processors.
      try device.property("ro.dalvik.vm.native.bridge", "libhoudini.so")
      try device.property("ro.boot.vbmeta.digest", String(repeating: "a5", count: 32))
      // What makers ship: an empty folder for updates, a recovery script, a folder for the debug ramdisk.
      for file in ["/debug_ramdisk/x", "/system/etc/install-recovery.sh", "/system/addon.d/50.sh", "/data/adb"] {
        try device.write(file, "")
      }
      #expect(withoutUser(device.detected()).isEmpty, "\(device.signals().filter { $0.observation == .detected })")
      #expect(device.assessment().overall == .holds)
    }

    private static let library =
      "7f0000026000-7f000017c000 r-xp 00026000 fe:00 333151                     /apex/com.android.runtime/lib64/libc.so\n"

    @Test(
      "A file that only a root tool or its module maps is seen, also where it is not executed",
      arguments: [
        ("r--p 00000000 fe:09 7  /data/adb/modules/zygisk_lsposed/framework/lspd.dex", "hooks.mappedFiles"),
        ("r--s 00000000 fe:09 7  /system/framework/XposedBridge.jar", "hooks.mappedFiles"),
        ("r--p 00000000 fe:09 7  /data/adb/modules/playintegrityfix/classes.dex", "privilegedAccess.mappedFiles"),
        ("r--p 00000000 fe:09 7  /data/adb/modules/tricky_store/x.so", "privilegedAccess.mappedFiles"),
        ("r-xp 00000000 fe:09 7  /data/adb/ksu/lib/x.so (deleted)", "privilegedAccess.mappedFiles"),
        ("rw-p 00000000 fe:09 7 /data/adb/ap/x", "privilegedAccess.mappedFiles"),
        ("r--p 00000000 fe:09 7  /data/adb/magisk/x y", "privilegedAccess.mappedFiles"),
      ])
    func mapped(row: String, probe: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/proc/self/maps", Self.library + "7f1-7f2 " + row + "\n")
      #expect(device.signal(probe)?.observation == .detected)
      let assessment = device.assessment()
      #expect((probe.hasPrefix("hooks") ? assessment.hooked : assessment.rooted).word == "fails")
    }

    @Test("A map of an honest app names none of them, and one that cannot be read leaves the question open")
    func mappedHonestly() throws {
      let device = try StagedDevice.cleanAndroid()
      let rows = [
        "r--p 00000000 fe:09 7  /data/app/~~x/org.example-1/base.apk",
        "r--p 00000000 07:08 7  /apex/com.android.art/core-oj.jar",
        "rw-p 00000000 00:00 0  [anon:dalvik-classes.dex extracted in memory from /data/adb/modules/x]",
        "r--p 00000000 fe:09 7  /data/app/x/lspd.dex.txt", "r--p 00000000 fe:09 7  /data/app/x/mylspd.dex",
        "r--s 00000000 fe:09 7  /storage/emulated/0/data/adb/modules/readme", "r--s 00000000 fe:09 7  /data/adbx/y",
        "rw-p 00000000 00:00 0", "rw-p 00000000 00:00 0  [stack]",
      ]
      try device.write("/proc/self/maps", Self.library + rows.map { "7f1-7f2 \($0)\n" }.joined())
      #expect(withoutUser(device.detected()).isEmpty)
      try device.loop("/proc/self/maps")
      #expect(device.signal("hooks.mappedFiles")?.observation == .unavailable)
      #expect(device.signal("privilegedAccess.mappedFiles")?.observation == .unavailable)
    }

    @Test(
      "A map that makes no sense names no file, and is no clean one",
      arguments: ["", "x\n", "7f1-7f2 r--p 0 fe:00 7 /a\n", library + "7f1-7f2 r--p\n", library + "x\n", "\0"])
    func brokenMap(text: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/proc/self/maps", text)
      #expect(device.signal("hooks.mappedFiles")?.observation == .unavailable)
      #expect(device.signal("privilegedAccess.mappedFiles")?.observation == .unavailable)
    }

    @Test("A map that changes between two checks of one source is read anew")
    func mappedLater() throws {
      let device = try StagedDevice.cleanAndroid()
      let source = ProcSignals(root: device.root)
      func look(_ level: CheckLevel) -> [String] {
        source.signals(level).filter { $0.observation == .detected && $0.probe.hasSuffix("mappedFiles") }.map(\.probe)
      }
      try device.write("/proc/self/maps", Self.library)
      #expect(look(.full).isEmpty)
      let row = "7f1-7f2 r--p 00000000 fe:09 7  /data/adb/modules/zygisk_lsposed/framework/lspd.dex\n"
      try device.write("/proc/self/maps", Self.library + row)
      #expect(Set(look(.light)) == ["hooks.mappedFiles", "privilegedAccess.mappedFiles"])
      try device.write("/proc/self/maps", Self.library)
      #expect(look(.light).isEmpty)
    }

    @Test("A mount that only hides things decides nothing alone, and neither does an empty digest")
    func mediumMount() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.mounts(["30 21 0:40 / /system/etc ro,relatime - tmpfs DuckMount rw,seclabel"])
      try device.property("ro.boot.vbmeta.digest", String(repeating: "0", count: 64))
      #expect(
        Set(withoutUser(device.detected())) == [
          "privilegedAccess.moduleMounts", "privilegedAccess.temporaryMounts", "privilegedAccess.looseProperties",
        ])
      #expect(device.assessment().rooted == .holds)
    }

    @Test(
      "An emulator's model is named as such",
      arguments: [
        "sdk_gphone64_x86_64", "sdk_gphone_arm64", "sdk_gphone16k_arm64", "SDK_gphone", "Android SDK built for x86",
      ])
    func emulatorModel(model: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.property("ro.product.model", model)
      #expect(withoutUser(device.detected()) == ["simulator.properties"])
    }

    @Test("A model that only resembles an emulator's is none", arguments: ["gphone sdk_gphone", "sdk_gphon", "sdkx"])
    func otherModel(model: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.property("ro.product.model", model)
      #expect(withoutUser(device.detected()).isEmpty)
    }

    @Test("An emulator and developer settings are named in their own categories and accuse nobody of root")
    func context() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/dev/qemu_pipe", "")
      try device.property("ro.kernel.qemu", "1")
      try device.property("persist.sys.development_settings_enabled", "1")
      try device.property("init.svc.adbd", "running")
      let categories = Set(device.signals().filter { $0.observation == .detected }.map(\.category))
      #expect(categories.subtracting([.privilegedAccess]) == [.simulator, .devMode, .adbEnabled])
      #expect(device.assessment().overall == .holds)
    }

    @Test("A root manager among the packages is seen, and a list that nobody gave is no clean one")
    func packages() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/data/system/packages.list", "com.topjohnwu.magisk 10089 0 /data/user/0/x default\n")
      #expect(device.signal("privilegedAccess.packages")?.evidence == ["com.topjohnwu.magisk"])
      let told = ProcSignals(root: device.root, packages: ["org.lsposed.manager"]).signals()
      #expect(told.first { $0.probe == "hooks.packages" }?.observation == .detected)
      #expect(told.first { $0.probe == "privilegedAccess.packages" }?.observation == .clean)
      try FileManager.default.removeItem(atPath: device.root + "/data/system/packages.list")
      #expect(device.signal("privilegedAccess.packages")?.observation == .unavailable)
      #expect(device.assessment().rooted == .holds)
    }

    @Test("Every path that the catalogue lists for Android is really looked for")
    func everyPath() throws {
      let paths = ProbeCatalogue.builtIn.entries(on: .android).filter { $0.engine == .file }.flatMap(\.values)
      #expect(paths.count > 100)
      let log = Lines()
      let device = try StagedDevice.cleanAndroid()
      _ = ProcSignals(root: device.root) { log.add($0) }.signals()
      for path in paths { #expect(log.all.contains("looking for file \(path): absent")) }
      #expect(log.all.contains("looking for debug.tracerPid: absent"))
    }

    @Test("The light level leaves out what takes long and keeps every strong probe")
    func levels() throws {
      let device = try StagedDevice.cleanAndroid()
      let source = ProcSignals(root: device.root)
      let light = Set(source.signals(.light).map(\.probe))
      let full = source.signals(.full)
      #expect(light.isStrictSubset(of: full.map(\.probe)))
      #expect(full.filter { $0.strength == .strong }.allSatisfy { light.contains($0.probe) })
      #expect(!light.contains("hooks.ports"))
    }

    @Test("A built program carries no readable list of what it looks for")
    func hidden() throws {
      let program = try Data(contentsOf: try ProbeRun.executable, options: .alwaysMapped)
      let long = ProbeCatalogue.builtIn.entries.filter { $0.platform != .linux || $0.engine == .image }.flatMap(
        \.values
      )
      .filter { $0.count > 11 }
      let words = ["/data/adb/magisk.db", "/Library/MobileSubstrate/DynamicLibraries", "com.topjohnwu.magisk"]
      #expect(words.allSatisfy(long.contains))
      for word in words { #expect(program.range(of: Data(word.utf8)) == nil, "\(word)") }
      #expect(program.range(of: Data("debug.tracerPid".utf8)) != nil)
    }

    private final class Lines: @unchecked Sendable {
      // @unchecked: the lock guards the only field.
      private let lock = NSLock()
      private var lines: Set<String> = []
      func add(_ line: String) { lock.withLock { _ = lines.insert(line) } }
      var all: Set<String> { lock.withLock { lines } }
    }
  }

#endif
