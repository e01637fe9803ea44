import { Link } from 'react-router'
import type { Visit } from '../../../contract/whats-new.ts'
import { When } from '../../ui/format/when.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import css from '../whats-new.module.css'
import { texts } from './texts.ts'

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
