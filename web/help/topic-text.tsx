import { type ComponentProps, use } from 'react'
import { Link } from 'react-router'
import Markdown from '../markdown/markdown.tsx'
import { HelpPicture } from './help-picture.tsx'

const texts = import.meta.glob<string>('./topics/*.md', { query: '?raw', import: 'default' })

/** Texts by topic; a failed one is asked for again when the topic is opened again. */
const opened = new Map<string, Promise<string>>()

function readText(slug: string) {
  const load = texts[`./topics/${slug}.md`]
  if (!load) throw new Error(`The help has no text for ${slug}`)
  const text = opened.get(slug) ?? load()
  opened.set(slug, text)
  text.catch(() => opened.delete(slug))
  return text
}

const components = {
  a: ({ href = '', children }: ComponentProps<'a'>) => <Link to={href}>{children}</Link>,
  img: ({ src = '', alt = '' }: ComponentProps<'img'>) => <HelpPicture name={src} alt={alt} />,
}

/** The text of a topic. Load it lazily: it imports the Markdown parser. */
export default function TopicText({ slug }: { slug: string }) {
  return <Markdown text={use(readText(slug))} id={`help-${slug}`} components={components} />
}
