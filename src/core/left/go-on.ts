// Prompts that ask to go on, in the tongues that are heard: "continue with the parser", "where were we?".

/** To go on, said at the start of a prompt; and where one was, said anywhere. */
const GO_ON = [
  "contin(?:ue[rz]?|uons|ua[rd]?|uamos|uiamo|úa)|resume|proceed|carry on|go on|keep going|pick ?up|finish",
  "weiter\\p{L}*|fortsetzen|repren(?:d|ds|dre|ez|ons)|poursui(?:s|vre|vez|vons)",
  "sigue|sigamos|seguir|seguimos|retom(?:a|ar|e|emos|amos)|prossiga|riprend(?:i|ere|iamo)|prosegui(?:re|amo)?",
].join("|")
const WHERE = [
  "left off|where (?:were|are) we|what were we|(?:we|you) were working on|what(?:'s| is) left|wo waren wir|où (?:en )?étions|où on (?:en était|s'(?:est|était) arrêtée?s?)",
  "dónde (?:estábamos|(?:nos|lo) (?:quedamos|dejamos))|onde (?:paramos|estávamos|ficamos)|dove (?:eravamo|ci siamo fermati)",
].join("|")
const ASKS = new RegExp(`^(?:\\S+\\s+){0,3}(?:${GO_ON})(?!\\p{L})|(?<!\\p{L})(?:${WHERE})(?!\\p{L})`, "iu")
const ASKING = new RegExp(`(?<!\\p{L})(?:${GO_ON}|${WHERE})(?!\\p{L})`, "giu")

export const asksToGoOn = (prompt: string): boolean => ASKS.test(prompt.slice(0, 300))
/** What is left of it says with what. */
export const withoutAsking = (prompt: string): string => prompt.replace(ASKING, " ")
