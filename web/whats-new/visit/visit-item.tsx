import { Link } from 'react-router'
import { pages } from '../../../contract/pages.ts'
import type { Visit } from '../../../contract/whats-new.ts'
import { When } from '../../ui/format/when.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from '../whats-new.module.css'
import { texts } from './texts.ts'

/** `to` is the page that lists them. */
const groups: { name: keyof Visit; icon: IconName; to?: string }[] = [
  { name: 'messages', icon: 'chat', to: pages.chat.path },
  { name: 'posts', icon: 'book', to: pages.blog.path },
  { name: 'conversations', icon: 'comment' },
  { name: 'news', icon: 'news', to: pages.news.path },
  { name: 'files', icon: 'archive', to: pages.files.path },
]

export const filledGroups = (visit: Visit) => groups.filter(({ name }) => visit[name].count > 0)
export type VisitGroup = (typeof groups)[number]

interface Props {
  group: keyof Visit
  item: Visit[keyof Visit]['newest'][number]
  /** Where no heading says of which group it is. */
  icon?: IconName
}

export const VisitItem = ({ group, item: { title, author_name, at, path, count, cover_url }, icon }: Props) => (
  <li className={css.item}>
    {cover_url && <img className={css.cover} src={cover_url} alt="" loading="lazy" decoding="async" />}
    <Link to={path} className="covers ink tight undecorated one-line">
      {title}
    </Link>
    <p className={`muted small tight breaks ${css.about}`}>
      {icon && <Icon name={icon} size={14} />}
      {group === 'conversations' && `${texts.comments(count)} ${texts.by} `}
      <bdi>{author_name}</bdi> · <When at={at} />
    </p>
  </li>
)
