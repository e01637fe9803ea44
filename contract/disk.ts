import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The disk of the data folder. `is_low`: administrators are warned. */
const DiskSpace = z
  .object({ free_bytes: z.int(), total_bytes: z.int(), is_low: z.boolean() })
  .register(z.globalRegistry, { id: 'DiskSpace' })

export const disk = {
  read: endpoint({
    method: 'GET',
    path: '/admin/disk',
    access: 'admin',
    summary: 'Free space of the disk that holds the archive and, with SQLite, the database',
    response: DiskSpace,
  }),
}
