import Bowser from 'bowser'

// Known names only: for others bowser returns a part of the header, which anybody can write.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))
const appleDevices = new Set(['iPhone', 'iPad', 'iPod'])

const shortNames: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Android Browser': 'Navegador',
  macOS: 'Mac',
}

const nameOf = (name = '', known: Set<string>) => (known.has(name) ? (shortNames[name] ?? name) : undefined)

/** The browser of a User-Agent header, as 'Firefox en Android'; null if unknown. */
export function deviceOf(agent: string | null): string | null {
  if (!agent) return null
  const { browser, os, platform } = Bowser.parse(agent)
  const model = os.name === 'iOS' && appleDevices.has(platform.model ?? '') ? platform.model : undefined
  const system = model ?? nameOf(os.name, systems)
  const parts = [nameOf(browser.name, browsers), system].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(' en ')
}
