import Mantlet
import SecurityPolicy

print("built as \(BuildProfile.current.rawValue)")
