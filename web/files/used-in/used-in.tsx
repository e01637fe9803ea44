import { useId, useRef, useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/dialogs/popover.tsx'
import { useKeepFocus } from '../../ui/hooks/use-keep-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import css from './used-in.module.css'
import { UsedInList } from './used-in-list.tsx'

interface Props {
  file: ArchiveFile
  align?: 'start' | 'end'
}

/** 'En 2 posts', with the list in a popover. Nothing for a file that no published post uses. */
export const UsedIn = ({ file, align = 'start' }: Props) =>
  file.post_count > 0 && (
    <Popover
      className={`self-start ${css.used}`}
      panelClassName={css.panel}
      align={align}
      button={<ButtonLabel count={file.post_count} />}
    >
      <UsedInList fileId={file.id} />
    </Popover>
  )

/** The same with the list below instead of a popover. Needs the file's id as `key`. */
export const UsedInBelow = ({ file }: Props) => file.post_count > 0 && <Below file={file} />

function Below({ file }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)

  useKeepFocus(root) // when the next image replaces it

  return (
    <div ref={root} className={cx('self-start', css.used, css.below)}>
      <button
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ButtonLabel count={file.post_count} />
      </button>
      {isOpen && (
        <div id={id}>
          <UsedInList fileId={file.id} />
        </div>
      )}
    </div>
  )
}

const ButtonLabel = ({ count }: { count: number }) => (
  <>
    <Icon name="book" size={16} />
    {texts.inPosts(count)}
  </>
)
