import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../operator-error.ts'

export interface FoundFile {
  path: string
  /** Path below the folder, with slashes. */
  relative: string
  size: number
  modifiedAt: number
}

/** Files that systems and programs keep for themselves. */
const ofSystems =
  /^(?:\..*|thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|__macosx|@eadir|#recycle|\$recycle\.bin|system volume information)$/i

const isOfSystem = (name: string) => ofSystems.test(name)

async function listFolder(path: string) {
  const entries = []
  for await (const entry of await opendir(path)) entries.push(entry)
  return entries.sort((a, b) => a.name.localeCompare(b.name, 'es', { numeric: true }))
}

/** Files below a folder, by name. Links aren't followed; they, and what isn't a file, are passed to `onOther`. */
export async function* walk(
  folder: string,
  onOther: (relative: string, why: 'system' | 'link' | 'special' | 'unreadable') => void,
  below = '',
): AsyncGenerator<FoundFile> {
  const entries = await listFolder(join(folder, below)).catch((cause) => {
    if (below === '') throw new OperatorError(`${JSON.stringify(folder)} can't be read (${cause.message})`, { cause })
    onOther(below, 'unreadable')
    return []
  })
  for (const entry of entries) {
    const [path, relative] = [join(folder, below, entry.name), below + entry.name]
    if (isOfSystem(entry.name)) onOther(relative, 'system')
    else if (entry.isSymbolicLink()) onOther(relative, 'link')
    else if (entry.isDirectory()) yield* walk(folder, onOther, `${relative}/`)
    else if (entry.isFile()) {
      const found = await stat(path).catch(() => undefined)
      if (found) yield { path, relative, size: found.size, modifiedAt: Math.round(found.mtimeMs) }
      else onOther(relative, 'unreadable')
    } else onOther(relative, 'special')
  }
}
