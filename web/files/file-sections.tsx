import { type ReactNode, useId, useState } from 'react'
import type { ArchiveFile, FileSection } from '../../contract/files.ts'
import { itemsOf } from '../api/paged.ts'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { useNearViewport } from '../ui/lists/use-near-viewport.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type CategoryFilter, offersNew, useFiles, useNewestUpload, type useSections } from './api.ts'
import { FileCard } from './cards/file-card.tsx'
import css from './file-sections.module.css'
import { texts } from './texts.ts'
import { mediaPageSize } from './use-media-set.ts'
import { useOpenedFile } from './use-opened-file.tsx'
import type { ArchiveView } from './views/archive-view.ts'
import { Photos } from './views/photos.tsx'

interface Props {
  sections: ReturnType<typeof useSections>
  view: ArchiveView
  chosen: CategoryFilter
  onShowAll: () => void
  onUpload: () => void
}

export function Sections({ sections, view, chosen, onShowAll, onUpload }: Props) {
  const { open, viewer } = useOpenedFile()
  const { newest, update } = useNewestUpload()
  if (!sections.data) return <QueryState query={sections} texts={texts} shape="tiles" count={4} />
  const all = sections.data
  const visible = all.filter(({ category_id }) => chosen === undefined || chosen === (category_id ?? 'none'))
  const count = visible.reduce((sum, section) => sum + section.file_count, 0)
  const showNew = async () => {
    const result = await update()
    if (chosen !== undefined && !result.isError) onShowAll()
    return result
  }
  // new files may be of any category, so they are shown in the list of all
  const whatsNew = newest !== undefined && (
    <WhatsNewBar area="files" newest={chosen === undefined ? (newest ?? undefined) : undefined} onShow={showNew} />
  )
  const openChosen = open(chosen)
  let content = (
    <div className={`stack gap-6 shrinks ${css.sections}`}>
      {view === 'categoria' &&
        visible.map((section) => (
          <Section key={section.category_id} section={section} onOpen={open(section.category_id ?? 'none')} />
        ))}
      {view === 'recientes' && (
        <section className={`shrinks whole-row ${css.section}`} aria-label={texts.views.recientes}>
          <span className="visually-hidden">
            <h2>{texts.views.recientes}</h2>
          </span>
          <Files category={chosen} count={count}>
            {(files) => <FileCards files={files} onOpen={openChosen} />}
          </Files>
        </section>
      )}
      {view === 'fotos' && (
        <div>
          <Files category={chosen} kind="image" limit={mediaPageSize} count={count}>
            {(photos) => <Photos photos={photos} onOpen={openChosen} />}
          </Files>
        </div>
      )}
      {viewer}
    </div>
  )
  if (all.length === 0)
    content = (
      <EmptyState
        drawing="shelf"
        action={
          <Button icon="upload" onClick={onUpload}>
            {texts.uploadFile}
          </Button>
        }
      >
        {texts.noFiles}
      </EmptyState>
    )
  else if (visible.length === 0)
    content = (
      <EmptyState drawing="shelf" action={<Button onClick={onShowAll}>{texts.showAll}</Button>}>
        {texts.noFilesHere}
      </EmptyState>
    )
  return (
    <>
      {whatsNew}
      {content}
    </>
  )
}

interface SectionProps {
  section: FileSection
  onOpen: (file: ArchiveFile) => void
}

/** A category with its files, loaded when it is scrolled near. */
function Section({ section, onOpen }: SectionProps) {
  const id = useId()
  const [isNear, setNear] = useState(false)
  const sectionRef = useNearViewport(() => setNear(true))
  const name = section.category_name ?? texts.noCategory
  return (
    <section
      className={`shrinks whole-row ${css.section}`}
      data-count={section.file_count}
      aria-labelledby={id}
      ref={sectionRef}
    >
      <div className={css.head}>
        <Icon name="folder" size={24} className={css.folder} />
        <h2 id={id} className={css.name}>
          <bdi>{name}</bdi>
        </h2>
        <span className="rigid muted small tabular">{texts.count(section.file_count)}</span>
      </div>
      <Files category={section.category_id ?? 'none'} isNear={isNear} count={section.file_count}>
        {(files) => <FileCards files={files} onOpen={onOpen} />}
      </Files>
    </section>
  )
}

const FileCards = ({ files, onOpen }: { files: ArchiveFile[]; onOpen: SectionProps['onOpen'] }) => (
  <ul className={css.cards}>
    {files.map((file) => (
      <li key={file.id}>
        <FileCard file={file} onOpen={onOpen} />
      </li>
    ))}
  </ul>
)

interface FilesProps {
  category: CategoryFilter
  kind?: 'image'
  limit?: string
  isNear?: boolean
  /** How many there may be. */
  count: number
  children: (files: ArchiveFile[]) => ReactNode
}

/** Files, the newest first; more are loaded near the end. */
function Files({ category, kind, limit = '24', isNear = true, count, children }: FilesProps) {
  const files = useFiles({ category_id: category, kind, limit }, { ...offersNew, enabled: isNear })

  // about as high as the first page
  if (!isNear) return <div style={{ height: `${Math.ceil(Math.min(count, 24) / 3) * 20}rem` }} />
  if (!files.data) return <QueryState query={files} texts={texts} shape="tiles" count={Math.min(count, 3)} />
  const items = itemsOf(files.data)
  return (
    <>
      {children(items)}
      <div className="stack center">
        <MoreItems query={files} texts={texts} shown={items.length} />
      </div>
    </>
  )
}
