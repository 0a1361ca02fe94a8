import Text

extension Statistics {
  /// Appends the counts as lines of text for people, one group after the other.
  public func putText(to text: inout ByteWriter) {
    put("sentences", accepted, sentences, &text)
    put("talkers", nil, talkers, &text)
    put("refused", refused, refusals, &text)
    put("binary frames", binaryFrames, [], &text)
    put("epochs", epochs, [Count(name: "with a position", count: fixes)], &text)
    put("late sentences", late, [], &text)
    text.put("receiver: ")
    if let family { text.put(family.name) } else { text.put("unknown") }
    if let periodSeconds {
      text.put(", one epoch every ")
      text.put(trimmed: periodSeconds, decimals: 3)
      text.put(" s")
    }
    text.put("\n")
  }

  private func put(_ title: StaticString, _ total: Int?, _ counts: [Count], _ text: inout ByteWriter) {
    text.put(title)
    if let total {
      text.put(": ")
      text.put(total)
    }
    text.put("\n")
    for count in counts {
      text.put("  ")
      text.put(count.count)
      text.put(" ")
      text.put(text: count.name)
      text.put("\n")
    }
  }
}
