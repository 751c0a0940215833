// The lines a door would collect from OpenCode's store for a recorded session, made from the recorded calls themselves.
type Json = Record<string, unknown>
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], value)

export function openCodeLines(session: readonly Json[]): readonly string[] {
  const messages = new Map<string, { info: Json; parts: Json[] }>()
  const message = (id: string, info: Json = { id, role: "assistant" }) => {
    const known = messages.get(id) ?? { info, parts: [] }
    messages.set(id, known)
    return known
  }
  let created: unknown = null
  for (const call of session) {
    const event = at(call, "input") as Json
    if (call.hook === "chat.message") {
      const info = at(call, "output", "message") as Json
      message(String(info.id), info).parts.push(...(at(call, "output", "parts") as Json[]))
    }
    if (call.hook === "experimental.text.complete") {
      const text = { type: "text", id: event.partID, text: at(call, "output", "text") }
      message(String(event.messageID)).parts.push(text)
    }
    if (call.hook !== "event") continue
    const info = at(event, "properties", "info") as Json | undefined
    const part = at(event, "properties", "part") as Json | undefined
    if (event.type === "session.created") created ??= info
    if (event.type === "message.part.updated" && part) message(String(part.messageID)).parts.push(part)
    if (event.type === "message.updated" && info) message(String(info.id)).info = info
  }
  return [{ session: created }, ...messages.values()].map(line => JSON.stringify(line))
}
