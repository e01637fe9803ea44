import { type SearchKind, searchKinds } from '../../../contract/search.ts'
import { texts } from '../texts.ts'
import css from './search-page.module.css'

interface Props {
  /** Undefined until they are known. */
  counts: Record<string, number> | undefined
  kind: SearchKind | undefined
  onChoose: (kind: SearchKind | '') => void
}

/** The kinds of which there are hits. */
export function KindFilter({ counts, kind, onChoose }: Props) {
  const shown = searchKinds.filter((one) => one === kind || counts?.[one])
  if (shown.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={texts.kind} className={css.kinds}>
      <button type="button" aria-pressed={kind === undefined} className={css.kind} onClick={() => onChoose('')}>
        {texts.everything}
      </button>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          className={css.kind}
          onClick={() => onChoose(one === kind ? '' : one)}
        >
          {texts.kinds[one]} {counts && <span className="tiny tabular">{texts.formatHitCount(counts[one] ?? 0)}</span>}
        </button>
      ))}
    </div>
  )
}
