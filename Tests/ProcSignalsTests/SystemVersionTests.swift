#if os(Linux)

  import AppIntegrity
  import ProcSignals
  import SecurityPolicy
  import Testing

  @Suite("Values of the catalogue that belong to some versions of a system")
  struct SystemVersionTests {
    private static let probes: Set<String> = ["privilegedAccess.processes", "hooks.processes"]

    @Test(
      "Programs of other users are looked for where the system shows them, and not on later releases", arguments: 5...16
    )
    func processes(release: Int) throws {
      let device = try StagedDevice.cleanAndroid(release: release)
      try device.write("/proc/77/comm", "magiskd\n")
      try device.write("/proc/78/comm", "frida-server\n")
      try device.write("/proc/79/comm", "com.example.magiskd\n")
      let seen = device.signals().filter { Self.probes.contains($0.probe) }
      if release > 6 {
        #expect(seen.isEmpty)
      } else {
        #expect(Set(seen.map(\.probe)) == Self.probes && seen.allSatisfy { $0.observation == .detected })
        #expect(Set(seen.flatMap(\.evidence)) == ["magiskd", "frida-server"])
        #expect(device.assessment().overall == .holds)
      }
    }

    @Test("A program whose name cannot be read leaves the question open")
    func unreadableName() throws {
      let device = try StagedDevice.cleanAndroid(release: 5)
      try device.write("/proc/77/comm", "init\n")
      #expect(device.signal("hooks.processes")?.observation == .clean)
      // A folder has no bytes.
      try device.write("/proc/78/comm/file", "init\n")
      #expect(device.signal("hooks.processes")?.observation == .unavailable)
      try device.write("/proc/79/comm", "frida-server\n")
      #expect(device.signal("hooks.processes")?.observation == .detected)
    }

    @Test("A release that cannot be read counts as every one")
    func unknown() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.property("ro.build.version.release", "Baklava")
      #expect(device.signal("privilegedAccess.processes") != nil)
    }

    @Test(
      "A temporary or a loop mount on a stock partition is a weak sign, and under /apex or beside it none",
      arguments: [
        ("30 21 0:40 / /system/etc ro,relatime - tmpfs tmpfs rw", ["privilegedAccess.temporaryMounts"]),
        ("30 21 0:40 / /vendor ro,relatime - tmpfs tmpfs rw", ["privilegedAccess.temporaryMounts"]),
        ("30 21 7:3 / /product/app ro,relatime - ext4 /dev/block/loop3 ro", ["privilegedAccess.loopMounts"]),
        ("30 21 7:3 / /apex/com.android.art@1 ro,nodev - ext4 /dev/block/loop3 ro", []),
        ("30 21 0:40 / /systemui rw,relatime - tmpfs tmpfs rw", []),
        ("30 21 0:40 / /mnt/user ro,relatime - tmpfs tmpfs rw", []),
      ])
    func covered(row: String, expected: [String]) throws {
      let device = try StagedDevice.cleanAndroid()
      try device.mounts([row])
      #expect(withoutUser(device.detected()) == expected)
      #expect(device.assessment().rooted == .holds)
    }

    @Test("An emulator is known by a library that is mapped")
    func emulator() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write(
        "/proc/self/maps",
        """
        7f0000000000-7f0000100000 r-xp 00000000 fe:00 1 /system/lib64/libc.so
        7f2000000000-7f2000100000 r--p 00000000 fe:00 9 /system/lib64/libc_malloc_debug_qemu.so

        """)
      #expect(withoutUser(device.detected()) == ["simulator.mappedFiles"])
    }
  }

#endif
