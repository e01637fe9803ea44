import { useMember, useSession } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { memberParts } from '../member-parts.ts'
import { useDocumentTitle } from '../ui/page/document-title.ts'
import { Frontispiece } from './frontispiece.tsx'
import css from './home-page.module.css'
import { texts } from './texts.ts'

export default function HomePage() {
  useDocumentTitle()
  const { phase } = useSession()
  const me = useMember()
  const parts = useStore(memberParts)
  return (
    <div className={css.book} data-for={me ? 'member' : phase === 'visitor' ? phase : undefined}>
      <div className={css.picture}>
        <Frontispiece label={texts.picture} />
      </div>
      <div className={css.leaf}>
        <h1 className={css.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <p className={css.subtitle}>{texts.subtitle}</p>
        <div className={css.newest}>{me && parts && <parts.NewestItems key={me.id} />}</div>
        <svg className={css.ornament} viewBox="0 0 200 20" width="200" height="20" aria-hidden="true">
          <path d="M2 10h70M128 10h70M84 10c4-6 8-6 12 0s8 6 12 0 8-6 12 0M80 10c4 6 8 6 12 0s8-6 12 0 8 6 12 0" />
          <path d="M74 10h.01M126 10h.01" strokeWidth="3" />
        </svg>
        <div className={css.story}>
          {texts.story.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <p className={css.colophon}>{texts.colophon}</p>
      </div>
    </div>
  )
}
