// The real server, for which the push service on the loopback (push-service.ts) is on the public internet.
import { readConfig } from '../../../../server/config.ts'
import { startServer } from '../../../../server/start-server.ts'
import { outboundTo } from '../push/push-service.ts'

await startServer(readConfig(process.env), { outbound: outboundTo(Number(process.env.PUSH_SERVICE_PORT)) })
