import Clocks
import Configuration
import Glibc
import Journal
import Records
import Synchronization
import Testing
import Text

@testable import Board

/// A daemon in a thread of this process, with a pseudo terminal for a receiver.
private final class Daemon: Sendable {
  struct State {
    var thread: pthread_t?
    var ending: Result<Int32, Fault>?
    var log: [String] = []
  }

  let folder = Folder()
  let state = Mutex(State())
  var data: String { "\(folder.path)/data" }
  var socket: String { "\(folder.path)/s" }

  /// - Parameter heldSince: how long the button is down already.
  func start(receiver: String, card: CardModel? = nil, heldSince: Duration? = nil) throws {
    var settings = Settings()
    settings.receiver.device = receiver
    settings.storage.data = data
    settings.control.socket = socket
    state.withLock { $0.ending = nil }
    try Thread.start(name: "board") { [self, settings] in
      state.withLock { $0.thread = pthread_self() }
      let ending = Result { () throws(Fault) -> Int32 in
        let log: (String) -> Void = { line in self.state.withLock { $0.log.append(line) } }
        let board = try LinuxBoard(settings: settings, log: log) { data throws(Fault) in
          if let card { card } else { try LinuxSegmentStore(data: data) }
        }
        board.stopPatience = .milliseconds(700)
        if let heldSince { board.take([(.edge(pressed: true), HostClock.now() - heldSince)]) }
        return try board.run()
      }
      state.withLock { $0.ending = ending }
    }
    _ = waits { access(self.socket, F_OK) == 0 || self.state.withLock { $0.ending != nil } }
  }

  /// SIGTERM, to its own thread only: the rest of this process knows nothing of it.
  func terminate() {
    if let thread = state.withLock({ $0.thread }) { pthread_kill(thread, SIGTERM) }
  }

  func end() -> Result<Int32, Fault>? {
    _ = waits { self.state.withLock { $0.ending != nil } }
    return state.withLock { $0.ending }
  }

  /// Asks, and waits for one line.
  func ask(_ request: String) -> String {
    let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8)) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { return "no daemon" }
    let line = Array((request + "\n").utf8)
    _ = send(client, line, line.count, Int32(MSG_NOSIGNAL))
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) == 1, byte != 10 { answer.append(byte) }
    return String(decoding: answer, as: UTF8.self)
  }

  func status(_ key: String) -> FlatJSON.Value? {
    (try? FlatJSON.object(Array(ask("{\"command\":\"status\"}").utf8)[...]))?[key]
  }

  func waits(seconds: Double = 20, until isDone: () -> Bool) -> Bool {
    let end = HostClock.now() + .wholeNanoseconds(seconds)
    while HostClock.now() < end {
      if isDone() { return true }
      usleep(5_000)
    }
    return false
  }

  /// All records of the journal.
  func records() throws -> [Record] {
    var reader = try JournalReader(store: LinuxSegmentStore(data: data))
    var records: [Record] = []
    while let frame = try reader.next() {
      records += try FrameDecoder.records(
        payload: frame.payload, firstSequence: frame.firstSequence, count: frame.count)
    }
    return records
  }
}

@Suite("The board of Linux", .serialized)
struct LinuxBoardTests {
  /// An epoch of a receiver at a second of 2026-11-30T12:00.
  private static func epoch(_ second: Int) -> String {
    sentence("GPGGA,1200\(two(second)).000,4717.1234,N,00834.5678,E,1,08,1.0,400.0,M,48.0,M,,")
      + sentence("GPRMC,1200\(two(second)).000,A,4717.1234,N,00834.5678,E,1.0,90.0,301126,,,A")
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(UInt8(0), ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  private static func fixes(_ records: [Record]) -> Int {
    records.count { if case .fix = $0.body { true } else { false } }
  }

  @Test func `a very long press ends it as SIGTERM does, and asks for the power to be turned off`() throws {
    let pseudo = Pseudo()
    let daemon = Daemon()
    try daemon.start(receiver: pseudo.path, heldSince: .milliseconds(7_600))
    #expect(daemon.end() == .success(LinuxBoard.powerOffStatus))
    let records = try daemon.records()
    #expect(records.last?.body == .stop(.powerOff))
    let press = try #require(records.first { if case .tag = $0.body { true } else { false } })
    #expect(records.contains { $0.body == .gesture(Gesture(press: press.sequence, kind: .veryLong)) })
  }

  @Test func `bytes become fixes in the journal and the folder of tracks, and a tag is acknowledged`() throws {
    let pseudo = Pseudo()
    let daemon = Daemon()
    try daemon.start(receiver: pseudo.path)
    #expect(daemon.waits { daemon.status("receiver") == .text("listening") })
    for second in 0..<8 {
      pseudo.say(Self.epoch(second))
      usleep(60_000)
    }
    #expect(daemon.ask("{\"command\":\"tag\",\"text\":\"bridge\"}").hasPrefix("{\"ok\":true,\"tag\":"))
    #expect(daemon.status("receiver") == .text("talking"))
    #expect(daemon.ask("{\"command\":\"flush\"}").hasPrefix("{\"ok\":true,\"durable\":"))
    let flushed = try daemon.records()
    #expect(Self.fixes(flushed) >= 5)
    for second in 8..<12 {
      pseudo.say(Self.epoch(second))
      usleep(60_000)
    }
    daemon.terminate()
    #expect(daemon.end() == .success(0))
    let records = try daemon.records()
    #expect(Self.fixes(records) == 12)
    #expect(records.map(\.sequence.value) == Array(1...UInt64(records.count)))
    #expect(records.contains { if case .tag(let tag) = $0.body { tag.text == "bridge" } else { false } })
    guard case .stop(.terminated)? = records.last?.body else {
      Issue.record("the last record is no stop")
      return
    }
    let csv = String(decoding: daemon.folder.read("data/tracks/2026-11-30.csv") ?? [], as: UTF8.self)
    #expect(csv.split(separator: "\n").count >= 13)
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func `an unplugged receiver is told once and taken up again`() throws {
    let daemon = Daemon()
    let link = "\(daemon.folder.path)/tty"
    var pseudo = Pseudo()
    symlink(pseudo.path, link)
    try daemon.start(receiver: link)
    #expect(daemon.waits { daemon.status("receiver") == .text("listening") })
    pseudo.hangUp()
    #expect(daemon.waits { daemon.status("receiver") == .text("closed") })
    usleep(1_200_000)
    pseudo = Pseudo()
    unlink(link)
    symlink(pseudo.path, link)
    #expect(daemon.waits { daemon.status("receiver") == .text("listening") })
    let lines = daemon.state.withLock { $0.log }
    #expect(lines.count == 3, "\(lines)")
    daemon.terminate()
    #expect(daemon.end() == .success(0))
  }

  @Test func `a missing receiver is waited for, and the end comes at once`() throws {
    let daemon = Daemon()
    try daemon.start(receiver: "/dev/no-such-receiver")
    #expect(daemon.waits { daemon.status("receiver") == .text("closed") })
    #expect(daemon.ask("{\"command\":\"tag\"}").hasPrefix("{\"ok\":true,"))
    let start = HostClock.now()
    daemon.terminate()
    #expect(daemon.end() == .success(0))
    #expect(HostClock.now() - start < .seconds(2))
  }

  @Test func `a second daemon, a receiver that is a file and a data folder that is one are faults at once`() throws {
    let pseudo = Pseudo()
    let first = Daemon()
    try first.start(receiver: pseudo.path)
    let folder = Folder()
    folder.write("file", [])
    func fault(receiver: String = "/dev/none", data: String, socket: String) -> Fault? {
      var settings = Settings()
      settings.receiver.device = receiver
      settings.storage.data = data
      settings.control.socket = socket
      do throws(Fault) {
        _ = try LinuxBoard(settings: settings) { _ in }
        return nil
      } catch {
        return error
      }
    }
    let faults = [
      fault(data: first.data, socket: "\(folder.path)/s"), fault(data: "\(folder.path)/d", socket: first.socket),
      fault(receiver: "\(folder.path)/file", data: "\(folder.path)/d", socket: "\(folder.path)/s"),
      fault(data: "\(folder.path)/file", socket: "\(folder.path)/s"),
    ]
    #expect(faults.map { $0?.code } == [.tryAgain, .tryAgain, .noInput, .cannotCreate])
    #expect(faults.allSatisfy { $0?.remedy != nil })
    first.terminate()
    #expect(first.end() == .success(0))
  }

  @Test func `a dead card refuses the tag, and the end says what is lost`() throws {
    let pseudo = Pseudo()
    let card = CardModel()
    let daemon = Daemon()
    try daemon.start(receiver: pseudo.path, card: card)
    #expect(daemon.ask("{\"command\":\"flush\"}").hasPrefix("{\"ok\":true"))
    card.fault = CardModel.broken
    let answer = daemon.ask("{\"command\":\"tag\",\"text\":\"lost\"}")
    #expect(answer.hasPrefix("{\"ok\":false,\"code\":75,"), "\(answer)")
    #expect(daemon.status("journal_fault") == .text("the card is broken; take another"))
    #expect(daemon.ask("{\"command\":\"flush\"}").contains("\"ok\":false"))
    daemon.terminate()
    guard case .failure(let fault)? = daemon.end() else {
      Issue.record("the end is no fault")
      return
    }
    #expect(fault.code == .inputOutput)
    #expect(fault.message.contains("lost"))
  }

  @Test func `a follower hears a record before it is durable`() throws {
    let pseudo = Pseudo()
    let daemon = Daemon()
    try daemon.start(receiver: pseudo.path)
    let client = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(daemon.socket.utf8)) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let request = Array("{\"command\":\"follow\"}\n".utf8)
    _ = send(client, request, request.count, Int32(MSG_NOSIGNAL))
    usleep(50_000)
    for second in 0..<6 {
      pseudo.say(Self.epoch(second))
      usleep(60_000)
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    usleep(100_000)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "{\"ok\":true}")
    #expect(lines.count { $0.contains("\"type\":\"fix\"") } >= 3)
    daemon.terminate()
    #expect(daemon.end() == .success(0))
  }
}
