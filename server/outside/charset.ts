/** Bytes in which a page has to have said how it is written. */
const prescanned = 1024

const marks = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
] as const

const decoderOf = (label: string | undefined) => {
  try {
    return label ? new TextDecoder(label) : undefined
  } catch {
    return undefined // nobody knows it
  }
}

function saidInPage(start: string) {
  const mark = marks.find(([, bytes]) => start.startsWith(bytes))
  if (mark) return mark[0]
  const said = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(start)?.[1]
  // a page that could be read so far isn't
  return said?.toLowerCase().startsWith('utf-16') ? 'utf-8' : said
}

/** Makes text of the bytes of a page as they come: as its header says, else as it says itself, else as UTF-8. */
export function pageDecoder(contentType: string) {
  let decoder = decoderOf(/charset\s*=\s*["']?([\w-]{1,40})/i.exec(contentType)?.[1])
  let held = Buffer.alloc(0)
  const begin = () => decoderOf(saidInPage(held.subarray(0, prescanned).toString('latin1'))) ?? new TextDecoder()

  return {
    decode(bytes: Buffer) {
      if (decoder) return decoder.decode(bytes, { stream: true })
      held = Buffer.concat([held, bytes])
      if (held.length < prescanned) return ''
      decoder = begin()
      return decoder.decode(held, { stream: true })
    },
    end() {
      if (decoder) return decoder.decode()
      return begin().decode(held)
    },
  }
}
