// Borders between folders: forbidden imports (docs/architecture.md, "Folders").

export interface Border {
  from: RegExp
  except?: RegExp
  forbids: RegExp
  instead: string
}

const browserPackages = '(react|react-dom|react-router|@tanstack|@base-ui)(/|$)'
const serverPackages = '(node:|(kysely|pg|fastify|@fastify|socket\\.io|sharp|nodemailer)(/|$))'

export const borders: Border[] = [
  {
    from: /^contract\//,
    except: /^contract\/markdown\//,
    forbids: /^(?!contract\/|zod\/mini$)/,
    instead: "contract/ is what both sides agree on: it imports 'zod/mini' and itself only",
  },
  {
    from: /^contract\/markdown\//,
    forbids:
      /^(?!contract\/|(linkify-it|remark-gfm|remark-rehype|unified|hast|mdast|mdast-util-from-markdown|micromark-extension-gfm)$)/,
    instead:
      'contract/markdown has the rules of Markdown on both sides: it imports remark-gfm, linkify-it and types of syntax trees',
  },
  {
    from: /^(contract|server|web)\//,
    forbids: /^(tests|lab|demo|scripts|tools)\//,
    instead: 'the product imports nothing of its tests, benches, demo, scripts or tools: reverse the dependency',
  },
  {
    from: /^(tools|scripts|lab|demo)\//,
    forbids: /^tests\//,
    instead: 'code that tests, benches and scripts share is in tools/',
  },
  {
    from: /^web\//,
    except: /^web\/postcss\.config\.mjs$/,
    forbids: new RegExp(`^(server/|zod$|zod/v|${serverPackages})`),
    instead: "the web runs in the browser: it knows the server by contract/ and web/api/call, and imports 'zod/mini'",
  },
  {
    from: /^web\/(api|editor|lib|markdown|shell|theme|ui)\//,
    forbids: /^web\/(?!(api|editor|lib|markdown|shell|theme|ui)\/)/,
    instead:
      'api, editor, markdown, shell, theme and ui know no feature: take it as a prop, or put it together in web/*',
  },
  {
    from: /^server\//,
    forbids: new RegExp(`^(web/|${browserPackages})`),
    instead: 'the server knows nothing of the web: move shared code to contract/',
  },
  {
    from: /^server\//,
    except: /^server\/(db\/|.*\bqueries(\.ts|\/))/,
    forbids: /^(kysely|pg|node:sqlite)(\/|$)/,
    instead: 'SQL is in queries.ts and server/db: write a query there; a handle is typed as Db of server/db/db.ts',
  },
  {
    from: /^server\//,
    except: /^server\/app\.ts$/,
    forbids: /^server\/.*\/routes\.ts$/,
    instead: 'arrows go app -> routes -> rules -> queries -> db: only server/app.ts imports routes',
  },
  {
    from: /^server\/.*\b(rules|queries)(\.ts|\/)/,
    forbids: /^(fastify|@fastify)(\/|$)/,
    instead: 'HTTP ends in routes.ts and server/http: hand over plain values and throw fail(…)',
  },
  {
    from: /^server\/.*\bqueries(\.ts|\/)/,
    forbids: /^server\/.*\/rules\.ts$/,
    instead: 'a query knows no rule: move the decision up into rules.ts, or the statement down into queries.ts',
  },
  {
    from: /^server\/search\//,
    forbids: /^server\/(?!(db|lib|markdown|search)\/)/,
    instead: 'the index knows no feature: server/find answers searches, and lists take conditions of server/search',
  },
  {
    from: /^server\/db\//,
    forbids: /^(fastify|@fastify)(\/|$)/,
    instead: 'the database layer knows no HTTP',
  },
]
