// The head of every page: its question, the JSON twin, the command; the panels it is made of; and what it says while it waits, where
// there is nothing, and when the server refuses. The address bar is the permalink.
import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import { placeAt, useAddress } from "../router.tsx"
import { ask, type Data } from "../use-data.ts"
import { Dialog } from "./dialog.tsx"
import { Button, CommandLine, Problem } from "./small.tsx"

interface PageProps<T> {
  /** what it shows: the answer of its JSON twin */
  readonly of: Data<T>
  /** its own, where the list of places has none to say */
  readonly title?: string | undefined
  readonly question?: ComponentChildren
  /** what stays while an answer is awaited */
  readonly above?: ComponentChildren
  readonly children: (data: T) => ComponentChildren
}

export function Page<T extends { readonly command: string }>(props: PageProps<T>) {
  const { of, above, children } = props
  const listed = placeAt(useAddress().path)
  const title = props.title ?? listed?.title ?? "Mettle"
  useEffect(() => {
    document.title = `${title} · Mettle`
  }, [title])
  return (
    <>
      <header class="head">
        <div>
          <h1>{title}</h1>
          <p class="dim">{props.question ?? listed?.question}</p>
        </div>
        <div class="twins">
          {of.data && <CommandLine text={of.data.command} />}
          <Twin address={of.path ?? ""} />
        </div>
      </header>
      <div class="stack">
        {above}
        <Answer of={of}>{children}</Answer>
      </div>
    </>
  )
}

interface PanelProps {
  readonly title: string
  /** its parts stand apart from each other */
  readonly stack?: boolean
  readonly children: ComponentChildren
  readonly [name: `data-${string}`]: string | boolean | undefined
}
export const Panel = ({ title, stack, children, ...rest }: PanelProps) => (
  <section class={stack ? "panel stack" : "panel"} {...rest}>
    <h2>{title}</h2>
    {children}
  </section>
)

interface ListProps<T> extends Omit<PanelProps, "children"> {
  readonly of: readonly T[]
  readonly children: (one: T) => ComponentChildren
}
/** A panel with one row for each; nothing where there is none. */
export const PanelOf = <T,>({ of, children, ...panel }: ListProps<T>) =>
  of.length === 0 ? null : (
    <Panel {...panel}>
      <ul class="rows">
        {of.map((one, i) => (
          <li key={i}>{children(one)}</li>
        ))}
      </ul>
    </Panel>
  )

/** A link to the JSON; a plain click shows it here, since only this page holds the token. */
function Twin({ address }: { readonly address: string }) {
  const [text, setText] = useState<string | null>(null)
  const show = (event: Event) => {
    event.preventDefault()
    ask<unknown>(address)
      .then(json => setText(JSON.stringify(json, null, 2)))
      .catch((error: Error) => setText(error.message))
  }
  return (
    <>
      <a class="button plain" href={address} onClick={show} data-twin>
        .json
      </a>
      {text !== null && (
        <Dialog label={address} onClose={() => setText(null)}>
          <div class="stack">
            <div class="row spread">
              <code>{`GET ${address}`}</code>
              <Button onClick={() => void navigator.clipboard.writeText(text)}>copy</Button>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reached by keyboard */}
            <pre tabIndex={0}>{text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text}</pre>
          </div>
        </Dialog>
      )}
    </>
  )
}
const SHOWN = 100_000

export function Empty({ children, command }: { children: ComponentChildren; command?: string }) {
  return (
    <div class="panel empty" data-empty>
      <p>{children}</p>
      {command && <CommandLine text={command} />}
    </div>
  )
}

/** Shows the answer, or that it is awaited, or why there is none. */
function Answer<T>({ of, children }: { of: Data<T>; children: (data: T) => ComponentChildren }) {
  if (of.data === null && of.error) return <Problem error={of.error} />
  if (of.data === null)
    return (
      <p class="waiting" role="status">
        Reading …
      </p>
    )
  return (
    <>
      {of.error && <Problem error={of.error} />}
      {children(of.data)}
    </>
  )
}
