import { useQuery } from '@tanstack/react-query'
import { disk } from '../../contract/disk.ts'
import { call } from '../api/call.ts'
import { diskKeys } from '../api/keys.ts'
import { formatSize } from '../ui/format/sizes.ts'
import { Notice } from '../ui/page/notice.tsx'
import css from './disk-notice.module.css'
import { texts } from './texts.ts'

/** Shown while the server's disk is filling up. */
export function DiskNotice() {
  const { data } = useQuery({ queryKey: diskKeys.space, queryFn: ({ signal }) => call(disk.read, { signal }) })
  if (!data?.is_low) return null
  return (
    <div className={css.notice}>
      <Notice icon="warning" title={texts.lowDisk}>
        <p>{texts.lowDiskText(formatSize(data.free_bytes), formatSize(data.total_bytes))}</p>
      </Notice>
    </div>
  )
}
