// Says whether a file's contents must never be recorded.
// Ground truth: globs in gitignore's manner: a later rule wins, `!` takes back, a glob without `/` matches any file name.

/**
 * Files that exist to hold secrets. `.env.example` and its kin exist to be shared and hold none, so they stay readable: an agent
 * needs the names in them, and what leaks into them by mistake is still masked by redact.
 */
export const DEFAULT_IGNORES: readonly string[] = `
.env .env.* .envrc *.env !.env.example !.env.sample !.env.template !.env.dist !.env.*.example !.env.*.sample
!example.env !sample.env .dev.vars *.pem *.key *.ppk *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.asc *.gpg id_rsa*
id_dsa* id_ecdsa* id_ed25519* !id_*.pub *_rsa *_ed25519 .netrc _netrc .pgpass pgpass.conf .my.cnf .npmrc .yarnrc.yml
.pypirc .gem/credentials .cargo/credentials* .git-credentials .config/git/credentials .config/gh/hosts.yml credentials
credentials.json .aws/credentials .aws/config .azure/** .config/gcloud/** application_default_credentials.json
service-account*.json *-service-account.json kubeconfig kubeconfig.* *.kubeconfig .kube/config .docker/config.json
.dockercfg .htpasswd shadow secrets.yml secrets.yaml secrets.json secrets.toml *.tfstate *.tfstate.backup *.tfvars
.terraformrc credentials.tfrc.json .vault-token .vault_pass* master.key *.agekey wallet.dat .gnupg/** .ssh/**
!.ssh/*.pub !.ssh/known_hosts
`
  .trim()
  .split(/\s+/)

const GLOB_LIMIT = 256

const pieces = (glob: string): string => {
  let source = ""
  for (let i = 0; i < glob.length; i++) {
    const unit = glob[i]!
    if (unit === "*" && glob[i + 1] === "*") {
      source += ".*"
      i += glob[i + 2] === "/" ? 2 : 1
    } else if (unit === "*") source += "[^/]*"
    else if (unit === "?") source += "[^/]"
    else source += unit.replace(/[.+^${}()|[\]\\]/g, "\\$&")
  }
  return source
}

const compiled = new Map<string, RegExp>()

const matcher = (glob: string): RegExp => {
  const known = compiled.get(glob)
  if (known !== undefined) return known
  // Repeated stars would backtrack on each other.
  const body = glob
    .slice(0, GLOB_LIMIT)
    .replace(/\*{3,}/g, "**")
    .replace(/(\*\*\/)+/g, "**/")
    .replace(/^\.?\//, "")
  const pattern = new RegExp(`^(?:.*/)?${pieces(body)}$`, "is")
  if (compiled.size < 1000) compiled.set(glob, pattern)
  return pattern
}

/** `path` with either slash. To add to the defaults pass `[...DEFAULT_IGNORES, "more", "!less"]`. */
export const ignored = (path: string, globs: readonly string[] = DEFAULT_IGNORES): boolean => {
  const clean = path.slice(0, 4096).replaceAll("\\", "/")
  let verdict = false
  for (const glob of globs) {
    const takesBack = glob.startsWith("!")
    const pattern = takesBack ? glob.slice(1) : glob
    if (pattern === "" || takesBack !== verdict) continue
    if (matcher(pattern).test(clean)) verdict = !takesBack
  }
  return verdict
}
