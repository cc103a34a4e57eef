#if os(Linux)

  import AppIntegrity
  import Foundation
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("ProcSignals on a staged Android tree")
  struct AndroidTreeTests {
    @Test("An untouched phone of every release shows nothing", arguments: 9...16)
    func clean(release: Int) throws {
      let device = try StagedDevice.cleanAndroid(release: release)
      #expect(withoutUser(device.detected()).isEmpty)
      #expect(device.assessment().overall == .holds)
      let app = InstalledApp(installer: "com.android.vending", isDebuggable: false, hasPasscode: true)
      let told = ProcSignals(root: device.root, app: app).signals()
      #expect(told.allSatisfy { $0.observation != .unavailable })
    }

    @Test(
      "A file of a root tool is a strong sign",
      arguments: [
        ("/system/xbin/su", "privilegedAccess.su"), ("/sbin/su", "privilegedAccess.su"),
        ("/data/adb/magisk.db", "privilegedAccess.rootTools"), ("/data/adb/modules/x", "privilegedAccess.rootTools"),
        ("/data/adb/ksud", "privilegedAccess.rootTools"), ("/data/adb/ap/bin/apd", "privilegedAccess.rootTools"),
      ])
    func files(path: String, probe: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write(path, "")
      #expect(withoutUser(device.detected()) == [probe])
      #expect(device.assessment().rooted.word == "fails")
      #expect(device.assessment().hooked == .holds)
    }

    @Test("A broken link named su is a sign too")
    func brokenLink() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.loop("/system/bin/su")
      #expect(device.signal("privilegedAccess.su")?.evidence == ["/system/bin/su"])
    }

    @Test(
      "A mount of a root tool is a strong sign",
      arguments: [
        "30 21 0:40 / /system/bin ro,relatime shared:9 - tmpfs magisk rw,seclabel",
        "30 21 254:9 /adb/modules/hosts/system/etc/hosts /system/etc/hosts ro - f2fs /dev/block/dm-9 rw",
        "30 21 0:40 / /product ro,relatime - overlay KSU ro,lowerdir=/product",
        "30 21 0:40 / /debug_ramdisk/.magisk/device rw - tmpfs tmpfs rw",
        "30 21 0:40 / /vendor/etc ro,relatime shared:9 master:3 - overlay APatch ro",
      ])
    func mounts(row: String) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.mounts([row])
      #expect(device.signal("privilegedAccess.rootMounts")?.observation == .detected)
      #expect(device.assessment().rooted.word == "fails")
    }

    @Test("Test keys, a writable system and a permissive policy decide only together")
    func mediumSigns() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.property("ro.build.tags", "test-keys")
      try device.property("ro.debuggable", "1")
      #expect(
        Set(withoutUser(device.detected())) == ["privilegedAccess.testKeys", "privilegedAccess.debuggableBuild"])
      #expect(device.assessment().rooted == .holds)

      try device.mounts(["30 21 254:0 / /system rw,relatime shared:9 - ext4 /dev/block/dm-0 rw,seclabel"])
      #expect(device.signal("privilegedAccess.writableSystem")?.evidence == ["/system is writable"])
      #expect(device.assessment().rooted.word == "fails")

      let permissive = try StagedDevice.cleanAndroid()
      try permissive.write("/sys/fs/selinux/enforce", "0")
      #expect(withoutUser(permissive.detected()) == ["privilegedAccess.permissivePolicy"])
      #expect(permissive.assessment().rooted == .holds)
    }

    @Test("Properties that only root tools set are a strong sign")
    func rootProperties() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.property("ro.kernel.ksu", "12000")
      #expect(device.signal("privilegedAccess.rootProperties")?.evidence == ["ro.kernel.ksu=12000"])
      #expect(device.assessment().rooted.word == "fails")
    }

    @Test("Busybox and a maker's overlay accuse nobody")
    func harmless() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/system/xbin/busybox", "")
      try device.mounts(["30 21 0:40 / /product/overlay ro,relatime - overlay overlay ro,lowerdir=/product/overlay"])
      #expect(
        Set(withoutUser(device.detected())) == ["privilegedAccess.busybox", "privilegedAccess.systemOverlay"])
      #expect(device.assessment().overall == .holds)
    }

    @Test("Names that only resemble a root tool's mount are left alone")
    func resemblance() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.mounts(["30 21 254:9 /media/magisk-notes /mnt/magisk-notes rw - f2fs /dev/block/dm-9 rw"])
      #expect(withoutUser(device.detected()).isEmpty)
    }

    @Test("A folder that cannot be searched leaves the question open")
    func unsearchable() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.loop("/system/xbin")
      #expect(device.signal("privilegedAccess.su")?.observation == .unavailable)
      #expect(device.assessment().rooted.word == "undetermined")
      try device.write("/vendor/bin/su", "")
      #expect(device.assessment().rooted.word == "fails")
    }

    @Test("Properties that cannot be read leave the question open")
    func unreadableProperties() throws {
      let device = try StagedDevice.cleanAndroid()
      try FileManager.default.removeItem(atPath: device.root + "/system/build.prop")
      try FileManager.default.createDirectory(
        atPath: device.root + "/system/build.prop", withIntermediateDirectories: true)
      #expect(device.signal("privilegedAccess.rootProperties")?.observation == .unavailable)
      #expect(device.assessment().rooted.word == "undetermined")
      #expect(ProcSignals(root: device.root).system() == nil)
    }

    @Test("A mount table that makes no sense leaves the question open")
    func brokenMounts() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/proc/self/mountinfo", "no table\n")
      #expect(device.signal("privilegedAccess.rootMounts")?.observation == .unavailable)
      #expect(device.assessment().rooted.word == "undetermined")
    }

    @Test("The release and the security patch name the system")
    func system() throws {
      let device = try StagedDevice.cleanAndroid()
      #expect(
        ProcSignals(root: device.root).system()
          == OperatingSystem(platform: .android, name: "Android", version: "15", patchLevel: "2026-09-05"))
      try device.property("ro.build.version.sdk", "35")
      #expect(ProcSignals(root: device.root).system()?.sdkLevel == 35)
      try device.property("ro.build.version.sdk", "thirty-five")
      #expect(ProcSignals(root: device.root).system()?.sdkLevel == nil)
    }
  }

#endif
