import CLinux
import Clocks
import Glibc
import Testing
import Text

@testable import Board

/// A button's line that is told what happens, with a descriptor that is readable when an edge waits.
private final class ContactModel: EdgeSource {
  let descriptor = linux_event_create(false)
  var edges: [Edge] = []
  var isActive = false
  var fault: Fault?

  deinit { close(descriptor) }

  func level() throws(Fault) -> Bool {
    if let fault { throw fault }
    return isActive
  }

  func nextEdge() throws(Fault) -> Edge? {
    if edges.isEmpty {
      if let fault { throw fault }
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
      return nil
    }
    return edges.removeFirst()
  }

  /// The contact moves, and the kernel says so.
  func move(_ isActive: Bool, at milliseconds: Int64) {
    self.isActive = isActive
    edges.append(Edge(isActive: isActive, at: Instant(boot: milliseconds * 1_000_000)))
    wake()
  }

  func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }
}

/// A button on an event loop.
private final class Bench {
  static let lost = Fault(.inputOutput, "the line is lost", remedy: "it is taken again by itself")
  let loop: EventLoop
  var contact = ContactModel()
  var openFault: Fault?
  var logged: [String] = []
  var opened = 0
  private(set) var button: ButtonLine?

  init() throws {
    loop = try EventLoop()
    button = ButtonLine(loop: loop, token: EventLoop.Token(7), log: { [unowned self] in logged.append($0) }) {
      [unowned self] () throws(Fault) -> any EdgeSource in
      opened += 1
      if let openFault { throw openFault }
      return contact
    }
  }

  func open(at milliseconds: Int64) -> [ButtonLine.News] {
    button?.open(at: Instant(boot: milliseconds * 1_000_000)) ?? []
  }

  /// What the loop has to tell.
  func listen(at milliseconds: Int64, isBroken: Bool = false) throws -> [ButtonLine.News] {
    var news: [ButtonLine.News] = []
    try loop.wait(until: HostClock.now() + .milliseconds(20)) { readiness in
      #expect(readiness.token == EventLoop.Token(7))
      var readiness = readiness
      readiness.isBroken = isBroken
      news += button?.ready(readiness, at: Instant(boot: milliseconds * 1_000_000)) ?? []
    }
    return news
  }

  func check(at milliseconds: Int64) -> [ButtonLine.News] {
    button?.check(at: Instant(boot: milliseconds * 1_000_000)) ?? []
  }

  func deadline(at milliseconds: Int64) -> [ButtonLine.News] {
    button?.deadline(at: Instant(boot: milliseconds * 1_000_000)) ?? []
  }
}

extension ButtonLine.News {
  fileprivate static func edge(_ isPressed: Bool, _ milliseconds: Int64) -> Self {
    .edge(isPressed: isPressed, at: Instant(boot: milliseconds * 1_000_000))
  }

  fileprivate static func level(_ isPressed: Bool, _ milliseconds: Int64) -> Self {
    .level(isPressed: isPressed, at: Instant(boot: milliseconds * 1_000_000))
  }
}

@Suite("The button's line")
struct ButtonLineTests {
  @Test func `each edge is told once, with the kernel's time and not that of its reading`() throws {
    let bench = try Bench()
    #expect(bench.open(at: 1_000) == [.level(false, 1_000)])
    bench.contact.move(true, at: 1_500)
    bench.contact.move(false, at: 1_502)
    bench.contact.move(true, at: 1_503)
    #expect(try bench.listen(at: 1_600) == [.edge(true, 1_500), .edge(false, 1_502), .edge(true, 1_503)])
    #expect(try bench.listen(at: 1_700).isEmpty)
    #expect(bench.button?.nextDeadline == nil, "a button at rest wakes nobody")
    #expect(bench.logged.isEmpty)
  }

  @Test func `a button that is down at the start is a level, not a press`() throws {
    let bench = try Bench()
    bench.contact.isActive = true
    #expect(bench.open(at: 1_000) == [.level(true, 1_000)])
    bench.contact.move(false, at: 1_200)
    #expect(try bench.listen(at: 1_201) == [.edge(false, 1_200)])
  }

  @Test func `edges that the kernel dropped show in the level`() throws {
    let bench = try Bench()
    _ = bench.open(at: 0)
    bench.contact.move(true, at: 100)
    bench.contact.isActive = false
    #expect(try bench.listen(at: 150) == [.edge(true, 100), .level(false, 150)])
  }

  @Test func `time never runs backwards, though an edge is read after a level that came after it`() throws {
    let bench = try Bench()
    _ = bench.open(at: 1_000)
    bench.contact.isActive = true
    bench.contact.wake()
    #expect(try bench.listen(at: 1_100) == [.level(true, 1_100)])
    bench.contact.move(true, at: 1_099)
    #expect(try bench.listen(at: 1_101) == [.edge(true, 1_100)])
  }

  @Test func `a lost line lets the button go, is told once, and is taken again`() throws {
    let bench = try Bench()
    _ = bench.open(at: 0)
    bench.contact.move(true, at: 100)
    bench.contact.fault = Bench.lost
    #expect(try bench.listen(at: 150) == [.edge(true, 100), .edge(false, 150)])
    #expect(bench.button?.fault == Bench.lost)
    #expect(bench.button?.nextDeadline == Instant(boot: 1_150_000_000))
    #expect(bench.deadline(at: 1_149).isEmpty)
    #expect(bench.opened == 1)

    bench.openFault = Fault(.noInput, "the chip is gone", remedy: "wait")
    var now: Int64 = 150
    var waits: [Int64] = []
    for _ in 0..<7 {
      let next = try #require(bench.button?.nextDeadline).boot / 1_000_000
      waits.append((next - now) / 1_000)
      now = next
      #expect(bench.deadline(at: now).isEmpty)
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30])
    #expect(bench.logged == [Bench.lost.description])

    bench.openFault = nil
    bench.contact = ContactModel()
    let next = try #require(bench.button?.nextDeadline).boot / 1_000_000
    #expect(bench.deadline(at: next) == [.level(false, next)])
    #expect(bench.logged.count == 2)
    #expect(bench.button?.fault == nil)
    bench.contact.move(true, at: next + 10)
    #expect(try bench.listen(at: next + 11) == [.edge(true, next + 10)])
  }

  @Test func `a line that hangs up is lost, also where reading it says nothing`() throws {
    let bench = try Bench()
    _ = bench.open(at: 0)
    bench.contact.wake()
    #expect(try bench.listen(at: 10, isBroken: true).isEmpty)
    #expect(bench.button?.fault != nil)
    #expect(bench.button?.nextDeadline != nil)
  }

  @Test func `a line whose loss the kernel keeps to itself is missed by who is awake anyway, but not all the time`()
    throws
  {
    let bench = try Bench()
    _ = bench.open(at: 0)
    bench.contact.fault = Bench.lost
    #expect(bench.check(at: 9_999).isEmpty)
    #expect(bench.button?.fault == nil)
    #expect(bench.button?.nextDeadline == nil, "it costs no wakeup")
    #expect(bench.check(at: 10_000).isEmpty)
    #expect(bench.button?.fault == Bench.lost)
    #expect(bench.button?.nextDeadline == Instant(boot: 11_000_000_000))
  }

  @Test func `a check also finds an edge that was never told`() throws {
    let bench = try Bench()
    _ = bench.open(at: 0)
    bench.contact.isActive = true
    #expect(bench.check(at: 20_000) == [.level(true, 20_000)])
    #expect(bench.check(at: 20_001).isEmpty)
  }

  @Test func `a contact that flutters for good leaves the loop its turn and loses nothing`() throws {
    let bench = try Bench()
    _ = bench.open(at: 0)
    for index in 0..<1_000 { bench.contact.move(index % 2 == 0, at: 100 + Int64(index)) }
    var news: [ButtonLine.News] = []
    var turns = 0
    while case let more = try bench.listen(at: 2_000), !more.isEmpty {
      #expect(more.count <= 64)
      news += more
      turns += 1
    }
    #expect(news.count == 1_000)
    #expect(turns > 10)
  }

  @Test func `a button that is not there at the start is told and tried again, and closing ends that`() throws {
    let bench = try Bench()
    bench.openFault = Bench.lost
    #expect(bench.open(at: 0).isEmpty)
    #expect(bench.logged.count == 1)
    #expect(bench.button?.nextDeadline == Instant(boot: 1_000_000_000))
    bench.button?.close()
    #expect(bench.button?.nextDeadline == nil)
  }
}

@Suite struct `The line of the accelerometer` {
  @Test func `is asked for its reason at once, and then every five seconds at most`() throws {
    let loop = try EventLoop()
    let contact = ContactModel()
    let line = MotionLine(
      ButtonLine(loop: loop, token: EventLoop.Token(8), log: { _ in }) { () throws(Fault) -> any EdgeSource in contact }
    )
    func pulled(at seconds: Int64) -> Bool {
      contact.move(true, at: seconds * 1_000)
      contact.move(false, at: seconds * 1_000 + 1)
      return line.ready(
        EventLoop.Readiness(token: EventLoop.Token(8), isReadable: true, isWritable: false, isBroken: false),
        at: Instant(boot: seconds * 1_000_000_000))
    }
    #expect(!line.open(at: .zero))
    #expect(line.nextDeadline == nil)
    #expect(pulled(at: 10))
    #expect(!pulled(at: 12))
    #expect(!pulled(at: 13))
    #expect(line.nextDeadline == Instant(boot: 15_000_000_000))
    #expect(!line.deadline(at: Instant(boot: 14_000_000_000)))
    #expect(line.deadline(at: Instant(boot: 15_000_000_000)))
    #expect(line.nextDeadline == nil)
    #expect(pulled(at: 100))
  }
}
