// What a tool is here: plain data and one function. The protocol's library is only known to protocol.ts.
export interface Said {
  /** the same as `data`, for programs that show text */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly failed?: boolean
}
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object */
  readonly input: Readonly<Record<string, unknown>>
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
  run(input: Readonly<Record<string, unknown>>): Promise<Said>
}
export interface Offer {
  readonly name: string
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
}
