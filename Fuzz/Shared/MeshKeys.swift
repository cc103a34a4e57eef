/// Keys of the mesh without their cryptography, for all targets that read them.
extension MeshDeviceKey { static func isKey(_ algorithm: Algorithm, _ bytes: [UInt8]) -> Bool { bytes[0] < 4 } }
enum KeyAgreement { static func isUsable(_ key: [UInt8]) -> Bool { key[0] > 0 } }
