import { join } from 'node:path'
import { openWorkerProcess } from '../lib/worker-process.ts'
import type { TextKind } from './kinds.ts'
import type { ExtractJob, FileText } from './worker.ts'

/** Takes the text out of files, one at a time, in another process. */
export interface TextExtractor {
  /**
   * Returns a state that is final for these bytes: a fault of the file, a crash and too much time, too, are results.
   * Throws for a fault of the machine (disk, memory, a process that was killed), worth a few retries later.
   */
  extract(path: string, kind: TextKind): Promise<FileText>
  close(): void
}

/** `folder`: for the file that is being read. */
export function openTextExtractor(folder: string, { timeoutMs = 120_000 } = {}): TextExtractor {
  const broken: FileText = { state: 'broken', pages: [], tokens: [] }
  const worker = openWorkerProcess<ExtractJob, FileText>({
    program: join(import.meta.dirname, 'worker.ts'),
    folder,
    execArgv: ['--max-old-space-size=384'],
    timeoutMs,
    timedOut: broken,
    crashed: broken,
  })
  return { extract: (path, kind) => worker.run({ path, kind }), close: worker.close }
}
