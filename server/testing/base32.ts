/** The bytes of a secret or recovery code in its displayed form. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
