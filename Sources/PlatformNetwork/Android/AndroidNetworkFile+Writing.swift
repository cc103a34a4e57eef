import SecurityPolicy
import UntrustedInput

extension AndroidNetworkFile {
  /// The file for one environment, and a raw resource for each anchor of the policy.
  ///
  /// - Parameter debugAuthority: the name of a raw resource with a certificate that debuggable builds trust beside the
  ///   others, as for a proxy at the developer's desk; release builds pass over it.
  /// - Returns: the files, and what the policy says and they cannot.
  /// - Throws: ``PlatformNetworkError/malformedResourceName``.
  public static func written(
    from plan: NetworkPlan, debugAuthority: String? = nil
  ) throws(PlatformNetworkError) -> (files: [PlatformFile], findings: [PlatformFinding]) {
    if let debugAuthority, !isResourceName(debugAuthority) { throw .malformedResourceName }
    let resources = resourceNames(of: plan)
    var lines = [
      #"<?xml version="1.0" encoding="utf-8"?>"#,
      "<!-- Written by `mantlet network android`: change the policy, not this file. -->",
      "<network-security-config>",
      #"  <base-config cleartextTrafficPermitted="false">"#,  // O.Ntwk_7#600
    ]
    // The policy's own anchors vouch for its hosts and for no other.
    lines += authorities(["system"]).map { "    " + $0 }
    lines.append("  </base-config>")
    let sources = (plan.systemAnchors ? ["system"] : []) + resources.map { "@raw/" + $0 }
    for domain in plan.domains {
      lines.append(#"  <domain-config cleartextTrafficPermitted="false">"#)
      lines.append(#"    <domain includeSubdomains="\#(domain.reach == .allBelow)">\#(domain.host)</domain>"#)
      lines += authorities(sources).map { "    " + $0 }
      if plan.isEnforced {
        lines.append(plan.platformExpiry.map { #"    <pin-set expiration="\#($0)">"# } ?? "    <pin-set>")
        lines += domain.pins.sorted().map { #"      <pin digest="SHA-256">\#($0)</pin>"# }
        lines.append("    </pin-set>")
      }
      lines.append("  </domain-config>")
    }
    if let debugAuthority {
      lines += [
        "  <debug-overrides>", "    <trust-anchors>", #"      <certificates src="@raw/\#(debugAuthority)"/>"#,
        "    </trust-anchors>", "  </debug-overrides>",
      ]
    }
    lines.append("</network-security-config>\n")
    var files = [PlatformFile(path: path, bytes: Array(lines.joined(separator: "\n").utf8))]
    for (name, der) in zip(resources, plan.anchors) {
      files.append(PlatformFile(path: "res/raw/\(name).der", bytes: der))
    }
    return (files, limits(of: plan))
  }

  /// One for each anchor of the policy, in its order.
  static func resourceNames(of plan: NetworkPlan) -> [String] {
    plan.anchors.indices.map { "mantlet_anchor_\($0 + 1)" }
  }

  private static func authorities(_ sources: [String]) -> [String] {
    ["<trust-anchors>"] + sources.map { #"  <certificates src="\#($0)"/>"# } + ["</trust-anchors>"]
  }

  private static func limits(of plan: NetworkPlan) -> [PlatformFinding] {
    var findings: [PlatformFinding] = []
    if !plan.isEnforced { findings.append(PlatformFinding(.reportOnlyNotWritten)) }
    if plan.pinsCertificates { findings.append(PlatformFinding(.certificatePinsNotWritten)) }
    if plan.minimumTLS == .tls13 { findings.append(PlatformFinding(.tlsNotWritten)) }
    return findings
  }

  /// Source: Android developers, App resources overview (file names).
  static func isResourceName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first.map { !HostText.isDigit($0) } ?? false
      && text.utf8.allSatisfy { HostText.isDigit($0) || (97...122).contains($0) || $0 == UInt8(ascii: "_") }
  }
}
