#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  /// The system's name and version from its release files.
  extension DeviceTree {
    /// Source: os-release(5), proc_sys_kernel(5).
    func linuxSystem() -> OperatingSystem? {
      let kernel = kernelRelease()
      guard let bytes = try? readIfPresent("/etc/os-release") ?? read("/usr/lib/os-release") else { return nil }
      let fields = Self.assignments(bytes)
      let name = fields["NAME"].map { Self.unquoted($0) } ?? ""
      let stated = fields["VERSION_ID"].map { Self.unquoted($0) } ?? ""
      guard let version = stated.isEmpty ? kernel : stated else { return nil }
      return OperatingSystem(
        platform: .linux, name: EvidenceText.line(name.isEmpty ? "Linux" : name, limit: 64),
        version: EvidenceText.line(version, limit: 64), patchLevel: kernel)
    }

    func androidSystem() -> OperatingSystem? {
      let properties = DeviceProperties(self)
      guard let release = try? properties.value("ro.build.version.release"), !release.isEmpty else { return nil }
      let patch = (try? properties.value("ro.build.version.security_patch")) ?? nil
      let level = (try? properties.value("ro.build.version.sdk")) ?? nil
      return OperatingSystem(
        platform: .android, name: "Android", version: EvidenceText.line(release, limit: 64),
        patchLevel: patch.map { EvidenceText.line($0, limit: 64) }, sdkLevel: level.flatMap { Int($0) })
    }

    /// The number by which the catalogue counts the versions of a system: Android's release, of other systems the kernel's.
    /// Nil where the system does not say.
    var major: Int? {
      let version = isAndroid ? androidSystem()?.version : kernelRelease()
      return version.flatMap { Int($0.prefix { ("0"..."9").contains($0) }) }
    }

    private func kernelRelease() -> String? {
      var staged: [UInt8]?
      if isStaged { staged = try? readIfPresent("/proc/sys/kernel/osrelease") }
      guard let bytes = staged ?? Self.release() else { return nil }
      let text = EvidenceText.line(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self), limit: 64)
      return text.isEmpty ? nil : text
    }

    /// Asked of the kernel and not read: another file may lie over the one in `/proc`. Source: uname(2).
    private static func release() -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65)
      let length = mantlet_raw_release(&bytes, bytes.count)
      return length > 0 ? Array(bytes.prefix(length)) : nil
    }

    /// The `KEY=value` lines of a file; the last one of a key counts.
    static func assignments(_ bytes: [UInt8]) -> [String: String] {
      var fields: [String: String] = [:]
      for line in bytes.split(separator: 10) {
        guard let equals = line.firstIndex(of: 61), line.first != 35 else { continue }
        fields[String(decoding: line[..<equals], as: UTF8.self)] = String(
          decoding: line[line.index(after: equals)...], as: UTF8.self)
      }
      return fields
    }

    /// A shell value without its quotes and backslashes.
    private static func unquoted(_ value: String) -> String {
      guard let first = value.first, first == "\"" || first == "'" else { return value }
      let body = value.dropFirst().prefix { $0 != first }
      return first == "'" ? String(body) : String(body.filter { $0 != "\\" })
    }
  }

#endif
