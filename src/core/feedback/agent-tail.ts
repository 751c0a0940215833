// What the end of the agent's last message invites: an answer to a question, a choice among options, a go-ahead.
// Going ahead is not praise. Only the tail is looked at.

interface Invitation {
  /** the message ends with a question */
  readonly asked: boolean
  /** it proposes to do something: "want me to", "shall I" */
  readonly offered: boolean
  /** it lays out options to choose from */
  readonly options: boolean
}

const TAIL = 600
const OFFER =
  /\b(?:(?:do you )?want me to|would you like(?: me)?|shall i|should i|shall we|should we|let me know|ready to proceed|ok to proceed|happy to|i can (?:also )?|if you(?:'d| would)? (?:like|want|prefer)|your call|go ahead|which (?:one|option|approach|would|do|is|direction)|what do you think|do you (?:agree|prefer|have)|thoughts\?|sound (?:good|right)|make sense|i'd (?:recommend|suggest|go with)|i (?:recommend|suggest|propose))\b|möchtest du|soll ich|souhaites-tu|voulez-vous|veux-tu|quieres que|¿|você quer|vuoi che|хотите|хочешь|要我|需要我|ましょうか|할까요/i
const OPTIONS =
  /\b(?:option|approach|alternative)s? (?:\d|[a-d])\b|\boption\b|(?:^|\n)\s*(?:\*\*)?(?:\d|[A-D])[.)]\s|\b(?:a|1)\b[^?\n]{0,80}\bor\b[^?\n]{0,80}\?/i

export function invitation(agentTail: string | null): Invitation | null {
  if (agentTail === null) return null
  const tail = agentTail.slice(-TAIL).replace(/[\s*_`-]{1,200}$/u, "")
  const end = tail.slice(-300)
  return {
    asked: /[?？]["')\]]{0,3}$/u.test(tail) || /[?？]/u.test(tail.slice(-160)),
    offered: OFFER.test(end),
    options: OPTIONS.test(tail),
  }
}
