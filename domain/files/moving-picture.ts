/** Whether a PNG has several frames (APNG): it says so before the pixels of the first one. */
export function isMovingPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  while (at + 8 <= bytes.length) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += view.getUint32(at) + 12
  }
  return false
}
