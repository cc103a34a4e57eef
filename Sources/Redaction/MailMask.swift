/// E-mail addresses, with `@` or `%40`, in any script; a quoted local part keeps its quotes and shows.
enum MailMask {
  static func apply(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var localStart = 0
    var index = 0
    while index < text.count {
      let sign = signLength(text, index)
      if sign > 0, localStart < output.count {
        var end = index + sign
        while end < text.count, isDomain(text[end]) { end += 1 }
        while end > index + sign, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        if end > index + sign {
          output.removeSubrange(localStart...)
          output += "<email>".utf8
          localStart = output.count
          index = end
          continue
        }
      }
      output.append(text[index])
      if !isLocal(text[index]) { localStart = output.count }
      index += 1
    }
    return output
  }

  private static func signLength(_ text: [UInt8], _ index: Int) -> Int {
    if text[index] == UInt8(ascii: "@") { return 1 }
    let isEscaped = text[index] == UInt8(ascii: "%") && text[index...].starts(with: "%40".utf8)
    return isEscaped ? 3 : 0
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 128...255, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isDomain(byte) || [UInt8(ascii: "+"), UInt8(ascii: "_"), UInt8(ascii: "%"), UInt8(ascii: "~")].contains(byte)
  }
}
