// Every link of our own documents leads somewhere: to a file of the repository, and to a heading of it where one is named.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, it } from "vitest"
import { ROOT } from "./source.ts"

const within = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter(file => file.endsWith(".md"))
    .map(file => normalize(join(folder, file)))
const PAGES = [
  ...within("."),
  ...within("docs"),
  ...within("docs/decisions"),
  ...within("docs/machines"),
  "torture/README.md",
  "security/README.md",
]

const headings = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(found =>
    found[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  )

it("every relative link in a document resolves", () => {
  const broken = PAGES.filter(page => existsSync(join(ROOT, page))).flatMap(page => {
    const text = readFileSync(join(ROOT, page), "utf8").replace(/```[\s\S]*?```/g, "")
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(found => found[1]!)
      .filter(link => !/^[a-z]+:/.test(link))
      .filter(link => {
        const [path, heading] = link.split("#") as [string, string | undefined]
        const file = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path)
        if (!existsSync(file)) return true
        return heading !== undefined && !headings(readFileSync(file, "utf8")).includes(heading)
      })
      .map(link => `${page}: ${link}`)
  })
  expect(broken).toEqual([])
})
