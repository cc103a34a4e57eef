/// The operating systems that device rules are written for.
public enum Platform: String, Sendable, Hashable, CaseIterable { case ios, android, macos, linux }
