// An address as people write it: a git remote by its name in this repository, as git clone takes it, or in full.
// What no engine could mean is left as it is, and refused where it is opened.
import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"

export function addressOf(text: string, remotes: Readonly<Record<string, string>>): string {
  const url = Object.hasOwn(remotes, text) ? remotes[text]! : text
  if (/^(?:https?|ssh):\/\//i.test(url)) return `git+${url}`
  if (/^file:\/\/.*\.git(?:[?#].*)?$/.test(url)) return `git+${url}`
  const scp = /^([A-Za-z0-9._-]+@)?([A-Za-z0-9][A-Za-z0-9.-]+):(?!\/\/)(?!\d+$)([^\\]+)$/.exec(url)
  if (scp && (scp[1] !== undefined || url.endsWith(".git")) && !/^(?:folder|memory|file)$/.test(scp[2]!))
    return `git+ssh://${scp[1] ?? ""}${scp[2]}/${scp[3]!.replace(/^\//, "")}`
  if (isAbsolute(url) && /\.git\/?$/.test(url)) return `git+${pathToFileURL(url.replace(/\/$/, "")).href}`
  return url
}
