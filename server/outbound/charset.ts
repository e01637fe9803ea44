/** Bytes within which a page must declare its charset. */
const prescanBytes = 1024

const byteOrderMarks = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
] as const

const decoderOf = (label: string | undefined) => {
  try {
    return label ? new TextDecoder(label) : undefined
  } catch {
    return undefined
  }
}

function charsetInPage(start: string) {
  const mark = byteOrderMarks.find(([, bytes]) => start.startsWith(bytes))
  if (mark) return mark[0]
  const charset = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(start)?.[1]
  // a page whose declaration was readable as ASCII isn't UTF-16
  return charset?.toLowerCase().startsWith('utf-16') ? 'utf-8' : charset
}

/** Decodes the bytes of a page as they arrive, by the charset of its header, else of the page itself, else UTF-8. */
export function pageDecoder(contentType: string) {
  let decoder = decoderOf(/charset\s*=\s*["']?([\w-]{1,40})/i.exec(contentType)?.[1])
  let buffered = Buffer.alloc(0)
  const begin = () =>
    decoderOf(charsetInPage(buffered.subarray(0, prescanBytes).toString('latin1'))) ?? new TextDecoder()

  return {
    decode(bytes: Buffer) {
      if (decoder) return decoder.decode(bytes, { stream: true })
      buffered = Buffer.concat([buffered, bytes])
      if (buffered.length < prescanBytes) return ''
      decoder = begin()
      return decoder.decode(buffered, { stream: true })
    },
    end() {
      if (decoder) return decoder.decode()
      return begin().decode(buffered)
    },
  }
}
