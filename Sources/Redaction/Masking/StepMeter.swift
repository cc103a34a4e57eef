/// Counts the bytes that a scan looks at, for the tests of linear time; in a release build it is empty.
struct StepMeter {
  #if DEBUG
    private let count: UnsafeMutablePointer<Int>?

    init(_ count: UnsafeMutablePointer<Int>? = nil) { self.count = count }

    @inline(__always)
    func step() { if let count { count.pointee += 1 } }
  #else
    init() {}

    @inline(__always)
    func step() {}
  #endif
}
