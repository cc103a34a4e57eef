/// One of the three places that an app can talk to; each has its own endpoint, keys and pins.
public enum EnvironmentName: String, Sendable, Hashable, CaseIterable { case dev, stage, prod }
