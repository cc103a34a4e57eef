/// Nodes on a square, linked when they are near; a grid finds neighbours without comparing all with all.
struct MeshGraph {
  private(set) var links: [(Int, Int)] = []
  private var neighbours: [[Int]]

  init(nodes: Int, degree: Double, using generator: inout some RandomNumberGenerator) {
    neighbours = [[Int]](repeating: [], count: nodes)
    let radius = min(1, (degree / (Double(max(nodes, 1)) * .pi)).squareRoot())
    let cells = max(1, Int(1 / radius))
    var grid = [[Int]](repeating: [], count: cells * cells)
    var points: [(x: Double, y: Double)] = []
    func cell(_ value: Double) -> Int { min(cells - 1, Int(value * Double(cells))) }
    for node in 0..<nodes {
      let point = (x: Double.random(in: 0..<1, using: &generator), y: Double.random(in: 0..<1, using: &generator))
      for row in max(0, cell(point.y) - 1)...min(cells - 1, cell(point.y) + 1) {
        for column in max(0, cell(point.x) - 1)...min(cells - 1, cell(point.x) + 1) {
          for other in grid[row * cells + column] {
            let (dx, dy) = (points[other].x - point.x, points[other].y - point.y)
            guard dx * dx + dy * dy <= radius * radius, neighbours[other].count < 60, neighbours[node].count < 60
            else { continue }
            links.append((other, node))
            neighbours[other].append(node)
            neighbours[node].append(other)
          }
        }
      }
      points.append(point)
      grid[cell(point.y) * cells + cell(point.x)].append(node)
    }
  }

  /// Links to each node within so many, over links that are open.
  func distances(from start: Int, hops: Int, isOpen: (Int, Int) -> Bool) -> [Int: Int] {
    var distances = [start: 0]
    var edge = [start]
    for hop in 1...max(hops, 1) {
      var next: [Int] = []
      for node in edge {
        for other in neighbours[node] where distances[other] == nil && isOpen(node, other) {
          distances[other] = hop
          next.append(other)
        }
      }
      edge = next
    }
    distances[start] = nil
    return distances
  }
}
