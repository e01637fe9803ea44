import { useStore } from '../api/store.ts'
import { needsInstalling } from '../push/browser.ts'
import { Button } from '../ui/controls/button.tsx'
import { focusPageHeading } from '../ui/page/focus.ts'
import { SectionHead } from '../ui/page/section-head.tsx'
import { install, installPrompt } from './install-prompt.ts'
import { texts } from './texts.ts'

/** The way to install the app, in browsers that can; nothing in others and in the app. */
export default function InstallSection() {
  const canAsk = useStore(installPrompt) !== undefined
  if (!canAsk && !needsInstalling()) return null

  function ask() {
    install().catch((error) => console.warn('install', error))
    // the section is gone
    focusPageHeading()
  }

  return (
    <section aria-labelledby="install" className="above-7">
      <SectionHead
        id="install"
        title={texts.asApp}
        intro={canAsk ? texts.appIntro : `${texts.appIntro} ${texts.installByHand}`}
        action={
          canAsk && (
            <Button icon="download" onClick={ask}>
              {texts.install}
            </Button>
          )
        }
      />
    </section>
  )
}
