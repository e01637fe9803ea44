import { Tabs as Base } from '@base-ui/react/tabs'
import type { MouseEvent, ReactNode } from 'react'
import css from './tabs.module.css'

type Tab<Value extends string> = {
  value: Value
  label: ReactNode
  panel: ReactNode
  /** The tab also opens a dialog when it is pressed. */
  onOpenDialog?: (event: MouseEvent<HTMLElement>) => void
}
type TabsProps<Value extends string> = {
  tabs: Tab<Value>[]
  label: string
  value?: Value
  onValueChange?: (value: Value) => void
  /** Hidden panels keep their state. */
  keepMounted?: boolean
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { tabs, label, value, onValueChange, keepMounted } = props
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? tabs[0]?.value : undefined}
      onValueChange={(next) => onValueChange?.(next as Value)}
    >
      <Base.List className={css.list} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={css.tab}
            {...(tab.onOpenDialog && { 'aria-haspopup': 'dialog', onClick: tab.onOpenDialog })}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={keepMounted} className={css.panel}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
