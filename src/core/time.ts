// Stretches of time in milliseconds, said once.
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
