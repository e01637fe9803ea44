import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useParams } from 'react-router'
import { isViewable, kindOf } from '../../contract/content/file-kinds.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import { pages } from '../../contract/pages.ts'
import { isStatus, messageOf } from '../api/call.ts'
import { useStore } from '../api/store.ts'
import { useOpenedSubject } from '../notices/api.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { titleOf } from '../ui/file-kind/link-address.tsx'
import { Icon } from '../ui/icons.tsx'
import { useDocumentTitle } from '../ui/page/document-title.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { focusPageHeading } from '../ui/page/focus.ts'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useFile } from './api.ts'
import { FileCard } from './cards/file-card.tsx'
import { DownloadButton } from './download-button.tsx'
import { framedFile } from './framed-file.ts'
import { FileImage } from './images/file-image.tsx'
import { PdfReader } from './pdf/pdf-reader.tsx'
import { texts } from './texts.ts'
import { useOpenedFile } from './use-opened-file.tsx'
import { UsedIn } from './used-in/used-in.tsx'
import css from './view-file-page.module.css'

/** A file in a tab of its own, which for a PDF is the document (DECISIONS §4). */
export default function ViewFilePage() {
  const { id = '' } = useParams()
  const file = useFile(id)
  // a refetch on window focus brings a new URL, which must not reload the open document
  const [first, setFirst] = useState<ArchiveFile>()
  if (file.data && first?.id !== file.data.id) setFirst(file.data)
  useDocumentTitle(file.data && titleOf(file.data))
  useOpenedSubject(file.data?.id)
  const isFramed = useStore(framedFile) === id

  const isGone = isStatus(file.error, 404)
  // a document that is being read stays open
  if (first && (isPdf(first) || !isGone)) return <FileDocument file={first} />
  if (file.isPending)
    return (
      <Frame>
        <Skeleton label={texts.loadingDocument} shape="lines" count={8} />
      </Frame>
    )
  const failure = isGone ? (
    <EmptyState drawing="scroll" action={<LinkButton to={pages.files.path}>{texts.backToFiles}</LinkButton>}>
      {texts.notFound}
    </EmptyState>
  ) : (
    <ErrorNote query={file} retryLabel={texts.retry}>
      {messageOf(file.error, texts.loadFailed)}
    </ErrorNote>
  )
  // it was shown in the frame of all pages until somebody deleted it
  return isFramed ? <Page title={texts.title}>{failure}</Page> : <Frame>{failure}</Frame>
}

const isPdf = (file: ArchiveFile) => kindOf(file.file_type) === 'pdf' && file.cloudinary_url !== null

function FileDocument({ file }: { file: ArchiveFile }) {
  if (!isPdf(file)) return <FilePage file={file} />
  const { docs_viewer_url, original_name } = file
  return (
    <Frame file={file}>
      {docs_viewer_url ? (
        <iframe className={css.viewer} src={docs_viewer_url} title={original_name} referrerPolicy="no-referrer" />
      ) : (
        <PdfReader file={file} />
      )}
    </Frame>
  )
}

/** A slim header instead of the app's: the document gets the space. */
function Frame({ file, children }: { file?: ArchiveFile; children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <LinkButton variant="quiet" size="s" to={pages.files.path} title={texts.backToFiles}>
          <Icon name="back" />
          <span className="visually-hidden">{texts.backToFiles}</span>
        </LinkButton>
        <h1 className={`grow large one-line ${css.name}`}>
          <bdi>{file ? titleOf(file) : texts.title}</bdi>
        </h1>
        <div className={`flex gap-2 ${css.links}`}>
          {file && <UsedIn file={file} align="end" />}
          {file?.cloudinary_url && (
            <LinkButton
              size="s"
              icon="external"
              href={`${file.cloudinary_url}#view=FitH`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {texts.directView}
            </LinkButton>
          )}
          {file && <DownloadButton file={file} size="s" icon="download" label={texts.downloadDocument} />}
        </div>
      </header>
      <main className={file ? css.wide : css.narrow}>{children}</main>
    </div>
  )
}

/** A file that is no document: its card, a picture as large as there is room. */
function FilePage({ file }: { file: ArchiveFile }) {
  const { open, viewer } = useOpenedFile()
  const view = open(file.category_id ?? 'none')
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
      <FileImage key={file.id} file={file} />
    </div>
  )
  return (
    <Page
      title={<bdi>{titleOf(file)}</bdi>}
      documentTitle={titleOf(file)}
      back={{ to: pages.files.path, label: texts.backToFiles }}
    >
      <div className={isPicture ? css.wideFile : css.narrowFile}>
        <FileCard file={file} preview={picture || undefined} onOpen={view} />
        {viewer}
      </div>
    </Page>
  )
}
