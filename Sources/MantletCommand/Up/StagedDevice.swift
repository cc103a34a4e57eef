import Foundation

/// Folders that look like other devices to the probes: `mantlet device --root` reads the device from one.
enum StagedDevice {
  /// An Android tree with a su binary, Magisk's files and test keys.
  static func rooted(at root: String) throws {
    try write(
      root, "system/build.prop",
      """
      ro.build.version.release=14
      ro.build.version.security_patch=2026-08-05
      ro.build.tags=test-keys
      ro.debuggable=1
      ro.secure=1

      """)
    try write(root, "system/xbin/su", "\u{7F}ELF")
    try write(root, "data/adb/magisk/magisk64", "\u{7F}ELF")
    try write(root, "sbin/.magisk/config", "")
  }

  /// A Debian from before the policy's minimum.
  static func outdated(at root: String) throws {
    try write(root, "etc/os-release", "NAME=\"Debian GNU/Linux\"\nID=debian\nVERSION_ID=\"9\"\n")
    try write(root, "proc/sys/kernel/osrelease", "4.9.0-19-amd64\n")
  }

  private static func write(_ root: String, _ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: root).appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
