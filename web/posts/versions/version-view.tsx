import { useEffect, useRef, useState } from 'react'
import type { ListedVersion, Post, PostVersion } from '../../../contract/posts.ts'
import { alertOf, isStatus, messageOf } from '../../api/call.ts'
import { useCategories } from '../../categories/api.ts'
import { LazyMarkdown } from '../../markdown/lazy-markdown.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/choice.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { usePost, useRemoveVersion, useUpdatePost, useVersion } from '../api.ts'
import { isSameText, PostDiff, type PostText } from '../diff/post-diff.tsx'
import { formatMoment } from '../post-facts.tsx'
import { texts as postTexts, storeError } from '../texts.ts'
import { texts } from './texts.ts'
import css from './versions.module.css'

interface Props {
  post: Post
  listed: ListedVersion
  /** Number of the version before; undefined for the first. */
  previous: number | undefined
  isNewest: boolean
  onBack: () => void
  onRestored: () => void
  onRemoved: () => void
}

const textOf = ({ title, content, category_name }: PostVersion | Post): PostText => ({
  title,
  content,
  category: category_name ?? postTexts.noCategory,
})

export function VersionView({ post, listed, previous, isNewest, onBack, onRestored, onRemoved }: Props) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const [isBackwards, setBackwards] = useState(isNewest)
  const [isWhole, setWhole] = useState(false)
  const version = useVersion(post.id, listed.version)
  const before = useVersion(post.id, isBackwards ? previous : undefined)
  // a restoration replaces the displayed text
  const current = usePost(post.id)
  const failed = [version, current, ...(isBackwards ? [before] : [])].find(({ isError }) => isError)
  const [older, newer] = isBackwards ? [before.data, version.data] : [version.data, current.data?.post]
  const labels = isBackwards
    ? { before: texts.before, after: texts.chosen }
    : { before: texts.chosen, after: texts.now }

  let difference = <Skeleton label={texts.loadingVersions} shape="lines" count={5} />
  if (failed) difference = <ErrorNote query={failed}>{alertOf(failed.error, texts.fetchVersionFailed)}</ErrorNote>
  else if (isWhole && version.data)
    difference = (
      <article className="padded rounded outlined">
        <h4 className="large breaks below-3">{version.data.title}</h4>
        <LazyMarkdown id={`version-${listed.version}`} text={version.data.content} level={5} />
      </article>
    )
  else if (isBackwards && !previous)
    difference = <p className="muted">{listed.version === 1 ? texts.isFirst : texts.isOldest}</p>
  else if (older && newer) difference = <PostDiff before={textOf(older)} after={textOf(newer)} labels={labels} />

  const both = version.data && current.data && { version: version.data, current: current.data }
  const isCurrent = both && isSameText(textOf(both.version), textOf(both.current.post))
  return (
    <div className={css.versions}>
      <Button ref={back} size="s" variant="quiet" icon="back" className="self-start" onClick={onBack}>
        {texts.toList}
      </Button>
      <h3 className="large breaks">{texts.versionOf(formatMoment(new Date(listed.saved_at)), listed.editor_name)}</h3>
      <Switch
        label={texts.withPrevious}
        hint={texts.withPreviousHint}
        checked={isBackwards}
        onCheckedChange={setBackwards}
        disabled={isWhole}
      />
      <Switch label={texts.asRead} hint={texts.asReadHint} checked={isWhole} onCheckedChange={setWhole} />
      {difference}
      {isCurrent && isBackwards && <p className="muted">{texts.isCurrent}</p>}
      <div className={css.actions}>
        {both && !isCurrent && <RestoreVersion {...both} onRestored={onRestored} />}
        {!isNewest && <RemoveVersion postId={post.id} listed={listed} onRemoved={onRemoved} />}
      </div>
    </div>
  )
}

interface RemoveProps {
  postId: string
  listed: ListedVersion
  onRemoved: () => void
}

/** The server keeps the current version. */
function RemoveVersion({ postId, listed: { version, saved_at }, onRemoved }: RemoveProps) {
  const remove = useRemoveVersion(postId, () => {
    toast.success(texts.removed)
    onRemoved()
  })

  async function confirmAndRemove() {
    const text = texts.confirmRemoveText(formatMoment(new Date(saved_at)))
    if (await confirm({ title: texts.confirmRemove, text, action: texts.remove, danger: true })) remove.mutate(version)
  }

  return (
    <>
      {remove.error && <ErrorNote>{alertOf(remove.error, texts.removeFailed)}</ErrorNote>}
      <Button variant="danger" icon="trash" busy={remove.isPending} onClick={() => void confirmAndRemove()}>
        {texts.remove}
      </Button>
    </>
  )
}

interface RestoreProps {
  version: PostVersion
  current: { post: Post; etag: string | undefined }
  onRestored: () => void
}

/** Saves a version again as the newest one, unless the text it was compared with has changed. */
function RestoreVersion({ version, current: { post, etag }, onRestored }: RestoreProps) {
  const categories = useCategories()
  // the toast is also shown after the dialog was closed
  const update = useUpdatePost(() => toast.success(texts.restored))

  const { title, content, category_name } = version
  const named = [{ id: post.category_id, name: post.category_name }, ...(categories.data ?? [])]
  // A version has only the name of its category; an inactive category can't be restored.
  const category = category_name === null ? { id: null } : named.find(({ name }) => name === category_name)

  async function restore() {
    const text = [
      texts.confirmRestore(formatMoment(new Date(version.saved_at))),
      ...(category || category_name === null ? [] : [texts.categoryStays(category_name)]),
    ].join(' ')
    if (!(await confirm({ text, action: texts.restore }))) return
    const body = { title, content, category_id: category ? category.id : post.category_id }
    update.mutate({ id: post.id, body, etag }, { onSuccess: onRestored })
  }

  const { error } = update
  return (
    <>
      {error && (
        <ErrorNote>
          {isStatus(error, 412)
            ? `${storeError(messageOf(error, texts.restoreFailed))} ${texts.changedMeanwhile}`
            : storeError(alertOf(error, texts.restoreFailed))}
        </ErrorNote>
      )}
      <Button
        variant="primary"
        icon="again"
        busy={update.isPending || categories.isPending}
        onClick={() => void restore()}
      >
        {texts.restore}
      </Button>
    </>
  )
}
