// A button: the one that is meant first, one that takes something away, one among words, or none of these.

import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly kind?: "main" | "danger" | "plain"
  readonly disabled?: boolean
  readonly [name: `${"data" | "aria"}-${string}`]: string | boolean | undefined
}

export const Button = ({ kind, ...rest }: ButtonProps) => (
  <button type="button" class={kind ? `button ${kind}` : "button"} {...rest} />
)

/** The same at the command line, to be copied. */
export function CommandLine({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  }
  return (
    <span class="command">
      <code title="the same at the command line">{text}</code>
      <Button kind="plain" onClick={copy} aria-label={`copy the command ${text}`}>
        {copied ? "copied" : "copy"}
      </Button>
    </span>
  )
}
