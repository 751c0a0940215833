// mettle team revoke, admit, heir, inherit: what a keeper decides, and what is done when a keeper's key is lost.
import type { HomeOf } from "../../team/home.ts"
import { teamNamed } from "../../team/home.ts"
import { admitMember, inherit, isCode, letIn, nameHeir, revokeMember } from "../../team/keeper.ts"
import { confirm } from "../confirm.ts"
import type { Context } from "../context.ts"
import { clean, type Out } from "../print.ts"

interface Asked {
  readonly args: {
    readonly subject?: string | undefined
    readonly team?: string | undefined
    readonly yes?: boolean | undefined
    readonly input?: boolean | undefined
  }
  readonly out: Out
  readonly context: Context
}

/** The acts, given how a home is opened and how a wrong use is told. */
export function actsOfKeeper<Run extends Asked>(
  homeOf: (running: Run) => Promise<HomeOf>,
  wrong: (text: string) => Error,
) {
  const sure = ({ args, context }: Asked, question: string): Promise<boolean> =>
    confirm(context.io, { yes: args.yes, input: args.input }, question)
  const named = ({ args }: Asked, act: string): string => {
    if (args.subject === undefined) throw wrong(`${act} needs a member`)
    return args.subject
  }

  async function revoke(running: Run): Promise<void> {
    const who = named(running, "revoke")
    const home = await homeOf(running)
    const membership = teamNamed(home.data, running.args.team)
    const goes = await sure(running, `Drop everything ${clean(who)} shared, for everybody, for good?`)
    const scopes = goes ? await revokeMember(home, membership, who) : []
    running.out.result({ revoked: scopes.length > 0, scopes }, () =>
      running.out.line(scopes.length > 0 ? `revoked in ${scopes.join(", ")}` : "nothing was changed"),
    )
  }

  async function admit(running: Run): Promise<void> {
    const who = named(running, "admit")
    if (isCode(who)) return opened(running, who, false)
    const home = await homeOf(running)
    const scopes = await admitMember(home, teamNamed(home.data, running.args.team), who)
    running.out.result({ admitted: scopes.length > 0, scopes }, () =>
      running.out.line(scopes.length > 0 ? `admitted in ${scopes.join(", ")}` : "nothing was changed"),
    )
  }

  /** A machine that knocked: this person's own, or a teammate's. */
  async function opened(running: Run, code: string, mine: boolean): Promise<void> {
    const home = await homeOf(running)
    const question = mine
      ? `Is ${clean(code)} a machine of yours? It will speak as you.`
      : `Is ${clean(code)} a teammate's machine? It will read everything shared here.`
    const goes = await sure(running, question)
    if (goes) await letIn(home, teamNamed(home.data, running.args.team), code, mine)
    running.out.result({ admitted: goes, mine }, () =>
      running.out.line(goes ? "let in; mettle team sync there goes on" : "nothing was changed"),
    )
  }

  async function pair(running: Run): Promise<void> {
    const { subject } = running.args
    if (subject === undefined || !isCode(subject)) throw wrong("pair needs the code that your other machine shows")
    return opened(running, subject, true)
  }

  async function heir(running: Run): Promise<void> {
    const who = named(running, "heir")
    const home = await homeOf(running)
    const will = await nameHeir(home, teamNamed(home.data, running.args.team), who)
    running.out.result({ ...will }, () =>
      running.out.line(`${will.heir} keeps the log when ${will.need} of ${will.witnesses} say that your key is lost`),
    )
  }

  async function inherits(running: Run): Promise<void> {
    const home = await homeOf(running)
    const membership = teamNamed(home.data, running.args.team)
    if (!(await sure(running, "Say, for everybody to read, that the keeper's key is lost?"))) {
      running.out.result({ done: false }, () => running.out.line("nothing was changed"))
      return
    }
    const told = await inherit(home, membership)
    running.out.result({ ...told }, () =>
      running.out.line(
        told.done
          ? `${told.keeper} keeps the log now`
          : `${told.said} of ${told.need} have said so; then ${told.keeper} keeps the log`,
      ),
    )
  }

  return { revoke, admit, pair, heir, inherit: inherits }
}
