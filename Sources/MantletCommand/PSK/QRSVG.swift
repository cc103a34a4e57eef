/// A QR code as SVG: one path, one unit per square.
struct QRSVG {
  let code: QRModules

  var text: String {
    var path = ""
    for row in 0..<code.side {
      var column = 0
      while column < code.side {
        let start = column
        while column < code.side, code.isDark(column, row) { column += 1 }
        if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
        column += 1
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(code.side) \(code.side)" shape-rendering="crispEdges">
      <rect width="\(code.side)" height="\(code.side)" fill="#fff"/><path d="\(path)"/>
      </svg>

      """
  }
}
