// Resumable uploads as a browser sends them.
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Answer, Person } from '../../support/server/community.ts'

type Sender = Pick<Person, 'ask'>

export const protocol = { 'tus-resumable': '1.0.0' }
export const bytesOf = { ...protocol, 'content-type': 'application/offset+octet-stream' }

export const announce = (
  who: Sender,
  size: number | string,
  metadata: Record<string, string> = { filename: 'a.bin' },
) =>
  who.ask<ArchiveFile>('POST', '/files/uploads', {
    headers: {
      ...protocol,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })

export const idOf = ({ headers }: Pick<Answer<unknown>, 'headers'>) => headers.get('location')?.split('/').at(-1) ?? ''

export const send = (who: Sender, id: string, offset: number, raw: Uint8Array<ArrayBuffer> | string) =>
  who.ask<ArchiveFile>('PATCH', `/files/uploads/${id}`, {
    raw,
    headers: { ...bytesOf, 'upload-offset': String(offset) },
  })

export const look = (who: Sender, id: string) => who.ask('HEAD', `/files/uploads/${id}`, { headers: protocol })

export const cancel = (who: Sender, id: string) => who.ask('DELETE', `/files/uploads/${id}`, { headers: protocol })
