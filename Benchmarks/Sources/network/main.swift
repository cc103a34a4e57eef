// What trust in a server costs. Arguments choose the parts; without any, all of them.
let parts = CommandLine.arguments.dropFirst()
if parts.isEmpty || parts.contains("trust") { try await TrustBenchmark().run() }
#if os(Linux)
  if parts.isEmpty || parts.contains("requests") { try await RequestsBenchmark().run() }
#endif
