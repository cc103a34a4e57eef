/// A QR code in half blocks, two squares per character, black on white whatever the terminal's colours are.
struct QRTerminal {
  let code: QRModules

  /// Lines with the colours set; each ends with them reset.
  var lines: [String] {
    stride(from: 0, to: code.side, by: 2).map { row in
      let squares = (0..<code.side).map { column in
        switch (code.isDark(column, row), code.isDark(column, row + 1)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[38;5;16;48;5;231m" + squares.joined() + "\u{1B}[0m"
    }
  }
}
