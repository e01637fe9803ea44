import { type MouseEvent, useEffect, useLayoutEffect } from 'react'
import { isViewable } from '../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { pages } from '../../contract/pages.ts'
import { titleOf } from '../ui/file-kind/link-address.tsx'
import { Page } from '../ui/page/page.tsx'
import { focusPageHeading } from '../ui/page/page-heading.ts'
import { FileCard } from './cards/file-card.tsx'
import { framedFile } from './framed-file.ts'
import { ArchiveImage } from './images/archive-image.tsx'
import { texts } from './texts.ts'
import { useOpenedFile } from './use-opened-file.tsx'
import css from './view-file-page.module.css'

/** A file that is no document: its card, a picture as large as there is room. */
export function FilePage({ file }: { file: ArchiveFile }) {
  const { open, viewer } = useOpenedFile()
  const category = file.category_id ?? 'none'
  const view = open('image', category)
  const isPicture = isViewable(file)
  useLayoutEffect(() => framedFile.set(file.id), [file.id])
  // the frame comes with this page, too late to see that another one was opened
  useEffect(() => {
    if (document.activeElement === document.body) focusPageHeading()
  }, [])

  const enlarge = ({ target }: MouseEvent) => target instanceof HTMLImageElement && view(file)
  const picture = isPicture && (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the button below
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a larger target for the button below
    <div className={css.picture} onClick={enlarge}>
      <ArchiveImage key={file.id} file={file} />
    </div>
  )
  return (
    <Page
      title={<bdi>{titleOf(file)}</bdi>}
      documentTitle={titleOf(file)}
      back={{ to: pages.files.path, label: texts.backToFiles }}
    >
      <div className={isPicture ? css.wideFile : css.narrowFile}>
        <FileCard file={file} preview={picture || undefined} onView={view} onPlay={open('audio', category)} />
        {viewer}
      </div>
    </Page>
  )
}
