// Makes text inert: whatever a client or a model may read as its own control mark (</system-reminder>, <|im_start|>, [INST],
// our own fence) loses its opening sign. A class, not a list of names: a sign that could open a tag, in any width, opens none.

/** "<" in its widths and spellings, brackets that look like it, and its HTML names. */
const OPENING = "(?:[<＜﹤〈⟨〈]|&lt;?|&#0*60;?|&#x0*3c;?)"
/** A tag begins with a letter, a slash, a bar or a mark of declaration; marks without width may stand between. */
const BEGINS = "[\\p{L}\\p{M}/\\\\|｜¦∣!?_／！？＿]"
const TAG = new RegExp(`${OPENING}(?=\\p{M}*${BEGINS})`, "giu")
/** With spaces it is a tag only when something closes it: `psql < seed.sql` stays a command. */
const SPACED = new RegExp(
  `${OPENING}(?=[\\s\\p{M}]+(?:[/|!?｜／！？]|${BEGINS}[^<>]{0,200}(?:(?<![-=])[>＞﹥〉⟩〉](?!=)|&gt|&#0*62|&#x0*3e)))`,
  "giu",
)

/** Roles and marks of chat formats that stand in square brackets, and our own citations. */
const BRACKET =
  /[[［【](?=[\s[［]*[/／|]?\s*(?:inst|sys|system|user|human|assistant|ai|model|developer|instructions?|think(?:ing)?|tool\w*|available_tools|function\w*|results?|system_prompt|[cntf]-[0-9a-f]{4,}\s*,)(?:[\s_-]*\w*)?\s*[\]］】|,])/giu
const WIDE = /[\uff21-\uff3a\uff41-\uff5a\uff3f]/g

/** Letters of double width as plain ones: a role in them reads the same. */
const plainWidth = (text: string): string => text.replace(WIDE, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0))

export const inert = (text: string): string =>
  plainWidth(text).replace(TAG, "‹").replace(SPACED, "‹").replace(BRACKET, "(")
