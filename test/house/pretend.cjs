// Loaded before the program: says that this is another system to everything but the driver's loader, which needs the binary
// that is there.
const real = process.platform
const get = () => (/node-gyp-build/.test(new Error().stack) ? real : process.env.PRETEND)
Object.defineProperty(process, "platform", { get })
