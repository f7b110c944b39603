/** A zip whose entries are empty; a number is the unpacked size that the entry before it claims. */
export function archive(...parts: (string | number)[]): Buffer {
  const entries = parts.flatMap((part, index) => {
    const next = parts[index + 1]
    return typeof part === 'string' ? [{ name: Buffer.from(part), unpacked: typeof next === 'number' ? next : 0 }] : []
  })
  let offset = 0
  const written = entries.map(({ name, unpacked }) => {
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(unpacked, 18)
    about.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, name])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    offset += local.length
    return { local, central: Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), about, place, name]) }
  })
  const directory = Buffer.concat(written.map(({ central }) => central))
  const end = Buffer.alloc(18)
  end.writeUInt16LE(written.length, 4)
  end.writeUInt16LE(written.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...written.map(({ local }) => local), directory, Buffer.from('PK\u0005\u0006'), end])
}
