import { pipeline, Transform } from 'node:stream'
import { findFileRow } from '../files/queries.ts'
import type { ZipEntry } from '../lib/zip.ts'
import type { AccountExport } from './export.ts'
import type { Layout, PlacedFile } from './layout.ts'

/** The others, such as pictures, recordings and PDFs, are compressed already. */
const isCompressible = (type: string) =>
  /^text\/|^image\/(svg|bmp|tiff)|^audio\/(wav|vnd\.wave|x-wav)|[/+](json|xml|rtf)$/.test(type)

/**
 * The person's files under their own names. One without its bytes is noted, so that the others can still be had; one that
 * was deleted meanwhile is left out.
 */
export async function* fileEntries(made: AccountExport): AsyncGenerator<ZipEntry> {
  const { services, layout } = made
  for (const file of layout.files) {
    const bytes = await services.storage.read(file.bytes_key)
    if (!bytes) {
      if (await findFileRow(services.db, file.id)) noteMissing(made, file)
      else leaveOut(layout, file)
      continue
    }
    yield {
      ...{ path: file.path, modified: file.uploaded_at, isCompressed: isCompressible(file.file_type) },
      bytes: pipeline(bytes, checkLength(made, file), () => {}),
    }
  }
}

function noteMissing({ services, layout, missing, faults }: AccountExport, file: PlacedFile) {
  services.log.error({ key: file.bytes_key }, 'the bytes of a file are missing')
  missing.add(file.id)
  layout.targets.set(`file ${file.id}`, { title: file.original_name })
  faults.push(`${file.original_name}: el archivo no está en el servidor.`)
}

function leaveOut(layout: Layout, file: PlacedFile) {
  layout.files = layout.files.filter((other) => other !== file)
  layout.targets.delete(`file ${file.id}`)
}

function checkLength({ faults }: AccountExport, file: PlacedFile) {
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
