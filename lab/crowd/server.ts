// The product's server, for which the push service of this bench is on the public internet.
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/start-server.ts'
import { outboundTo } from '../../tools/outbound-to.ts'

await startServer(readConfig(process.env), { outbound: outboundTo(Number(process.env.PUSH_SERVICE_PORT)) })
