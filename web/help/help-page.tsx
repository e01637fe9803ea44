import { lazy, Suspense } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { findHelpTopic, type HelpTopic, helpTopics } from '../../contract/content/help-topics.ts'
import { pages } from '../../contract/pages.ts'
import { useMember, useSession } from '../api/session.ts'
import { logIn } from '../auth/login.tsx'
import { texts as authTexts } from '../auth/texts.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'
import { type PageFrame, PageSkeleton, Skeleton } from '../ui/page/skeleton.tsx'
import css from './help.module.css'
import { texts } from './texts.ts'

const TopicText = lazy(() => import('./topic-text.tsx'))

/** /help, and /help/{topic}. An address without a topic leads to the list. */
export default function HelpPage() {
  const { topic: slug } = useParams()
  const { phase } = useSession()
  if (slug === undefined) return <TopicList />
  // known only in the browser, and so is the address
  if (phase === 'starting' || phase === 'loading') return <PageSkeleton label={texts.loading} frame={topicFrame} />
  const topic = findHelpTopic(slug)
  return topic ? <TopicPage key={topic.slug} topic={topic} /> : <Navigate to={pages.help.path} replace />
}

const topicFrame: PageFrame = { width: 'reading', hasBack: true, shape: 'lines' }

/** Kinds of topics that the person sees, in their order. */
function useGroups() {
  const me = useMember()
  if (!me) return ['public'] as const
  return me.role === 'admin' ? (['public', 'member', 'admin'] as const) : (['public', 'member'] as const)
}

const SignInButton = () => (
  <Button variant="primary" icon="login" onClick={logIn}>
    {authTexts.signIn}
  </Button>
)

function TopicList() {
  const groups = useGroups()
  const { phase } = useSession()
  return (
    <Page title={texts.title} intro={texts.intro}>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`help-${group}`} className="below-6">
          <h2 id={`help-${group}`} className={css.heading}>
            {texts.groups[group]}
          </h2>
          <ul className={css.topics}>
            {helpTopics
              .filter(({ access }) => access === group)
              .map(({ slug, title, summary }) => (
                <li key={slug} className={css.topic}>
                  <h3 className={css.title}>
                    <Link to={`${pages.help.path}/${slug}`} className="covers ink undecorated">
                      {title}
                    </Link>
                  </h3>
                  <p className="above-1 muted small snug">{summary}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {phase === 'visitor' && (
        <div className={css.more}>
          <p className="muted">{texts.moreForMembers}</p>
          <SignInButton />
        </div>
      )}
    </Page>
  )
}

function TopicPage({ topic }: { topic: HelpTopic }) {
  const me = useMember()
  const mayRead = useGroups().some((group) => group === topic.access)
  return (
    <Page title={topic.title} width="reading" back={{ to: pages.help.path, label: texts.back }}>
      {mayRead ? (
        <>
          <Suspense fallback={<Skeleton label={texts.loading} shape="lines" count={12} />}>
            <TopicText slug={topic.slug} />
          </Suspense>
          <p className={css.end}>{texts.notFound}</p>
        </>
      ) : (
        <EmptyState drawing="scroll" action={!me && <SignInButton />}>
          {me ? texts.forAdmins : texts.forMembers}
        </EmptyState>
      )}
    </Page>
  )
}
