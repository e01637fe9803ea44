import { flushSync } from 'react-dom'
import { afterEach } from 'vitest'
import '../../../web/theme/global.css'
import Markdown from '../../../web/markdown/markdown.tsx'
import { mount } from '../../support/web/mount.ts'

export const show = (text: string, id = 'post-1') => mount(<Markdown text={text} id={id} />).place
export const press = (element: Element | null | undefined) => flushSync(() => (element as HTMLElement).click())
export const externalRequests = () =>
  performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== location.origin)

afterEach(() => performance.clearResourceTimings())
