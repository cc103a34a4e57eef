/// Milliseconds since 1970-01-01 00:00:00 UTC by the device's own clock, which the mesh believes only within bounds.
public typealias MeshTime = Int64
