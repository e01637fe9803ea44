import { join } from 'node:path'
import { openWorkerProcess } from '../lib/worker-process.ts'

/** Two WebP files to make, each at most `side` pixels wide and high. */
export interface ResizeJob {
  path: string
  thumb: { path: string; side: number }
  screen: { path: string; side: number }
}

export interface ResizeResult {
  fault?: string
}

/** One image at a time, in another process. */
export interface Images {
  /** Returns a fault of the image; throws for a fault of the machine. */
  resize(path: string, thumb: ResizeJob['thumb'], screen: ResizeJob['screen']): Promise<ResizeResult>
  close(): void
}

export function openImages(): Images {
  const worker = openWorkerProcess<ResizeJob, ResizeResult>({
    program: join(import.meta.dirname, 'worker.ts'),
    execArgv: ['--max-old-space-size=256'],
    env: { VIPS_WARNING: '0' },
    timeoutMs: 60_000,
    timedOut: { fault: 'it took too long' },
  })
  return {
    resize: (path, thumb, screen) => worker.run({ path, thumb, screen }),
    close: worker.close,
  }
}
