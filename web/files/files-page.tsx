import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { columns } from '../ui/side-list.tsx'
import { useSections } from './api.ts'
import { DropOverlay } from './drop-overlay.tsx'
import css from './files-page.module.css'
import { Sections } from './sections.tsx'
import { Sidebar } from './sidebar.tsx'
import { texts } from './texts.ts'
import { UploadForm } from './upload-form.tsx'
import { UploadList } from './upload-list.tsx'
import { UrlForm } from './url-form.tsx'

/** The filter stands in the address, so that it can be shared and gone back to. */
const parameter = 'categoria'

type FormName = 'upload' | 'url'
const panels = { upload: 'formulario-archivo', url: 'formulario-url' } as const

export default function FilesPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get(parameter) ?? undefined
  const [open, setOpen] = useState<FormName>()
  const [picked, setPicked] = useState<readonly File[]>([])
  const sections = useSections()

  const toggle = (form: FormName) => ({
    'aria-expanded': open === form,
    'aria-controls': open === form ? panels[form] : undefined,
    onClick: () => setOpen(open === form ? undefined : form),
  })
  const receive = (files: readonly File[]) => {
    setPicked((before) => [...before, ...files])
    setOpen('upload')
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
        <Sidebar
          sections={sections}
          chosen={chosen}
          onChoose={(category) => setSearch(category ? { [parameter]: category } : {})}
        />
        <div className={css.main}>
          {open === 'upload' && (
            <div id={panels.upload} className={css.panel}>
              <UploadForm files={picked} onFiles={setPicked} onDone={() => setOpen(undefined)} />
            </div>
          )}
          {open === 'url' && (
            <div id={panels.url} className={css.panel}>
              <UrlForm onDone={() => setOpen(undefined)} />
            </div>
          )}
          <UploadList />
          <Sections
            sections={sections}
            chosen={chosen}
            onShowAll={() => setSearch({})}
            onUpload={() => setOpen('upload')}
          />
        </div>
      </div>
    </Page>
  )
}
