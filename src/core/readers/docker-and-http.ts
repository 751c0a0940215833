// Containers, clusters, clouds and HTTP clients: docker, compose, kubectl, terraform, curl, wget, httpie, deploy commands.
import type { SimpleCommand } from "./command.ts"
import { type Reader, subcommand } from "./reader.ts"

const DEPLOYS: Readonly<Record<string, RegExp>> = {
  kubectl: /^(?:apply|rollout|set)$/,
  helm: /^(?:install|upgrade)$/,
  terraform: /^apply$/,
  tofu: /^apply$/,
  pulumi: /^up$/,
  vercel: /^(?:|deploy|--prod)$/,
  netlify: /^deploy$/,
  fly: /^deploy$/,
  flyctl: /^deploy$/,
  wrangler: /^(?:deploy|publish)$/,
  firebase: /^deploy$/,
  serverless: /^deploy$/,
  sls: /^deploy$/,
  cdk: /^deploy$/,
  sam: /^deploy$/,
  eb: /^deploy$/,
  ansible_playbook: /./,
  twine: /^upload$/,
  goreleaser: /^release$/,
}
const salientOf = (command: SimpleCommand): "deploy" | "build" | null => {
  const sub = subcommand(command)
  if (/^(?:docker|podman|nerdctl)$/.test(command.program)) {
    if (sub === "build" || sub === "buildx" || (sub === "compose" && command.args.includes("build"))) return "build"
    return sub === "push" ? "deploy" : null
  }
  if (command.program === "docker-compose") return sub === "build" ? "build" : null
  if (command.program === "gcloud") return command.args.includes("deploy") ? "deploy" : null
  const deploys = Object.hasOwn(DEPLOYS, command.program) ? DEPLOYS[command.program] : undefined
  return deploys?.test(sub) ? "deploy" : null
}
export const services: Reader = {
  name: "services",
  behindRunner: false,
  claims: command =>
    !/^(?:logs|ps|inspect|images|get|describe|top|stats|events|show|output)$/.test(subcommand(command)) &&
    !command.args.includes("logs") &&
    (/^(?:docker|docker-compose|podman|nerdctl|gcloud|aws|az|oc|gsutil)$/.test(command.program) ||
      Object.hasOwn(DEPLOYS, command.program))
      ? { salient: salientOf(command) }
      : null,
  marks: [
    {
      id: "docker/solve",
      says: "fail",
      re: /^(?:ERROR: )?failed to (?:solve|build)\b|^ERROR: failed to /m,
      salient: "build",
    },
    {
      id: "docker/daemon",
      says: "fail",
      re: /^(?:docker: )?(?:Error response from daemon:|Cannot connect to the Docker daemon|error during connect:)/m,
    },
    {
      id: "docker/context",
      says: "fail",
      re: /^(?:unable to prepare context: |docker: '[^'\n]{1,60}' is not a docker command|(?:docker: )?unknown command: docker )/m,
    },
    {
      id: "docker/step",
      says: "fail",
      re: /^The command '[^\n]{1,400}' returned a non-zero code: [1-9]/m,
      salient: "build",
    },
    { id: "compose/exited", says: "fail", re: /^\S{1,80} exited with code [1-9]\d*/m },
    {
      id: "compose/error",
      says: "fail",
      re: /^(?:no such service: |service "[^"\n]{1,80}" (?:is not running|depends on)|no configuration file provided)/m,
    },
    {
      id: "kubectl/error",
      says: "fail",
      re: /^(?:Error from server|error: |The connection to the server .{1,80} was refused|Unable to connect to the server)/m,
    },
    { id: "terraform/error", says: "fail", re: /^(?:│ )?Error: /m },
    { id: "terraform/applied", says: "ok", re: /^Apply complete!/m, salient: "deploy" },
    { id: "cloud/error", says: "fail", re: /^(?:ERROR: \(gcloud|An error occurred \(|aws: error:|usage: aws )/m },
    {
      id: "docker/built",
      says: "ok",
      re: /^(?:Successfully (?:built|tagged) |#\d+ DONE |=> => naming to )/m,
      salient: "build",
    },
  ],
}

export const http: Reader = {
  name: "http",
  behindRunner: false,
  exitLies: true,
  claims: command =>
    /^(?:curl|wget|http|https|xh|httpie|gh)$/.test(command.program) &&
    (command.program !== "gh" || command.args[0] === "api")
      ? { salient: null }
      : null,
  marks: [
    { id: "curl/error", says: "fail", re: /^curl: \(\d+\) /m },
    {
      id: "wget/error",
      says: "fail",
      re: /(?:ERROR [45]\d\d: |^wget: unable to resolve|failed: (?:Connection refused|Connection timed out|Name or service not known))/m,
    },
    { id: "http/status", says: "fail", re: / [45]\d\d$/, lastOf: /^(?:< )?HTTP\/[\d.]{1,3} \d\d\d\b/gm },
    { id: "gh/http", says: "fail", re: /^gh: .{1,200}\(HTTP [45]\d\d\)/m },
    { id: "http/ok-status", says: "ok", re: / 2\d\d$/, lastOf: /^(?:< )?HTTP\/[\d.]{1,3} \d\d\d\b/gm },
  ],
}
