// A request for a route: checks its body against the schema, asks the route, and cuts what it says to the schema of its answer. The guard has already
// let the request through; acts run one after the other.
import { type Code, MettleError } from "../core/errors.ts"
import { queue } from "../core/in-turn.ts"
import type { Desk } from "./desk.ts"
import { failure } from "./loopback.ts"
import type { Matched, Route } from "./routes.ts"

interface AppParts {
  /** the memory folded to the end, and all that belongs to it */
  readonly desk: () => Desk
}
interface Request {
  readonly matched: Matched
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
}
interface Answer {
  readonly status: number
  readonly json: unknown
}

const STATUS: Readonly<Partial<Record<Code, number>>> = {
  E_NOT_FOUND: 404,
  E_USAGE: 400,
  E_EVENT: 400,
  E_CAP: 429,
  E_LOCKED: 503,
  E_DISK: 507,
}

export function answering({ desk }: AppParts): (request: Request) => Promise<Answer> {
  const inTurn = queue()
  return async ({ matched: { route, params }, query, body }) => {
    try {
      const asked = { params, query, body: bodyFor(route, body) }
      const run = async (): Promise<unknown> => route.run(desk(), asked)
      const answer = await (route.acts ? inTurn(run) : run())
      // What was read may say more than the contract: that is left out here, and nowhere else.
      return { status: 200, json: route.answer.parse(answer) }
    } catch (thrown) {
      return refusalOf(thrown)
    }
  }
}

function refusalOf(thrown: unknown): Answer {
  if (!(thrown instanceof MettleError)) {
    const told = { still: "the log is not affected", hint: "mettle doctor" }
    return { status: 500, json: failure("E_BUG", "unexpected", told) }
  }
  const { code, message, still, hint } = thrown
  return { status: STATUS[code] ?? 500, json: failure(code, message, { still, hint }) }
}

function bodyFor(route: Route, given: Readonly<Record<string, unknown>>): unknown {
  if (!route.body) return {}
  const read = route.body.safeParse(given)
  if (read.success) return read.data
  const first = read.error.issues[0]
  const where = first && first.path.length > 0 ? `${first.path.map(String).join(".").slice(0, 80)}: ` : ""
  throw new MettleError("E_USAGE", `${where}${first?.message ?? "the body does not fit"}`)
}
