// "As a command": the same answer at the command line, ready to copy.
import { useState } from "preact/hooks"

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
      <button type="button" class="button plain" onClick={copy} aria-label={`copy the command ${text}`}>
        {copied ? "copied" : "copy"}
      </button>
    </span>
  )
}
