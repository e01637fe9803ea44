import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { OperatorError } from './operator-error.ts'

/** Names of other programs that are often kept in the same file. */
const ofOthers = /^(NODE_|AWS_|PG|COMPOSE_|DOCKER_|npm_|TZ$|PATH$|HTTPS?_PROXY$|NO_PROXY$)/

/** A value without quotes in which `#` is first or follows a letter: the parser would cut it there, a password for instance. */
const cutValue = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(?:[ \t]*(?!['"`])[^\s#]+(?:[ \t]+[^\s#]+)*)?#/gm

/**
 * Adds the settings of `.env` in the working folder to the environment, whose own values win, and says which names in it
 * are no settings. An editor's byte order mark is no part of the first name.
 */
export function loadEnvFile(isSetting: (name: string) => boolean) {
  if (!existsSync('.env')) return
  const text = readFileSync('.env', 'utf8').replace(/^\ufeff/, '')
  const cut = [...text.matchAll(cutValue)].map(([, name = '']) => name).filter(isSetting)
  if (cut.length > 0)
    throw new OperatorError(
      cut
        .map((name) => `${name} in .env has a # without a blank before it; it takes quotes around the value`)
        .join('\n'),
    )
  const settings = parseEnv(text)
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  const unknown = Object.keys(settings).filter((name) => !isSetting(name) && !ofOthers.test(name))
  if (unknown.length > 0) console.warn(`.env has names that are no settings of Alejandría: ${unknown.join(', ')}`)
}
