/// Finding a piece of text in another. The standard library's own belongs to its regular expressions, which the program
/// is spared: they would be a twelfth of it.
extension StringProtocol {
  /// Whether this piece stands anywhere in it, byte for byte. Every text holds the empty one.
  public func holds(_ piece: some StringProtocol) -> Bool {
    let piece = piece.utf8
    guard let first = piece.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: piece) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The text with another in the place of each of these characters.
  public func replacing(_ character: Character, with text: some StringProtocol) -> String {
    var result = ""
    for each in self {
      if each == character { result += text } else { result.append(each) }
    }
    return result
  }
}
