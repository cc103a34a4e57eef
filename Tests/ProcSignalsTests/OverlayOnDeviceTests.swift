#if os(Linux)

  import AppIntegrity
  import ProcSignals
  import SecurityPolicy
  import Testing
  import TrustWire

  @Suite("An overlay that switches everything off, on a staged device")
  struct OverlayOnDeviceTests {
    private static let library =
      "7f0000026000-7f000017c000 r-xp 00026000 fe:00 333151                     /usr/lib/x86_64-linux-gnu/libc.so.6\n"
    private static let rootMount = "30 21 0:40 / /debug_ramdisk/.magisk/device rw - tmpfs tmpfs rw"

    private func left(_ device: StagedDevice, _ app: InstalledApp = InstalledApp()) -> Assessment {
      let signals = ProcSignals(root: device.root, app: app).signals()
      let off = Dictionary(signals.map { ($0.probe, ProbeOverlay.Change.off) }) { first, _ in first }
      return Assessment(
        OverlayFloor.builtIn.apply(
          ProbeOverlay(number: 1, issuedAt: 0, expiresAt: 1, changes: off), to: signals
        ).signals)
    }

    @Test("A debugger, Frida and root still fail", arguments: [true, false])
    func floor(isAndroid: Bool) throws {
      let stage = { () throws in isAndroid ? try StagedDevice.cleanAndroid() : try StagedDevice() }
      let traced = try stage()
      try traced.write("/proc/self/status", "Name:\tapp\nTracerPid:\t4294967290\nUid:\t1\t1\t1\t1\n")
      #expect(left(traced).debugged.word == "fails")
      let instrumented = try stage()
      try instrumented.write(
        "/proc/self/maps", Self.library + "7f1-7f2 r-xp 00000000 fe:00 7  /data/app/lib/libfrida-gadget.so\n")
      #expect(left(instrumented).hooked.word == "fails")
      let rooted = try stage()
      try rooted.mounts([Self.rootMount])
      #expect(left(rooted).rooted.word == "fails")
      let clean = left(try stage())
      #expect([clean.rooted.word, clean.hooked.word, clean.debugged.word] == ["holds", "holds", "holds"])
    }

    @Test("A file of su still fails on Android")
    func su() throws {
      let device = try StagedDevice.cleanAndroid()
      try device.write("/system/xbin/su", "")
      #expect(left(device).rooted.word == "fails")
    }

    @Test("An app that somebody else signed still fails on Android, and one that does not say stays open")
    func signer() throws {
      let (own, other) = (String(repeating: "05", count: 32), String(repeating: "06", count: 32))
      let device = try StagedDevice.cleanAndroid()
      #expect(left(device, InstalledApp(signers: [other], expectedSigners: [own])).hooked.word == "fails")
      #expect(left(device, InstalledApp(expectedSigners: [own])).hooked.word == "undetermined")
    }
  }

#endif
