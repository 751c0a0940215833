// What can be broken in a source file: comparisons flipped, conditions negated, statements dropped, numbers changed, functions that
// return at once. Types are passed over. Each mutant says which function it stands in, so that only tests that enter it are run.
import { parseSync } from "vite"

export interface Mutant {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly with: string
  readonly kind: "comparison" | "condition" | "statement" | "number" | "return"
  /** number of the innermost function around it, in the order of the file; null at the top */
  readonly within: number | null
}
export interface Found {
  readonly mutants: readonly Mutant[]
  /** where to say that a function was entered: what stands before and behind its body */
  readonly functions: readonly { readonly start: number; readonly end: number; readonly block: boolean }[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
const OTHER: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "===": "!==",
  "!==": "===",
}
/** A rule's version and the words it rests on change nothing that it does. */
const SILENT = ["version", "source"]
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string"

export function findMutants(file: string, source: string): Found {
  const mutants: Mutant[] = []
  const functions: { start: number; end: number; block: boolean }[] = []
  const add = (node: Node, kind: Mutant["kind"], within: number | null, text: string, end = node.end) => {
    const line = source.slice(0, node.start).split("\n").length
    mutants.push({ file, line, start: node.start, end, with: text, kind, within })
  }
  const said = (node: Node) => source.slice(node.start, node.end)
  const visit = (node: Node, within: number | null): void => {
    if (node.type.startsWith("TS") && !("expression" in node)) return
    if (node.type === "ImportDeclaration" || node.type === "ThrowStatement") return
    let inside = within
    const test = node.test as Node | null | undefined
    switch (node.type) {
      case "BinaryExpression": {
        const [left, right] = [node.left as Node, node.right as Node]
        const other = OTHER[node.operator as string]
        if (other) add(node, "comparison", within, `${said(left)} ${other} ${said(right)}`)
        break
      }
      case "LogicalExpression": {
        const other = { "&&": "||", "||": "&&" }[node.operator as string]
        if (other) add(node, "condition", within, `(${said(node.left as Node)}) ${other} (${said(node.right as Node)})`)
        break
      }
      case "IfStatement":
      case "ConditionalExpression":
      case "WhileStatement":
        if (test && test.type !== "BinaryExpression") add(test, "condition", within, `!(${said(test)})`)
        break
      case "ExpressionStatement":
        if (!("directive" in node && node.directive)) add(node, "statement", within, ";")
        break
      case "Literal":
        if (typeof node.value === "number") add(node, "number", within, changed(node.value))
        break
      case "Property": {
        const key = node.key as Node
        if (SILENT.includes((key.name as string) ?? "")) return
        if (!node.computed) {
          visit(node.value as Node, within)
          return
        }
        break
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression": {
        const body = node.body as Node | null
        if (!body) return
        const block = body.type === "BlockStatement"
        inside = functions.push({ start: body.start, end: body.end, block }) - 1
        if (block) add({ ...body, start: body.start + 1 }, "return", inside, " return;", body.start + 1)
        else add(body, "return", inside, "(undefined as never)")
        break
      }
    }
    for (const [name, part] of Object.entries(node))
      if (name !== "typeAnnotation" && name !== "typeArguments" && name !== "returnType" && name !== "typeParameters")
        for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child, inside)
  }
  visit(parseSync(file, source).program as unknown as Node, null)
  return { mutants, functions }
}

/** Whole numbers go one up, parts are halved. */
const changed = (value: number): string => String(Number.isInteger(value) ? value + 1 : value / 2)

export const mutate = (source: string, { start, end, with: text }: Pick<Mutant, "start" | "end" | "with">): string =>
  source.slice(0, start) + text + source.slice(end)

/** The source with every function saying that it was entered. */
export function telling(file: string, source: string): string {
  const { functions } = findMutants(file, source)
  const cuts = functions.flatMap(({ start, end, block }, i) => {
    const tell = `globalThis.__entered?.add(${JSON.stringify(`${file}#${i}`)})`
    return block
      ? [{ at: start + 1, text: ` ${tell};` }]
      : [
          { at: start, text: `(${tell}, ` },
          { at: end, text: ")" },
        ]
  })
  // From the end; of two at one place the one that closes comes first in the text.
  cuts.sort((x, y) => y.at - x.at || (x.text === ")" ? 1 : -1))
  return cuts.reduce((text, cut) => text.slice(0, cut.at) + cut.text + text.slice(cut.at), source)
}
