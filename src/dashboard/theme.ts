// Light or dark: what the system says, until the person says otherwise.
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
}
export function applyTheme(): void {
  const now = theme()
  if (now === "auto") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = now
}
