import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ArchiveFile } from '../../contract/files.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { texts } from './texts.ts'
import css from './used-in.module.css'
import { UsedInList } from './used-in-list.tsx'

interface Props {
  file: ArchiveFile
  align?: 'start' | 'end'
}

/** 'En 2 posts', which opens what they are; nothing for a file that no published post uses. */
export const UsedIn = ({ file, align = 'start' }: Props) =>
  file.post_count > 0 && (
    <Popover className={css.used} panelClassName={css.panel} align={align} button={<Words count={file.post_count} />}>
      <UsedInList fileId={file.id} />
    </Popover>
  )

/** The same where a panel has no room over it: the list comes below. Give it the file's id as `key`. */
export const UsedInBelow = ({ file }: Props) => file.post_count > 0 && <Below file={file} />

function Below({ file }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)

  // When the next picture comes, the keys that were in here go on in the viewer.
  useLayoutEffect(() => {
    const here = place.current
    return () => {
      if (here?.contains(document.activeElement)) here.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [])

  return (
    <div ref={place} className={cx(css.used, css.below)}>
      <button
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Words count={file.post_count} />
      </button>
      {isOpen && (
        <div id={id}>
          <UsedInList fileId={file.id} />
        </div>
      )}
    </div>
  )
}

const Words = ({ count }: { count: number }) => (
  <>
    <Icon name="book" size={16} />
    {texts.inPosts(count)}
  </>
)
