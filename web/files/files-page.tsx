import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { parameters } from '../../contract/content/places.ts'
import type { FileSection } from '../../contract/files.ts'
import { SharedNote, useShared } from '../installed/use-shared.tsx'
import { Button } from '../ui/controls/button.tsx'
import { FormPanel } from '../ui/form/form-parts.tsx'
import { columns, SideList } from '../ui/lists/side-list.tsx'
import { focusPageHeading, hadFocus } from '../ui/page/focus.ts'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { type CategoryFilter, useSections } from './api.ts'
import css from './file-sections.module.css'
import { Sections } from './file-sections.tsx'
import { texts } from './texts.ts'
import { DropOverlay } from './uploads/drop-overlay.tsx'
import { UploadForm } from './uploads/upload-form.tsx'
import { UploadList } from './uploads/upload-list.tsx'
import { UrlForm } from './url-form.tsx'
import { type ArchiveView, archiveViews, searchOf, viewIn } from './views/archive-view.ts'

type FormName = 'upload' | 'url'
const panels = { upload: 'formulario-archivo', url: 'formulario-url' } as const

export default function FilesPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get(parameters.category) ?? undefined
  const view = viewIn(search)
  const choose = (category: CategoryFilter) => setSearch(searchOf(view, category))
  const [open, setOpen] = useState<FormName>()
  const [picked, setPicked] = useState<readonly File[]>([])
  const sections = useSections()

  const toggle = (form: FormName) => ({
    'aria-expanded': open === form,
    'aria-controls': open === form ? panels[form] : undefined,
    onClick: () => setOpen(open === form ? undefined : form),
  })
  function close(form: FormName) {
    if (hadFocus(document.getElementById(panels[form])))
      document.querySelector<HTMLElement>(`[aria-controls=${panels[form]}]`)?.focus()
    setOpen(undefined)
  }
  const receive = (files: readonly File[]) => {
    setPicked((before) => [...before, ...files])
    setOpen('upload')
  }
  const [shared, setShared] = useState<readonly File[]>([])
  useShared(({ files }) => {
    setShared(files)
    receive(files)
  })
  function discardShared() {
    const rest = picked.filter((file) => !shared.includes(file))
    setPicked(rest)
    if (rest.length === 0) setOpen(undefined)
    focusPageHeading()
  }

  return (
    <Page
      title={texts.title}
      width="wide"
      actions={
        <>
          <Button variant="primary" icon="upload" {...toggle('upload')}>
            {texts.uploadFile}
          </Button>
          <Button icon="link" {...toggle('url')}>
            {texts.addUrl}
          </Button>
        </>
      }
    >
      <DropOverlay onFiles={receive} />
      <div className={`${columns} ${css.columns}`}>
        <Sidebar sections={sections.data} isPending={sections.isPending} chosen={chosen} onChoose={choose} />
        <div className="contained shrinks">
          {open === 'upload' && (
            <FormPanel id={panels.upload} className="below-5">
              {picked.some((file) => shared.includes(file)) && <SharedNote onDiscard={discardShared} />}
              <UploadForm files={picked} onFiles={setPicked} onDone={() => close('upload')} />
            </FormPanel>
          )}
          {open === 'url' && (
            <FormPanel id={panels.url} className="below-5">
              <UrlForm onDone={() => close('url')} />
            </FormPanel>
          )}
          <UploadList />
          {sections.data?.length !== 0 && <ViewLinks shown={view} category={chosen} />}
          <Sections
            sections={sections}
            view={view}
            chosen={chosen}
            onShowAll={() => choose(undefined)}
            onUpload={() => setOpen('upload')}
          />
        </div>
      </div>
    </Page>
  )
}

interface SidebarProps {
  sections: FileSection[] | undefined
  isPending: boolean
  chosen: CategoryFilter
  onChoose: (category: CategoryFilter) => void
}

/** Categories with file counts. `Sections` shows the failure of this list. */
function Sidebar({ sections, isPending, ...list }: SidebarProps) {
  const counted = sections?.map(({ category_id, category_name, file_count }) => ({
    id: category_id ?? 'none',
    name: category_name ?? texts.noCategory,
    count: file_count,
  }))
  const none = counted?.find(({ id }) => id === 'none') ?? { id: 'none', name: texts.noCategory, count: 0 }
  return (
    <SideList
      {...list}
      title={texts.categories}
      state={isPending && <Skeleton label={texts.loadingCategories} shape="choices" count={5} />}
      all={{ label: texts.allFiles, count: counted?.reduce((sum, { count }) => sum + count, 0) }}
      categories={counted && [none, ...counted.filter((one) => one !== none)]}
    />
  )
}

const ViewLinks = ({ shown, category }: { shown: ArchiveView; category: CategoryFilter }) => (
  <nav aria-label={texts.archiveView} className="wrap gap-1 below-5 line-below">
    {archiveViews.map((view) => (
      <Link
        key={view}
        to={{ search: `${new URLSearchParams(searchOf(view, category))}` }}
        aria-current={view === shown ? 'true' : undefined}
        className={css.view}
      >
        {texts.views[view]}
      </Link>
    ))}
  </nav>
)
