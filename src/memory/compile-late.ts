// Folding a long log runs very much code, each piece of it not for long: with V8's own patience a quarter of a rebuild's CPU went into
// optimising what was about to be over. For processes of our own that fold where nobody waits or give one answer; a process has one V8.
export function compileLate(): void {
  // Not imported: whoever does not fold need not load it, and the parts of the hook cannot import while they run.
  flagged("--interrupt-budget=800000")
}

/**
 * For a process that ends with its answer: nearly all it makes lives as long as it does, and was looked through six times on the way there;
 * little of what it runs or tries twice it does so often that code of the machine's own pays.
 */
export function collectLate(): void {
  flagged("--no-sparkplug")
  flagged("--semi-space-growth-factor=16")
  flagged("--regexp-tier-up-ticks=50")
}

function flagged(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag)
  // A code cache made under other flags is refused by everybody else (hook/load/loader.ts).
  Object.assign(globalThis, { mettleOwnFlags: true })
}
