// The same at the command line, to be copied.
import { useState } from "preact/hooks"
import { Button } from "./button.tsx"

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
