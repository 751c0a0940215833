// The four model APIs that the clients speak, as far as a scripted answer needs them: what was said so far, and how a
// reply with text and tool calls is written, streamed or whole. Ground truth: the public API references and the clients.
import { randomUUID } from "node:crypto"

const newId = start => start + randomUUID().replaceAll("-", "").slice(0, 24)
const flat = value => (typeof value === "string" ? value : JSON.stringify(value ?? ""))
const inTokens = 1_200
const outTokens = 40

function stream(response, write) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  write((data, event) => {
    const body = typeof data === "string" ? data : JSON.stringify(data)
    response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${body}\n\n`)
  })
  response.end()
}
export function whole(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(value))
}

const anthropic = {
  name: "anthropic",
  path: /\/messages$/,
  turns: body => (body.messages ?? []).map(m => ({ agent: m.role === "assistant", text: flat(m.content) })),
  offersTools: body => (body.tools ?? []).length > 0,
  schema: body => body.output_config?.format?.schema ?? body.output_format?.schema,
  reply(response, body, { text, tools = [] }) {
    const content = [
      ...(text ? [{ type: "text", text }] : []),
      ...tools.map(({ name, input }) => ({ type: "tool_use", id: newId("toolu_"), name, input })),
    ]
    const usage = { input_tokens: inTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    const message = {
      id: newId("msg_"),
      type: "message",
      role: "assistant",
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    }
    const stop_reason = tools.length > 0 ? "tool_use" : "end_turn"
    if (!body.stream)
      return whole(response, 200, { ...message, content, stop_reason, usage: { ...usage, output_tokens: outTokens } })
    stream(response, send => {
      const say = (type, rest) => send({ type, ...rest }, type)
      say("message_start", { message })
      for (const [index, block] of content.entries()) {
        const isText = block.type === "text"
        say("content_block_start", { index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } })
        say("content_block_delta", {
          index,
          delta: isText
            ? { type: "text_delta", text: block.text }
            : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        })
        say("content_block_stop", { index })
      }
      say("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: outTokens } })
      say("message_stop", {})
    })
  },
}

const AGENT_ITEMS = new Set(["function_call", "tool_search_call", "custom_tool_call", "local_shell_call", "reasoning"])
const responses = {
  name: "responses",
  path: /\/responses$/,
  turns: body =>
    (typeof body.input === "string" ? [{ role: "user", content: body.input }] : (body.input ?? [])).map(item => ({
      agent: item.role === "assistant" || AGENT_ITEMS.has(item.type),
      text: flat(item.content ?? item.output ?? item),
    })),
  offersTools: body => (body.tools ?? []).length > 0,
  schema: body => body.text?.format?.schema,
  reply(response, body, { text, tools = [] }) {
    const output = [
      ...(text
        ? [
            {
              type: "message",
              id: newId("msg_"),
              role: "assistant",
              status: "completed",
              content: [{ type: "output_text", text, annotations: [] }],
            },
          ]
        : []),
      ...tools.map(({ name, input, namespace, search }) => {
        const call_id = newId("call_")
        if (search)
          return { type: "tool_search_call", call_id, status: "completed", execution: "client", arguments: search }
        const free = (body.tools ?? []).some(tool => tool.name === name && tool.type === "custom")
        const call = { call_id, name, status: "completed", ...(namespace ? { namespace } : {}) }
        return free
          ? { type: "custom_tool_call", id: newId("ctc_"), ...call, input: flat(input) }
          : { type: "function_call", id: newId("fc_"), ...call, arguments: JSON.stringify(input) }
      }),
    ]
    const usage = {
      input_tokens: inTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inTokens + outTokens,
    }
    const begun = { id: newId("resp_"), object: "response", created_at: seconds(), model: body.model, output: [] }
    const done = { ...begun, status: "completed", output, usage }
    if (!body.stream) return whole(response, 200, done)
    stream(response, send => {
      let sequence_number = 0
      const say = (type, rest) => send({ type, sequence_number: sequence_number++, ...rest }, type)
      say("response.created", { response: { ...begun, status: "in_progress" } })
      for (const [output_index, item] of output.entries()) {
        const place = { item_id: item.id, output_index, content_index: 0 }
        say("response.output_item.added", { output_index, item: { ...item, ...EMPTY[item.type] } })
        if (item.type === "message") {
          const part = item.content[0]
          say("response.content_part.added", { ...place, part: { ...part, text: "" } })
          say("response.output_text.delta", { ...place, delta: part.text })
          say("response.output_text.done", { ...place, text: part.text })
        }
        say("response.output_item.done", { output_index, item })
      }
      say("response.completed", { response: done })
    })
  },
}
const EMPTY = {
  message: { content: [], status: "in_progress" },
  function_call: { arguments: "", status: "in_progress" },
  custom_tool_call: { input: "", status: "in_progress" },
}
const seconds = () => Math.floor(Date.now() / 1000)

const chat = {
  name: "chat",
  path: /\/chat\/completions$/,
  turns: body => (body.messages ?? []).map(m => ({ agent: m.role === "assistant", text: flat(m.content) })),
  offersTools: body => (body.tools ?? []).length > 0,
  schema: body => body.response_format?.json_schema?.schema,
  reply(response, body, { text, tools = [] }) {
    const head = { id: newId("chatcmpl-"), created: seconds(), model: body.model }
    const tool_calls = tools.map(({ name, input }, index) => ({
      index,
      id: newId("call_"),
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }))
    const finish_reason = tool_calls.length > 0 ? "tool_calls" : "stop"
    const usage = { prompt_tokens: inTokens, completion_tokens: outTokens, total_tokens: inTokens + outTokens }
    if (!body.stream) {
      const message = { role: "assistant", content: text ?? null, ...(tool_calls.length > 0 ? { tool_calls } : {}) }
      const choices = [{ index: 0, finish_reason, message }]
      return whole(response, 200, { ...head, object: "chat.completion", choices, usage })
    }
    stream(response, send => {
      const say = (delta, finish = null) =>
        send({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })
      say({ role: "assistant", content: text ?? "" })
      for (const call of tool_calls) say({ tool_calls: [call] })
      say({}, finish_reason)
      send({ ...head, object: "chat.completion.chunk", choices: [], usage })
      send("[DONE]")
    })
  },
}

const gemini = {
  name: "gemini",
  path: /:(?:streamGenerateContent|generateContent)$/,
  turns: body => (body.contents ?? []).map(c => ({ agent: c.role === "model", text: flat(c.parts) })),
  offersTools: body => (body.tools ?? []).some(tool => (tool.functionDeclarations ?? []).length > 0),
  schema: body => body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema,
  reply(response, _body, { text, tools = [] }, path) {
    const parts = [
      ...(text ? [{ text }] : []),
      ...tools.map(({ name, input }) => ({ functionCall: { id: newId("fc_"), name, args: input } })),
    ]
    const value = {
      candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
      usageMetadata: {
        promptTokenCount: inTokens,
        candidatesTokenCount: outTokens,
        totalTokenCount: inTokens + outTokens,
      },
      modelVersion: /models\/([^:]+):/.exec(path)?.[1] ?? "scripted",
      responseId: newId("r"),
    }
    if (!path.endsWith(":streamGenerateContent")) return whole(response, 200, value)
    stream(response, send => send(value))
  },
}

export const WIRES = [anthropic, responses, chat, gemini]
