import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorkerProcess } from '../lib/worker-process.ts'

/** Two WebP files to make, each at most `side` pixels wide and high; that for the screen longer, if the image is long. */
export interface ResizeJob {
  path: string
  thumbSide: number
  screenSide: number
}

interface Size {
  /** Pixels of the image as it is shown. */
  width: number
  height: number
}

/** Without one for the screen, for an animation that browsers have to show themselves. */
export type Resized = { fault: string } | (Size & { thumb: string; screen?: string })

interface Target {
  path: string
  side: number
}

/** One image at a time, in another process. */
export interface Images {
  /** Returns a fault of the image, or its size and which versions were made; throws for a fault of the machine. */
  resize(
    path: string,
    thumb: Target,
    screen: Target,
  ): Promise<{ fault: string } | (Size & { fault?: never; hasScreen: boolean })>
  close(): void
}

/** `folder`: for the image that is being read. */
export function openImages(folder: string): Images {
  const worker = openWorkerProcess<ResizeJob, Resized>({
    program: join(import.meta.dirname, 'worker.ts'),
    folder,
    execArgv: ['--import', join(import.meta.dirname, 'threads.ts'), '--max-old-space-size=256'],
    // one thread reads, besides those of libvips itself
    env: { VIPS_WARNING: '0', UV_THREADPOOL_SIZE: '1' },
    timeoutMs: 60_000,
    timedOut: { fault: 'it took too long' },
  })
  return {
    async resize(path, thumb, screen) {
      const resized = await worker.run({ path, thumbSide: thumb.side, screenSide: screen.side })
      if ('fault' in resized) return { fault: resized.fault }
      await writeFile(thumb.path, resized.thumb, 'base64')
      if (resized.screen !== undefined) await writeFile(screen.path, resized.screen, 'base64')
      return { width: resized.width, height: resized.height, hasScreen: resized.screen !== undefined }
    },
    close: worker.close,
  }
}
