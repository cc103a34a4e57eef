import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let whole = decoded(input, max(1, input.count))
  // However a pipe cuts it, the text and what is said of it are the same.
  for size in [1, 2, 3, 7] {
    if decoded(input, size) != whole { fatalError() }
  }
  // Without a doubt it is text, and nothing of it is lost.
  if whole.doubt == nil {
    guard let text = String(validating: whole.bytes, as: UTF8.self), !whole.bytes.contains(0) else { fatalError() }
    let wide = Array(text.utf16)
    let forms: [[UInt8]] = [
      whole.bytes, [0xEF, 0xBB, 0xBF] + whole.bytes,
      [0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ]
    if !forms.contains(input) { fatalError() }
  }
  return 0
}

private struct Decoded: Equatable {
  var bytes: [UInt8] = []
  var doubt: String?
}

private func decoded(_ input: [UInt8], _ size: Int) -> Decoded {
  var place = 0
  let decoder = LogDecoder { limit in
    let part = input[place..<min(place + min(limit, size), input.count)]
    place += part.count
    return Data(part)
  }
  var output = Decoded()
  do {
    while let data = try decoder.read(1 << 16) { output.bytes += data }
  } catch { fatalError() }
  output.doubt = decoder.doubt
  return output
}
