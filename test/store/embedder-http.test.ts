import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { embeddingsUrl, httpEmbedder } from "../../src/meaning/embedder-http.ts"

const open: ReturnType<typeof createServer>[] = []
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
})

interface Asked {
  url: string
  key: string | undefined
  body: { model: string; input: string[] }
}

async function serve(answer: (asked: Asked, response: ServerResponse) => void): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    answer({ url: request.url ?? "", key: request.headers.authorization, body: JSON.parse(text) }, response)
  })
  open.push(server)
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

describe("http embedder [S4-53]", () => {
  test("asks in batches, keeps the order, returns unit vectors and learns the dimension", async () => {
    const asked: Asked[] = []
    const base = await serve((request, response) => {
      asked.push(request)
      const data = request.body.input.map((text, index) => ({ index, embedding: [text.length, 0, 0] }))
      send(response, { data: data.reverse() })
    })
    const embedder = httpEmbedder({ url: `${base}/v1`, model: "m", apiKey: "k", batch: 2 })
    expect(embedder.dims).toBe(0)
    const vectors = await embedder.embed(["a", "bb", "ccc"])
    expect(vectors.map(v => Array.from(v))).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ])
    expect(embedder.dims).toBe(3)
    expect(embedder.id).toBe("http:m")
    expect(asked.map(a => [a.url, a.key, a.body.model, a.body.input])).toEqual([
      ["/v1/embeddings", "Bearer k", "m", ["a", "bb"]],
      ["/v1/embeddings", "Bearer k", "m", ["ccc"]],
    ])
  })

  test.each([
    ["an error status", 500, { error: "no" }, "answered 500"],
    ["too few vectors", 200, { data: [] }, "0 vectors for 1"],
    ["no vectors at all", 200, {}, "no vectors"],
    ["something that is not a vector", 200, { data: [{ embedding: ["x"] }] }, "not a vector"],
    ["a foreign index", 200, { data: [{ index: 4, embedding: [1] }] }, "out of order"],
  ])("refuses %s", async (_name, status, body, message) => {
    const base = await serve((_request, response) => send(response, body, status))
    await expect(httpEmbedder({ url: base, model: "m" }).embed(["text"])).rejects.toThrow(message)
  })

  test("gives up at its deadline, and when told to", async () => {
    const base = await serve(() => {})
    await expect(httpEmbedder({ url: base, model: "m", timeoutMs: 30 }).embed(["text"])).rejects.toThrow(/timeout/i)
    await expect(httpEmbedder({ url: base, model: "m" }).embed(["text"], AbortSignal.abort())).rejects.toThrow(/abort/i)
  })

  test("follows no redirect to another place", async () => {
    const base = await serve((_request, response) => {
      response.writeHead(307, { location: "http://127.0.0.1:1/v1/embeddings" })
      response.end()
    })
    await expect(httpEmbedder({ url: base, model: "m" }).embed(["text"])).rejects.toThrow()
  })

  test("texts never leave in the clear", () => {
    expect(embeddingsUrl("http://localhost:11434").href).toBe("http://localhost:11434/v1/embeddings")
    expect(embeddingsUrl("https://models.example/v1/embeddings").pathname).toBe("/v1/embeddings")
    for (const url of [
      "http://models.example/v1",
      "ftp://localhost/",
      "https://user:key@models.example/v1",
      "http://localhost.example/",
    ]) {
      expect(() => embeddingsUrl(url)).toThrow()
    }
  })
})
