import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { texts } from '../texts.ts'
import css from '../view-file-page.module.css'
import { type Destination, pageOf } from './draw-page.ts'
import type { PDFDocumentProxy } from './pdf.ts'

interface Item {
  title: string
  dest: Destination
  items: Item[]
}
/** Entries of longer outlines are left out at the end. */
const maxEntries = 3000

/** As many items as the budget has, in the order of the document. */
const within = (budget: { left: number }, items: Item[]): Item[] =>
  items.flatMap((item) => (budget.left-- > 0 ? [{ ...item, items: within(budget, item.items) }] : []))

interface Props {
  pdf: PDFDocumentProxy
  /** Receives the focus after a jump, so that the keys scroll it. */
  pages: RefObject<HTMLElement | null>
  onJump: (page: number) => void
}

/** Button and dialog of the document's own list of contents; nothing if it has none. */
export function Outline({ pdf, pages, onJump }: Props) {
  const [items, setItems] = useState<Item[]>([])
  const [isOpen, setOpen] = useState(false)
  const hasJumped = useRef(false)

  useEffect(() => {
    let isStopped = false
    pdf
      .getOutline()
      .then((found: Item[] | null) => !isStopped && setItems(within({ left: maxEntries }, found ?? [])))
      .catch((error: unknown) => console.warn('pdf outline', error))
    return () => {
      isStopped = true
    }
  }, [pdf])

  async function jump(dest: Destination) {
    const page = await pageOf(pdf, dest)
    if (page === undefined) return
    hasJumped.current = true
    setOpen(false)
    onJump(page)
  }

  function changeOpen(open: boolean) {
    hasJumped.current = false
    setOpen(open)
  }

  if (items.length === 0) return null
  return (
    <>
      <IconButton icon="menu" label={texts.outline} aria-haspopup="dialog" onClick={() => changeOpen(true)} />
      <Dialog
        title={texts.outline}
        open={isOpen}
        onClose={() => changeOpen(false)}
        finalFocus={() => (hasJumped.current ? pages.current : true)}
      >
        <Items items={items} onChoose={(dest) => void jump(dest)} />
      </Dialog>
    </>
  )
}

function Items({ items, onChoose }: { items: Item[]; onChoose: (dest: Destination) => void }) {
  return (
    <ol className={`plain-list ${css.items}`}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <li key={index}>
          {item.dest ? (
            <button type="button" className={css.title} onClick={() => onChoose(item.dest)}>
              {item.title}
            </button>
          ) : (
            <span className={css.title}>{item.title}</span>
          )}
          {item.items.length > 0 && <Items items={item.items} onChoose={onChoose} />}
        </li>
      ))}
    </ol>
  )
}
