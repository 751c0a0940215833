// The version, set by build.mjs from package.json; source run directly (tests) has no release.
declare const METTLE_VERSION: string | undefined

export const VERSION: string = typeof METTLE_VERSION === "string" ? METTLE_VERSION : "0.0.0"
