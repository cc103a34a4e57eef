import Darwin

public func _dyld_image_count() -> UInt32 { UInt32(EmulatedPhone.current.imageCount) }
public func _dyld_get_image_name(_ index: UInt32) -> UnsafePointer<CChar>? {
  EmulatedPhone.current.imageName(Int(index))
}
