import Bowser from 'bowser'

// Only names that are known: what bowser doesn't know it takes from the text itself, which anybody can write.
const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))
const appleDevices = new Set(['iPhone', 'iPad', 'iPod'])

/** As people call them. */
const usual: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Android Browser': 'Navegador',
  macOS: 'Mac',
}

const nameOf = (name = '', known: Set<string>) => (known.has(name) ? (usual[name] ?? name) : undefined)

/** What a browser says it is, for people: 'Firefox en Android'; null when it doesn't say. */
export function deviceOf(agent: string | null): string | null {
  if (!agent) return null
  const { browser, os, platform } = Bowser.parse(agent)
  const model = os.name === 'iOS' && appleDevices.has(platform.model ?? '') ? platform.model : undefined
  const place = model ?? nameOf(os.name, systems)
  const parts = [nameOf(browser.name, browsers), place].filter((part) => part !== undefined)
  return parts.length === 0 ? null : parts.join(' en ')
}
