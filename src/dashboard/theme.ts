// Light or dark: what the system says, until the person says otherwise. Pictures on a canvas ask here for their colours.
export type Theme = "auto" | "light" | "dark"
const KEY = "mettle-theme"

export function theme(): Theme {
  const kept = localStorage.getItem(KEY)
  return kept === "light" || kept === "dark" ? kept : "auto"
}
export function setTheme(next: Theme): void {
  if (next === "auto") localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  applyTheme()
  dispatchEvent(new Event("mettle:theme"))
}
export function applyTheme(): void {
  const now = theme()
  if (now === "auto") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = now
}

/** The value of a colour name of the style sheet, for a canvas, as it is now. */
export function colour(name: string): string {
  const probe = document.createElement("i")
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}
