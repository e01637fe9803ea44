import { readConfig } from '../../../server/config.ts'

/** The message about wrong settings, line by line. */
export function refusalOf(environment: Record<string, string>) {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}
