// THE table of vendors' secrets: `kind, literal beginnings, /what follows/`, and "dense" where words share a short beginning: the body
// must then hold a digit inside a long run. A body is greedy to the token's end, so that no tail survives; no format matches by
// randomness alone. Ground truth: the vendors' public documentation. A new vendor is a line here.
import { once } from "../once.ts"

const FORMATS = String.raw`
# clouds
aws-access-key AKIA ASIA ABIA ACCA A3TX /[A-Z0-9]{12,}/
aws-bedrock-key ABSK /[A-Za-z0-9+/]{60,}={0,2}/
aws-bedrock-key bedrock-api-key- /[A-Za-z0-9+/=_-]{20,}/
aws-session-token IQoJb3JpZ2luX2 FwoGZXIvYXdz FQoGZXIvYXdz FQoDYXdz /[A-Za-z0-9+/=%]{20,}/
aws-mws-token amzn.mws. /[0-9a-f-]{30,}/
amazon-oauth-secret amzn1.oa2-cs.v1. /[0-9a-f]{40,}/
google-api-key AIza /[A-Za-z0-9_-]{30,}/
google-api-key AQ.Ab8 /[A-Za-z0-9_-]{20,}/
google-oauth-secret GOCSPX- /[A-Za-z0-9_-]{20,}/
google-oauth-token ya29. /[A-Za-z0-9_.-]{20,}/
google-refresh-token 1//0 /[A-Za-z0-9_-]{20,}/
google-hmac-key GOOG1E /[A-Z0-9]{15,}/
digitalocean-token dop_v1_ doo_v1_ dor_v1_ /[a-f0-9]{40,}/
digitalocean-spaces-key DO00 /[A-Z0-9]{16,}/
alibaba-access-key LTAI /[A-Za-z0-9]{12,}/
tencent-secret-id AKID /[A-Za-z0-9]{28,}/ dense
volcengine-key AKLT /[A-Za-z0-9_-]{20,}/ dense
yandex-key AQVN /[A-Za-z0-9_-]{30,}/
yandex-token y0_ t1.9 /[A-Za-z0-9_.=-]{30,}/
ibm-cloud-key ApiKey- /[0-9a-f-]{36,}/
cloudflare-origin-key v1.0- /[a-f0-9]{24}-[a-f0-9]{60,}/
cloudflare-token cfut_ cfat_ cfk_ /[A-Za-z0-9_-]{30,}/
heroku-key HRKU- /[A-Za-z0-9_-]{30,}/
fly-token fo1_ fm1_ fm1a_ fm1r_ fm2_ /[A-Za-z0-9_+/=-]{20,}/
vercel-token vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_ /[A-Za-z0-9_]{20,}/
netlify-token nfp_ nfc_ nfo_ nfu_ /[A-Za-z0-9]{30,}/
render-key rnd_ /[A-Za-z0-9]{20,}/ dense
scalingo-token tk-us- /[A-Za-z0-9_-]{40,}/
supabase-key sbp_ sb_secret_ /[A-Za-z0-9_-]{20,}/
neon-key napi_ /[a-z0-9]{30,}/
planetscale-token pscale_tkn_ pscale_pw_ pscale_oauth_ /[A-Za-z0-9_=.-]{30,}/
aiven-password AVNS_ /[A-Za-z0-9_-]{14,}/
databricks-token dapi dkea dose /[a-f0-9]{32,}(?:-\d+)?/
snowflake-token ver:1-hint: /[A-Za-z0-9:+/=_-]{30,}/
vault-token hvs. hvb. hvr. /[A-Za-z0-9_-]{20,}/
vault-token s. /[A-Za-z0-9]{24}(?![A-Za-z0-9_.(-])/ dense
doppler-token dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said. /[A-Za-z0-9_.-]{20,}/
pulumi-token pul- /[a-f0-9]{40,}/
1password-token ops_eyJ /[A-Za-z0-9+/=_-]{40,}/
1password-secret-key A3- /[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-?){3,6}/
infracost-key ico- /[A-Za-z0-9]{32,}/
tailscale-key tskey- /[A-Za-z0-9-]{16,}/
openshift-token sha256~ /[A-Za-z0-9_-]{40,}/
azure-devops-token AZDO /[A-Za-z0-9]{30,}/ dense
age-key AGE-SECRET-KEY- AGE-PLUGIN- /[A-Z0-9-]{30,}/
infisical-token st. /[a-f0-9]{20,}\.[a-f0-9]{20,}\.[a-f0-9]{20,}/
private-key-body MIIEvQIBADAN MIIEvgIBADAN MIIEvAIBADAN MIIEpAIBAAKC MIIEowIBAAKC MIIEogIBAAKC MIIEpQIBAAKC MIIJKQIBAAKC MIIJKAIBAAKC MIIJKgIBAAKC MIIJQgIBADAN MIIJQwIBADAN MIICXAIBAAKB MIICXQIBAAKB MIICXgIBAAKB MHcCAQEEI MHQCAQEEI MIGHAgEAMBMGByqGSM MIGkAgEBBDA MC4CAQAwBQYDK2Vw b3BlbnNzaC1rZXktdjE /(?:[A-Za-z0-9+/=]|\\+[nr]){24,}/ dense
# code hosting and what is built around it
github-token ghp_ gho_ ghu_ ghs_ ghr_ /[A-Za-z0-9_.-]{20,}/
github-token github_pat_ /[A-Za-z0-9_]{30,}/
gitlab-token glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- /[A-Za-z0-9_.-]{16,}/
gitlab-token GR1348941 /[A-Za-z0-9_-]{16,}/
gitlab-session _gitlab_session= /[0-9a-z]{20,}/
bitbucket-token ATBB ATCTT3 ATATT3 ATTA /[A-Za-z0-9_=-]{20,}/ dense
sourcegraph-token sgp_ slk_ /[A-Za-z0-9_]{30,}/
npm-token npm_ /[A-Za-z0-9]{30,}/
pypi-token pypi- /[A-Za-z0-9_-]{40,}/
rubygems-key rubygems_ /[a-f0-9]{30,}/
nuget-key oy2 /[a-z0-9]{40,}/
crates-token cio /[A-Za-z0-9]{32,}/ dense
clojars-token CLOJARS_ /[A-Za-z0-9]{40,}/
docker-token dckr_pat_ dckr_oat_ /[A-Za-z0-9_-]{20,}/
artifactory-key AKCp /[A-Za-z0-9]{30,}/ dense
artifactory-token cmVmdGtu cmVmdG9r /[A-Za-z0-9]{30,}/
circleci-token CCIPAT_ CCIPRJ_ /[A-Za-z0-9_]{20,}/
buildkite-token bkua_ bkat_ bkct_ /[A-Za-z0-9]{20,}/
sonar-token squ_ sqp_ sqa_ sqb_ /[a-f0-9]{30,}/
snyk-token snyk_uat. snyk_sat. /[A-Za-z0-9._-]{20,}/
postman-key PMAK- /[A-Za-z0-9-]{20,}/
postman-key PMAT- /[A-Z0-9]{20,}/
readme-key rdme_ /[a-z0-9]{40,}/
prefect-key pnu_ /[A-Za-z0-9]{30,}/
linear-key lin_api_ lin_oauth_ /[A-Za-z0-9]{20,}/
notion-token ntn_ /[A-Za-z0-9]{30,}/
notion-token secret_ /[A-Za-z0-9]{40,}/ dense
figma-token figd_ figu_ figo_ /[A-Za-z0-9_-]{20,}/
airtable-token pat /[A-Za-z0-9]{14}\.[a-f0-9]{40,}/
asana-token 1/ 2/ /\d{10,}(?:\/\d+)?:[a-f0-9]{30,}/
atlassian-token ATSTT3 /[A-Za-z0-9_=-]{30,}/
clickup-token pk_ /\d{5,}_[A-Z0-9]{30,}/
shortcut-token sct_ /[A-Za-z0-9_]{30,}/
typeform-token tfp_ /[A-Za-z0-9_.=-]{40,}/
contentful-token CFPAT- /[A-Za-z0-9_-]{40,}/
adobe-secret p8e- p8- /[A-Za-z0-9_-]{32}/ dense
frameio-token fio-u- /[A-Za-z0-9_=-]{40,}/
launchdarkly-key sdk- api- mob- /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
hubspot-token pat-na1- pat-na2- pat-eu1- pat-ap1- /[0-9a-f-]{30,}/
deno-token ddp_ ddo_ ddw_ /[A-Za-z0-9]{30,}/
jsr-token jsrt_ jsrp_ /[A-Za-z0-9_]{20,}/
nx-token nx_cloud_ /[A-Za-z0-9]{20,}/
harness-token pat. /[A-Za-z0-9_-]{20,24}\.[a-f0-9]{20,}\.[A-Za-z0-9]{16,}/
octopus-key API- /[A-Z0-9]{25,}/ dense
retool-token retool_ /[A-Za-z0-9_]{20,}/ dense
n8n-key n8n_api_ /[A-Za-z0-9_.-]{20,}/
cal-key cal_live_ cal_test_ /[A-Za-z0-9]{20,}/
inngest-key signkey- /[a-z]+-[A-Za-z0-9]{20,}/
settlemint-token sm_pat_ sm_aat_ sm_sat_ /[A-Za-z0-9]{16,}/
intra42-secret s-s4t2ud- s-s4t2af- /[a-f0-9]{40,}/
lichess-token lip_ /[A-Za-z0-9]{16,}/
riot-key RGAPI- /[0-9a-f-]{30,}/
roblox-cookie _|WARNING:-DO-NOT-SHARE /[^\s"';]{20,}/
# model vendors and the tools around them
anthropic-key sk-ant- /[A-Za-z0-9_-]{20,}/
openai-key sk-proj- sk-svcacct- sk-admin- sk-None- sk-service- /[A-Za-z0-9_-]{20,}/
openrouter-key sk-or-v1- sk-or- /[A-Za-z0-9-]{20,}/
langfuse-key sk-lf- /[0-9a-f-]{30,}/
litellm-key sk-litellm- /[A-Za-z0-9_-]{16,}/
openai-key sk- /[A-Za-z0-9_-]{20,}/ dense
openai-session sess- /[A-Za-z0-9]{30,}/ dense
huggingface-token hf_ /[A-Za-z0-9]{24,}/
huggingface-token api_org_ /[A-Za-z0-9]{24,}/
groq-key gsk_ /[A-Za-z0-9]{24,}/
perplexity-key pplx- /[A-Za-z0-9]{24,}/
replicate-token r8_ /[A-Za-z0-9]{24,}/
xai-key xai- /[A-Za-z0-9_-]{30,}/
pinecone-key pcsk_ /[A-Za-z0-9_]{24,}/
langsmith-key lsv2_pt_ lsv2_sk_ ls__ /[A-Za-z0-9_]{24,}/
tavily-key tvly- /[A-Za-z0-9-]{20,}/
nvidia-key nvapi- /[A-Za-z0-9_-]{30,}/
cerebras-key csk- /[A-Za-z0-9]{30,}/
together-key tgp_v1_ /[A-Za-z0-9_-]{30,}/
fireworks-key fw_ /[A-Za-z0-9]{20,}/ dense
voyage-key pa- /[A-Za-z0-9_-]{40,}/ dense
jina-key jina_ /[A-Za-z0-9_-]{30,}/
firecrawl-key fc- /[a-f0-9]{30,}/
llamacloud-key llx- /[A-Za-z0-9]{30,}/
e2b-key e2b_ /[a-f0-9]{30,}/
browserbase-key bb_live_ /[A-Za-z0-9_-]{20,}/
brave-search-key BSA /[A-Za-z0-9_-]{24,}/ dense
wandb-key wandb_v1_ /[A-Za-z0-9_]{30,}/
elevenlabs-key sk_ /[a-f0-9]{40,}/
cursor-key key_ crsr_ /[a-f0-9]{40,}/
modal-key ak- as- /[A-Za-z0-9]{20,}/ dense
# chat, mail, phone and social services
slack-token xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe. /[A-Za-z0-9%._/+=-]{10,}/
slack-token xapp- xwfp- /[A-Za-z0-9-]{16,}/
slack-webhook hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ hooks.slack-gov.com/services/ /[A-Za-z0-9/_+-]{16,}/
discord-webhook discord.com/api/webhooks/ discordapp.com/api/webhooks/ /\d{10,}\/[A-Za-z0-9_-]{20,}/
teams-webhook webhook.office.com/webhookb2/ outlook.office.com/webhook/ /[A-Za-z0-9@/_.-]{30,}/
google-chat-webhook chat.googleapis.com/v1/spaces/ /[A-Za-z0-9_-]+\/messages\?[^\s"'<>]{20,}/
zapier-webhook hooks.zapier.com/hooks/catch/ /\d+\/[A-Za-z0-9]{5,}/
make-webhook hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/ hook.integromat.com/ /[a-z0-9]{20,}/
ifttt-key maker.ifttt.com/trigger/ /[\w-]+\/(?:json\/)?with\/key\/[A-Za-z0-9_-]{16,}/
telegram-token api.telegram.org/bot /\d{6,}:[A-Za-z0-9_-]{20,}/
sendgrid-key SG. /[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/
mailgun-key key- /[0-9a-f]{32,}/
mailgun-key pubkey- /[0-9a-f]{32,}/
brevo-key xkeysib- xsmtpsib- /[A-Za-z0-9-]{30,}/
resend-key re_ /[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}/ dense
mailersend-key mlsn. /[a-f0-9]{40,}/
mandrill-key md- /[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])/ dense
twilio-key SK AC /[0-9a-f]{32,}/
messagebird-key live_ /[A-Za-z0-9]{24,}/ dense
facebook-token EAA /[A-Za-z0-9]{60,}/ dense
facebook-token EAACEdEose0cBA /[A-Za-z0-9]{10,}/
instagram-token IGQV IGAA /[A-Za-z0-9_-]{30,}/ dense
twitter-token AAAAAAAAAAAAAAAAAAAA /[A-Za-z0-9%]{40,}/ dense
firebase-server-key AAAA /[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{80,}/
linkedin-secret WPL_AP /\d\.[A-Za-z0-9.=]{12,}/
intercom-token dG9rO /[A-Za-z0-9+/=]{30,}/
dropbox-token sl. /[A-Za-z0-9_-]{60,}/
dropbox-token sl.u. /[A-Za-z0-9_-]{60,}/
knock-key sk_ /(?:test|live)_[A-Za-z0-9_-]{16,}/
novu-key nv- /[a-f0-9]{30,}/
# payment, shop and finance services
stripe-key sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ /[A-Za-z0-9_]{10,}/
stripe-webhook-secret whsec_ /[A-Za-z0-9+/=_-]{20,}/
square-token sq0atp- sq0csp- sq0idp- /[A-Za-z0-9_-]{20,}/
square-token EAAAE EAAAl /[A-Za-z0-9_-]{50,}/
shopify-token shpat_ shpca_ shppa_ shpss_ shpua_ shptka_ /[A-Fa-f0-9]{30,}/
paypal-token access_token$ /(?:production|sandbox)\$[a-z0-9]{10,}\$[a-f0-9]{20,}/
plaid-token access-sandbox- access-production- access-development- public-sandbox- public-production- /[0-9a-f-]{30,}/
razorpay-key rzp_live_ rzp_test_ /[A-Za-z0-9]{14,}/
flutterwave-key FLWSECK_TEST- FLWSECK- FLWPUBK_TEST- /[A-Za-z0-9-]{12,}/
adyen-key AQE /[A-Za-z0-9+/=-]{60,}/ dense
mollie-key live_ test_ /[A-Za-z0-9]{30,}/ dense
easypost-key EZAK EZTK /[A-Za-z0-9]{40,}/
shippo-token shippo_live_ shippo_test_ /[a-f0-9]{30,}/
duffel-token duffel_test_ duffel_live_ /[A-Za-z0-9_=-]{30,}/
paddle-key pdl_live_ pdl_sdbx_ /[A-Za-z0-9_]{20,}/
polar-token polar_oat_ polar_pat_ /[A-Za-z0-9]{20,}/
gocardless-token live_ /[A-Za-z0-9_=-]{40}(?![A-Za-z0-9])/ dense
maxmind-key mmk_ /[A-Za-z0-9_]{20,}/
ethereum-key xprv /[A-Za-z0-9]{90,}/
lob-key live_pub_ test_pub_ /[a-f0-9]{30,}/
# monitoring, analytics and identity services, and self-describing tokens
jwt eyJ /[A-Za-z0-9_-]{10,}={0,2}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)*/
jwt ZXlK /[A-Za-z0-9+/]{60,}={0,2}/
macaroon MDAx /[A-Za-z0-9_+/=-]{60,}/
paseto v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public. /[A-Za-z0-9_.-]{20,}/
grafana-token glsa_ glc_ /[A-Za-z0-9_+/=-]{24,}/
grafana-key eyJrIjoi /[A-Za-z0-9+/=]{30,}/
sentry-token sntrys_ sntryu_ sntrya_ /[A-Za-z0-9_+/=-]{30,}/
newrelic-key NRAK- NRJS- NRII- NRIQ- NRRA- NRAA- NRSP- /[A-Za-z0-9_-]{16,}/
dynatrace-token dt0c01. dt0s01. dt0s02. dt0s16. /[A-Z0-9]{20,}\.[A-Z0-9]{30,}/
posthog-key phx_ phs_ /[A-Za-z0-9]{30,}/
honeycomb-key hcaik_ hcbik_ hcamk_ hcxik_ hcxmk_ /[a-z0-9]{24,}/
axiom-token xaat- xapt- /[0-9a-f-]{30,}/
rollbar-token post_server_item_ /[a-f0-9]{30,}/
pagerduty-key pdus+ /[A-Za-z0-9_+-]{16,}/
logfire-token pylf_v1_ /[A-Za-z0-9_]{30,}/
statsig-key secret- /[A-Za-z0-9]{30,}/ dense
okta-token SSWS / [A-Za-z0-9_-]{30,}/
mapbox-token sk.eyJ /[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{10,}/
workos-key sk_workos_ /[A-Za-z0-9_]{20,}/
stytch-secret secret-live- secret-test- /[A-Za-z0-9_=-]{20,}/
descope-key K2 /[A-Za-z0-9]{25}:[A-Za-z0-9]{40,}/
bcrypt-hash $2a$ $2b$ $2y$ /\d\d\$[A-Za-z0-9./]{40,}/
password-hash $apr1$ $1$ $5$ $6$ $y$ /(?:rounds=\d+\$)?[A-Za-z0-9./$]{1,40}\$[A-Za-z0-9./]{20,}/
password-hash $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2-sha256$ /[A-Za-z0-9=,./+$-]{30,}/
password-hash {SHA} {SSHA} /[A-Za-z0-9+/=]{20,}/
password-hash pbkdf2_sha256$ pbkdf2_sha1$ scrypt: /[A-Za-z0-9:$+/=]{30,}/
`

export type Format = {
  readonly kind: string
  /** Literal beginnings; the scan looks only where one of these stands. */
  readonly starts: readonly string[]
  /** compiled when it is first asked for: of two hundred bodies a text meets one, or none */
  readonly body: () => RegExp
  readonly dense: boolean
}
const LINE = /^([a-z0-9]+(?:-[a-z0-9]+)*) (\S{2,}(?: \S{2,})*?) \/(.+)\/( dense)?$/
/** What is no line of the table is refused. */
export const formatsOf = (table: string): readonly Format[] =>
  table
    .split("\n")
    .filter(line => line !== "" && !line.startsWith("# "))
    .map(line => {
      const [, kind, starts, body, dense] = LINE.exec(line) ?? []
      if (kind === undefined) throw new TypeError(`no format: ${line}`)
      return { kind, starts: starts!.split(" "), body: once(() => new RegExp(body!, "y")), dense: dense !== undefined }
    })
export const allFormats: readonly Format[] = formatsOf(FORMATS)

/** Known by a mark in the middle. Left and right parts are bounded, so the scan stays linear. */
type InfixFormat = {
  readonly kind: string
  readonly mark: string
  /** Matched against the text right before the mark (at most 80 units). */
  readonly left: RegExp
  readonly right: RegExp
}

export const infixFormats: readonly InfixFormat[] = [
  { kind: "telegram-token", mark: ":AA", left: /(?<!\d)\d{8,11}$/, right: /[A-Za-z0-9_-]{30,}/y },
  { kind: "azure-client-secret", mark: "Q~", left: /[A-Za-z0-9_~.-]{3}\d$/, right: /[A-Za-z0-9_~.-]{28,}/y },
  { kind: "terraform-token", mark: ".atlasv1.", left: /[A-Za-z0-9]{8,20}$/, right: /[A-Za-z0-9_=-]{40,}/y },
  { kind: "mailchimp-key", mark: "-us", left: /(?<![0-9a-f])[0-9a-f]{32}$/, right: /\d{1,2}(?!\w)/y },
  { kind: "azure-key", mark: "JQQJ99", left: /[A-Za-z0-9]{40,60}$/, right: /[A-Za-z0-9]{20,}/y },
  { kind: "azure-storage-key", mark: "+ASt", left: /[A-Za-z0-9+/]{70,80}$/, right: /[A-Za-z0-9+/]{4,}={0,2}/y },
  { kind: "azure-container-key", mark: "+ACR", left: /[A-Za-z0-9+/]{40,60}$/, right: /[A-Za-z0-9+/]{5,}={0,2}/y },
  { kind: "azure-bus-key", mark: "+ASb", left: /[A-Za-z0-9+/]{30,40}$/, right: /[A-Za-z0-9+/]{5,}={0,2}/y },
  { kind: "maxmind-key", mark: "_mmk", left: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, right: /(?![A-Za-z0-9])/y },
]

/** Formats without a fixed mark, told by their exact division: a divider at one of a few places from the start. */
export type DividedFormat = {
  readonly kind: string
  readonly firsts: string
  readonly divider: string
  readonly places: readonly number[]
  readonly pattern: RegExp
}

export const dividedFormats: readonly DividedFormat[] = [
  {
    kind: "mailgun-key",
    firsts: "0123456789abcdef",
    divider: "-",
    places: [32],
    pattern: /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f-])/y,
  },
  {
    kind: "discord-token",
    firsts: "MNO",
    divider: ".",
    places: [24, 25, 26, 27, 28],
    pattern: /[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?!\w)/y,
  },
]
