// English function words: they say how something is asked, not what about. Stemmed, so that they compare with terms.
import { stem } from "./stem.ts"

const LIST =
  "a about after again all also am an and any are as at be been before being both but by can could did do does doing don down " +
  "each few for from further get go got had has have having he her here hers him his how i if in into is it its itself just " +
  "let like ll may me might more most much must my myself no nor not now of off ok okay on once one only or other our ours " +
  "out over own please re s same shall she should so some such t than thanks that the their theirs them then there these they " +
  "this those through to too under until up us ve very want was we well were what when where which while who whom whose why " +
  "will with would yeah yes yet you your yours"

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(" ").map(stem))
