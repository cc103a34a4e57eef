import Mantlet
import SecurityPolicy

// A slice that the policy owner did not sign is no policy: the shield cannot be made from it.
do {
  _ = try DevicePolicy(verifying: "e30.e30.AA", signedBy: "the thumbprint compiled into this app")
  print("an unsigned slice was accepted")
} catch {
  print("built as \(BuildProfile.current.rawValue): \(error)")
}
