// The real server with cheap password hashes, in which people write to the chat and sign in as fast as tests do. WEB_ROOT is a folder with another web than dist/; with
// PUSH_SERVICE_PORT the push service on the loopback (push-service.ts) is on the public internet.
import { readConfig } from '../../../../server/config.ts'
import { startServer } from '../../../../server/start-server.ts'
import { outboundTo } from '../../../../tools/outbound-to.ts'
import { cheapenHashes } from '../hashes.ts'

cheapenHashes()
const { WEB_ROOT, PUSH_SERVICE_PORT } = process.env
await startServer(readConfig(process.env), {
  budgets: {
    messages: { burst: 1000, perSecond: 100 },
    signIns: { burst: 1000, perSecond: 1000 },
    signInsOfOne: { burst: 1000, perSecond: 1000 },
  },
  ...(WEB_ROOT && { webRoot: WEB_ROOT }),
  ...(PUSH_SERVICE_PORT && { outbound: outboundTo(Number(PUSH_SERVICE_PORT)) }),
})
