// Starts of our own texts: packs, notes and holds come back to us through prompts and transcripts, and are never the
// user's words nor a tool's.
const OURS = ["Notes from earlier work (mettle)", "Note from earlier work (mettle)", "mettle held this call once"]

export const isOurs = (text: string): boolean => OURS.some(start => text.trimStart().startsWith(start))
