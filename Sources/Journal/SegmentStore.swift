import Text

/// A file of fixed size on flash, written in place.
///
/// Contract: a write that returned and was followed by a ``sync()`` that returned survives the pulled plug, whole. Of
/// writes that were not synced, any part may be on the medium after a power cut, in any order, and the sectors (512
/// bytes) that such a write touched may be half old, half new. Bytes that no write touched never change.
public protocol BlockFile: AnyObject {
  /// Bytes in the file.
  var size: Int { get }
  /// Reads up to `count` bytes; fewer only at the end of the file.
  func read(at offset: Int, count: Int) throws(Fault) -> [UInt8]
  /// Writes all of `bytes` inside the file, or throws; after a throw any part may have been written.
  func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Fault)
  /// Returns when everything written is on the medium.
  func sync() throws(Fault)
}

/// A folder of numbered segments.
///
/// Contract: a segment that ``create(_:size:)`` returned is there after a power cut, zero-filled, with all its blocks
/// allocated; one whose creation was cut off may be there with any smaller size, or full of zeros in part.
public protocol SegmentStore {
  /// The numbers of the segments that are there, ascending.
  func segments() throws(Fault) -> [UInt32]
  /// Opens a segment that is there.
  func open(_ number: UInt32, writable: Bool) throws(Fault) -> any BlockFile
  /// Makes a zero-filled segment, or makes it anew where one that was never finished is in the way.
  func create(_ number: UInt32, size: Int) throws(Fault) -> any BlockFile
}
