// Single keys: a page says which it knows, the newest layer is asked first, typing in a field is left alone. The list that `?`
// shows is made from the same entries, so it cannot be wrong.
import { useLayoutEffect, useRef } from "preact/hooks"

export interface Key {
  /** "j", "?", "Escape", or two in a row: "g w" */
  readonly key: string
  readonly does: string
  readonly run: () => void
  /** also while a field has the focus */
  readonly always?: boolean
}
interface Layer {
  readonly title: string
  keys: readonly Key[]
  /** nothing below it is asked: a dialog */
  readonly alone: boolean
}

const layers: Layer[] = []
/** By when the keys were pressed: a busy page may hear of them late. */
let prefix: { key: string; at: number } | null = null
const PREFIX_MS = 1200

export const keyHelp = (): readonly { readonly title: string; readonly keys: readonly Key[] }[] =>
  layers.map(({ title, keys }) => ({ title, keys }))

export function useKeys(title: string, keys: readonly Key[], options: { readonly alone?: boolean } = {}): void {
  const layer = useRef<Layer>({ title, keys, alone: options.alone ?? false })
  layer.current.keys = keys
  useLayoutEffect(() => {
    const mine = layer.current
    layers.push(mine)
    return () => void layers.splice(layers.indexOf(mine), 1)
  }, [])
}

export function startKeys(): void {
  addEventListener("keydown", press)
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const command = event.ctrlKey || event.metaKey
  const name = command ? `mod+${event.key.toLowerCase()}` : event.key
  const pair = prefix && event.timeStamp - prefix.at < PREFIX_MS && !command ? `${prefix.key} ${name}` : null
  prefix = null
  const typing = isTyping(event.target)
  const found = (pair === null ? null : find(pair, typing)) ?? find(name, typing)
  if (found) {
    event.preventDefault()
    found.run()
  } else if (!typing && !command && starts(`${name} `)) prefix = { key: name, at: event.timeStamp }
}

function find(name: string, typing: boolean): Key | null {
  for (const layer of layers.toReversed()) {
    const key = layer.keys.find(k => k.key === name && (!typing || k.always))
    if (key) return key
    if (layer.alone) return null
  }
  return null
}
const starts = (text: string): boolean => layers.some(layer => layer.keys.some(k => k.key.startsWith(text)))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Moves the focus along whatever list the page, or the dialog over it, shows. */
export function step(by: 1 | -1): void {
  const rows = [...(document.querySelector("dialog") ?? document).querySelectorAll<HTMLElement>("[data-row]")]
  const at = rows.findIndex(row => row === document.activeElement || row.contains(document.activeElement))
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}
