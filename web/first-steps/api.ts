import { useQuery } from '@tanstack/react-query'
import { mail } from '../../contract/mail.ts'
import { type FirstSteps, firstSteps, isOpen, type SetAside } from '../../contract/operator/first-steps.ts'
import { call } from '../api/call.ts'
import { firstStepsKey } from '../api/keys.ts'
import { readQuery } from '../api/read-query.ts'
import { useChange } from '../api/use-change.ts'
import { outdatedMails } from '../mail/api.ts'

/** While the mail server hasn't answered. */
const pollIntervalMs = 1000

/** Asked again by each return to the page: steps are done elsewhere, on the server's command line too. */
export const useFirstSteps = () =>
  useQuery({
    ...readQuery(firstSteps.read, firstStepsKey, {}),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data?.test_mail?.state === 'waiting' ? pollIntervalMs : false),
  })

/** Steps that are still to be done; undefined if the list is put away. */
export const openSteps = (found: FirstSteps | undefined) =>
  found && !found.is_put_away ? found.steps.filter(isOpen) : undefined

export const useSetAside = () =>
  useChange(
    (body: SetAside) => call(firstSteps.setAside, { body }),
    [],
    (client, found) => client.setQueryData(firstStepsKey, found),
  )

export const useSendTest = () => useChange(() => call(mail.sendTest, {}), [firstStepsKey, ...outdatedMails])
