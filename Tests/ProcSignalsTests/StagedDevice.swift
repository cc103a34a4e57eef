#if os(Linux)

  import AppIntegrity
  import Foundation
  import ProcSignals
  import SecurityPolicy

  /// A device's file tree in a temporary folder, removed at the end.
  final class StagedDevice {
    let root: String

    init() throws {
      root = FileManager.default.temporaryDirectory.appending(path: "staged-device-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// An untouched phone: a user build, enforcing, system read-only. As the releases differ: a part of the system lies
    /// in modules under `/apex` from 10 on, and up to 10 there is a folder `/sbin`; each has its own place for the code
    /// that the runtime compiles. Source of the row of 10: a map in Unity-Technologies/arfoundation-samples, issue 744.
    static func cleanAndroid(release: Int = 15) throws -> StagedDevice {
      let device = try StagedDevice()
      try device.write(
        "/system/build.prop",
        """
        # begin build properties
        ro.build.version.release=\(release)
        ro.build.version.security_patch=2026-09-05
        ro.build.tags=release-keys
        ro.build.type=user
        ro.debuggable=0
        ro.secure=1
        ro.boot.verifiedbootstate=green

        """)
      try device.write("/sys/fs/selinux/enforce", "1")
      try device.write("/proc/self/attr/current", "u:r:untrusted_app:s0:c512,c768\0")
      try device.write("/data/system/packages.list", "com.example.app 10123 0 /data/user/0/com.example.app default\n")
      try device.write("/sys/class/net/wlan0/x", "")
      try device.mounts(
        release < 10
          ? [] : ["31 21 7:8 / /apex/com.android.runtime@1 ro,nodev shared:7 - ext4 /dev/block/loop1 ro,seclabel"])
      if release <= 10 { try device.write("/sbin/charger", "") }
      let cache =
        switch release {
        case ..<10: "r-xs 00000000 00:04 21  /dev/ashmem/dalvik-jit-code-cache (deleted)"
        case 10: "r-xs 02000000 00:05 1950044  /memfd:/jit-cache (deleted)"
        default: "r-xs 02000000 00:01 5120  /memfd:jit-cache (deleted)"
        }
      try device.write(
        "/proc/self/maps",
        """
        7f0000026000-7f000017c000 r-xp 00026000 fe:00 333151                     /apex/com.android.runtime/lib64/bionic/libc.so
        7f0100000000-7f0102000000 \(cache)

        """)
      return device
    }

    func write(_ path: String, _ text: String) throws {
      let file = URL(filePath: root + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func property(_ name: String, _ value: String) throws {
      let path = root + "/system/build.prop"
      let old = try String(contentsOfFile: path, encoding: .utf8)
      let kept = old.split(separator: "\n").filter { !$0.hasPrefix(name + "=") }
      try write("/system/build.prop", (kept + ["\(name)=\(value)"]).joined(separator: "\n") + "\n")
    }

    /// The clean table and the given rows.
    func mounts(_ rows: [String]) throws {
      let clean = [
        "21 20 254:0 / / ro,relatime shared:1 - ext4 /dev/block/dm-0 ro,seclabel",
        "22 21 0:5 / /dev rw,nosuid,relatime shared:2 - tmpfs tmpfs rw,seclabel,size=1848832k",
        "23 21 254:1 / /vendor ro,relatime shared:3 - erofs /dev/block/dm-1 ro,seclabel",
        "24 21 254:9 / /data rw,nosuid,nodev,noatime shared:4 - f2fs /dev/block/dm-9 rw,lazytime",
      ]
      try write("/proc/self/mountinfo", (clean + rows).joined(separator: "\n") + "\n")
    }

    /// A path that nobody can look through, whoever they are: a symbolic link to itself.
    func loop(_ path: String) throws {
      let file = URL(filePath: root + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.lastPathComponent)
    }

    func signals() -> [Signal] { ProcSignals(root: root).signals() }

    func detected() -> [String] { signals().filter { $0.observation == .detected }.map(\.probe) }

    func signal(_ probe: String) -> Signal? { signals().first { $0.probe == probe } }

    func assessment() -> Assessment { Assessment(signals()) }
  }

  extension Verdict {
    var word: String {
      switch self {
      case .holds: "holds"
      case .fails: "fails"
      case .undetermined: "undetermined"
      }
    }
  }

  /// Root itself is evidence only; the suite may run under either account.
  func withoutUser(_ probes: [String]) -> [String] { probes.filter { $0 != "privilegedAccess.effectiveUser" } }

#endif
