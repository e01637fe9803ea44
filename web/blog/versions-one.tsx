import { useEffect, useRef, useState } from 'react'
import type { ListedVersion, Post, PostVersion } from '../../contract/posts.ts'
import { alertOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { usePost } from './api.ts'
import { PostDifference, sayTheSame, type Words } from './text-difference-post.tsx'
import { texts } from './version-texts.ts'
import css from './versions.module.css'
import { useVersion } from './versions-api.ts'
import { sayMoment } from './versions-moment.ts'
import { VersionsRestore } from './versions-restore.tsx'

interface Props {
  post: Post
  one: ListedVersion
  /** The number of the version before it; none for the first. */
  previous: number | undefined
  isNewest: boolean
  onBack: () => void
  onRestored: () => void
}

const wordsOf = ({ title, content, category_name }: PostVersion | Post): Words => ({
  title,
  content,
  category: category_name ?? texts.noCategory,
})

/** One version: beside the text as it is now, or beside the version before it. */
export function VersionsOne({ post, one, previous, isNewest, onBack, onRestored }: Props) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const [isBackwards, setBackwards] = useState(isNewest)
  const version = useVersion(post.id, one.version)
  const before = useVersion(post.id, isBackwards ? previous : undefined)
  // what is shown and the version that a restoration replaces come together
  const current = usePost(post.id)
  const failed = [version, current, ...(isBackwards ? [before] : [])].find(({ isError }) => isError)

  let difference = <Skeleton label={texts.loadingVersions} shape="lines" count={5} />
  if (failed)
    difference = (
      <ErrorNote onRetry={() => void failed.refetch()} busy={failed.isFetching}>
        {alertOf(failed.error, texts.fetchVersionFailed)}
      </ErrorNote>
    )
  else if (isBackwards && !previous) difference = <p className={css.quiet}>{texts.isFirst}</p>
  else if (version.data && isBackwards && before.data)
    difference = (
      <PostDifference
        before={wordsOf(before.data)}
        after={wordsOf(version.data)}
        labels={{ before: texts.before, after: texts.chosen }}
      />
    )
  else if (version.data && !isBackwards && current.data)
    difference = (
      <PostDifference
        before={wordsOf(version.data)}
        after={wordsOf(current.data.post)}
        labels={{ before: texts.chosen, after: texts.now }}
      />
    )

  const both = version.data && current.data && { version: version.data, current: current.data }
  const isCurrent = both && sayTheSame(wordsOf(both.version), wordsOf(both.current.post))
  return (
    <div className={css.versions}>
      <Button ref={back} size="s" variant="quiet" icon="back" className={css.back} onClick={onBack}>
        {texts.toList}
      </Button>
      <h3 className={css.name}>{texts.versionOf(sayMoment(new Date(one.saved_at)), one.editor_name)}</h3>
      <Switch
        label={texts.withPrevious}
        hint={texts.withPreviousHint}
        checked={isBackwards}
        onCheckedChange={setBackwards}
      />
      {difference}
      {isCurrent && isBackwards && <p className={css.quiet}>{texts.isCurrent}</p>}
      {both && !isCurrent && <VersionsRestore {...both} onRestored={onRestored} />}
    </div>
  )
}
