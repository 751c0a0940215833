// A button: the one that is meant first, one that takes something away, one among words, or none of these.
import type { ComponentChildren } from "preact"

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
