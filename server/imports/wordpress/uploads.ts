// The files of a blog: below its folder of uploads, or asked of its site.
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '../../ids.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Services } from '../../services.ts'

/** A file that was found, until `done`. */
export interface Upload {
  size: number
  open(): Promise<Readable>
  done(): Promise<void>
}

/** Finds a file by its path below the folder of uploads, or by its address: the first of some. */
export type FindUpload = (paths: string[], urls: string[]) => Promise<Upload | undefined>

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Services that show pictures of other sites in other sizes: `i0.wp.com/example.org/…`. */
const resizer = /^https?:\/\/i\d\.wp\.com\//i

const addressOf = (url: string) => URL.parse(url.replace(resizer, 'https://'))

/** Host of a file's address, without the `www.` that comes and goes. */
export const hostOf = (url: string) => addressOf(url)?.hostname.replace(/^www\./, '') ?? ''

/** Path of a file below the folder of uploads, or on a host without one. */
export function uploadPath(url: string) {
  const path = decoded(addressOf(url)?.pathname ?? '').replace(/^\/+/, '')
  return path.replace(/^.*?(?:wp-content\/uploads|blogs\.dir\/\d+\/files)\//, '').normalize('NFC')
}

const smaller = /-\d{1,5}x\d{1,5}(?=\.\w+$)/
const scaled = /-(?:scaled|rotated)(?=\.\w+$)/

/** A picture as it was before WordPress made smaller ones of it. */
export const withoutSize = (path: string) => path.replace(smaller, '')

/** The same path for all sizes of a picture. */
export const pictureKey = (path: string) => withoutSize(path.normalize('NFC')).replace(scaled, '')

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile() && found,
    () => false as const,
  )

/** Looks below a folder: wp-content/uploads itself, or one around it. Nothing outside of it is read, by `../` or by links. */
export async function openUploads(folder: string): Promise<FindUpload> {
  const root = await realpath(folder).catch((cause) => {
    throw new OperatorError(`${JSON.stringify(folder)} can't be read (${cause.message})`, { cause })
  })
  const above = ['', 'uploads', 'wp-content/uploads']

  /** The path itself, then the whole picture of a smaller one, then the one that WordPress made smaller. */
  const sizesOf = (path: string) => [
    path,
    withoutSize(path),
    pictureKey(path),
    pictureKey(path).replace(/(?=\.\w+$)/, '-scaled'),
  ]

  async function find(path: string) {
    for (const name of new Set(sizesOf(path).flatMap((size) => [size.normalize('NFC'), size.normalize('NFD')])))
      for (const part of above) {
        if (name.includes('\0')) continue
        const real = await realpath(join(root, part, name)).catch(() => undefined)
        const found = real?.startsWith(root + sep) && (await isFile(real))
        if (real && found) return { size: found.size, open: async () => createReadStream(real), done: async () => {} }
      }
    return undefined
  }

  return async (paths) => {
    for (const path of paths) {
      const found = path === '' ? undefined : await find(path)
      if (found) return found
    }
    return undefined
  }
}

/** Waiting in vain for the files of a site, after which no more are asked for: with four at once two minutes of an evening. */
const maxVainMs = 8 * 60_000

/** Asks the site, through the guard of requests to others. */
export function fetchUploads({ outbound, incoming, settings }: Services, now = () => performance.now()): FindUpload {
  /** Milliseconds that were waited for nothing since the last answer, by host. */
  const vain = new Map<string, number>()
  async function ask(url: string): Promise<Upload | undefined> {
    const [host, begunAt] = [hostOf(url), now()]
    if ((vain.get(host) ?? 0) > maxVainMs) return undefined
    const name = newId()
    const done = () => incoming.remove(name)
    const isThere = await outbound.download(url, settings.maxUploadBytes, (body) => incoming.receive(name, body))
    const size = isThere ? await incoming.sizeOf(name) : undefined
    vain.set(host, isThere ? 0 : (vain.get(host) ?? 0) + now() - begunAt)
    if (size) return { size, open: async () => createReadStream(incoming.pathOf(name)), done }
    await done()
    return undefined
  }
  return async (_paths, urls) => {
    for (const url of new Set(urls)) {
      const found = await ask(url)
      if (found) return found
    }
    return undefined
  }
}
