import { pipeline, Transform } from 'node:stream'
import type { ZipEntry } from '../lib/zip.ts'
import type { Export } from './export.ts'
import type { PlacedFile } from './layout.ts'

/** The others, such as pictures, recordings and PDFs, are compressed already. */
const isCompressible = (type: string) =>
  /^text\/|^image\/(svg|bmp|tiff)|^audio\/(wav|vnd\.wave|x-wav)|[/+](json|xml|rtf)$/.test(type)

/** The person's files under their own names. One without its bytes is noted, so that the others can still be had. */
export async function* fileEntries(made: Export): AsyncGenerator<ZipEntry> {
  const { services, layout } = made
  for (const file of layout.files) {
    const bytes = await services.storage.read(file.bytes_key)
    if (!bytes) {
      services.log.error({ key: file.bytes_key }, 'the bytes of a file are missing')
      made.missing.add(file.id)
      layout.paths.delete(`file ${file.id}`)
      made.faults.push(`${file.original_name}: el archivo no está en el servidor.`)
      continue
    }
    yield {
      ...{ path: file.path, modified: file.uploaded_at, isCompressed: isCompressible(file.file_type) },
      bytes: pipeline(bytes, checkLength(made, file), () => {}),
    }
  }
}

function checkLength({ faults }: Export, file: PlacedFile) {
  let size = 0
  return new Transform({
    transform(chunk, _encoding, done) {
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      if (size !== file.file_size) faults.push(`${file.path}: tiene ${size} bytes y debería tener ${file.file_size}.`)
      done()
    },
  })
}
