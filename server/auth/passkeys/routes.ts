import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import type { OnAcceptance } from '../links/rules.ts'
import type { Throttle } from '../throttle.ts'
import { partyOf } from './challenges.ts'
import {
  acceptWithPasskey,
  addPasskey,
  beginAdding,
  beginInvitation,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './rules.ts'
import { beginConfirming, beginSignIn, confirmByPasskey, signInWithPasskey } from './sign-in.ts'

interface Options {
  publicUrl: string | undefined
  /** Runs in the transaction in which somebody accepts the invitation. */
  onAcceptance: OnAcceptance
}

export function passkeyRoutes(
  serve: Serve,
  services: Services,
  throttle: Throttle,
  { publicUrl, onAcceptance }: Options,
) {
  const { passkeys } = api
  const party = ({ host }: { host: string }) => partyOf(publicUrl, host)
  serve(passkeys.list, ({ user }) => readPasskeys(services, user))
  serve(passkeys.beginAdding, (call) => beginAdding(services, party(call), call.user, call.client.agent))
  serve(passkeys.add, (call) => addPasskey(services, party(call), call.user, call.body))
  serve(passkeys.rename, ({ user, params, body }) => renamePasskey(services, user, params.id, body.name))
  serve(passkeys.remove, ({ user, params }) => removePasskey(services, user, params.id))
  serve(passkeys.beginConfirming, (call) => beginConfirming(services, party(call), call.user))
  serve(passkeys.confirm, (call) => confirmByPasskey(services, throttle, party(call), call.user, call.body))
  serve(passkeys.beginSignIn, (call) => beginSignIn(services, party(call), call.address))
  serve(passkeys.signIn, (call) => signInWithPasskey(services, throttle, party(call), call.body, call.client))
  serve(passkeys.beginInvitation, (call) => beginInvitation(services, party(call), call.body.token, call.client))
  serve(passkeys.acceptInvitation, (call) =>
    acceptWithPasskey(services, party(call), call.body, call.client, onAcceptance),
  )
}
