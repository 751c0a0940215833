// A second engineer's fake secrets, written before reading the rules: vendor formats and contexts in tool output.
// Ground truth: public formats; every value is rolled at run time and prefixes are glued from parts ("|" is dropped).
// Over 300 lines because it is one table of rows.

import type { Dice } from "./dice.ts"

export type SecretRow = { readonly id: string; readonly text: string; readonly secrets: readonly string[] }

export const glue = (parts: string): string => parts.replaceAll("|", "")
const b64 = (text: string): string => Buffer.from(text).toString("base64")

/** Rows of vendor formats: a prefix or a shape betrays them wherever they stand. */
const vendorRows = (d: Dice): SecretRow[] => {
  const rows: SecretRow[] = []
  const add = (id: string, secret: string, wrap: (secret: string) => string): void => {
    rows.push({ id: `vendor/${id}`, text: wrap(secret), secrets: [secret] })
  }
  const b32 = (n: number): string => d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n)
  add("aws-id", glue("AK|IA") + b32(16), s => `aws_access_key_id = ${s}`)
  add("aws-sts", glue("AS|IA") + b32(16), s => `"Credentials": { "AccessKeyId": "${s}",`)
  add("aws-secret", d.base64(40), s => `[default]\naws_secret_access_key = ${s}\nregion = eu-west-1`)
  add("aws-secret-json", d.base64(40), s => `        "SecretAccessKey": "${s}",\n        "Status": "Active",`)
  add("aws-session", glue("IQo|Jb3JpZ2lu") + d.base64(240), s => `export AWS_SESSION_TOKEN=${s}`)
  add("aws-session-json", glue("Fwo|GZXIvYXdz") + d.base64(180), s => `  "SessionToken": "${s}",`)
  add("aws-pasted", d.base64(40), s => `my aws secret is ${s} and the region is us-east-2`)
  add(
    "aws-bedrock",
    glue("ABSK|QmVkcm9ja0FQSUtleS") + d.base64(109) + "=",
    s => `AWS_BEARER_TOKEN_BEDROCK=${s} node index.js`,
  )
  add("gcp-api", glue("AI|za") + d.url64(35), s => `https://maps.googleapis.com/maps/api/js?key=${s}&callback=init`)
  add("gemini", glue("AI|za") + d.url64(35), s => `genai.configure(api_key="${s}")`)
  add("gcp-oauth", glue("ya|29.") + `a0${d.url64(120)}`, s => `$ gcloud auth print-access-token\n${s}`)
  add(
    "gcp-oauth-secret",
    glue("GOC|SPX-") + d.url64(28),
    s => `"client_secret":"${s}","redirect_uris":["http://localhost"]`,
  )
  add("gcp-refresh", glue("1/|/0") + d.url64(60), s => `  "refresh_token": "${s}",\n  "type": "authorized_user"`)
  add(
    "azure-storage",
    d.base64(86) + "==",
    s => `DefaultEndpointsProtocol=https;AccountName=prodlogs;AccountKey=${s};EndpointSuffix=core.windows.net`,
  )
  add("azure-ad", `${d.alnum(3)}8Q~${d.url64(34)}`, s => `AZURE_CLIENT_SECRET=${s}`)
  add(
    "azure-ad-bare",
    `${d.alnum(3)}8Q~${d.url64(34)}`,
    s => `az login --service-principal -u 0f5c -p ${s} --tenant contoso`,
  )
  add(
    "azure-sas",
    d.base64(43) + "=",
    s => `?sv=2022-11-02&ss=b&srt=co&sp=rl&se=2026-01-01T00:00:00Z&sig=${encodeURIComponent(s)}`,
  )
  add(
    "azure-servicebus",
    d.base64(43) + "=",
    s => `Endpoint=sb://orders.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}`,
  )
  add("azure-cosmos", d.base64(86) + "==", s => `AccountEndpoint=https://db.documents.azure.com:443/;AccountKey=${s};`)
  add("azure-devops", d.lower(52), s => `export AZURE_DEVOPS_EXT_PAT=${s}`)
  add("azure-func", d.url64(54) + "==", s => `curl "https://fn-prod.azurewebsites.net/api/run?code=${s}"`)
  add(
    "github-classic",
    glue("gh|p_") + d.alnum(36),
    s => `remote: https://x-access-token:${s}@github.com/acme/app.git (fetch)`,
  )
  add("github-fine", glue("github|_pat_") + `${d.alnum(22)}_${d.alnum(59)}`, s => `the PAT is ${s}, please use it`)
  add("github-server", glue("gh|s_") + d.alnum(36), s => `##[debug]GITHUB_TOKEN=${s}`)
  add("github-user", glue("gh|u_") + d.alnum(36), s => `oauth_token: ${s}`)
  add("github-refresh", glue("gh|r_") + d.alnum(76), s => `refresh_token=${s}&expires_in=28800`)
  add(
    "gitlab-pat",
    glue("gl|pat-") + d.url64(20),
    s => `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.com/api/v4/projects`,
  )
  add(
    "gitlab-deploy",
    glue("gl|dt-") + d.url64(20),
    s => `docker login -u gitlab+deploy-token-1 -p ${s} registry.gitlab.com`,
  )
  add("gitlab-runner", glue("gl|rt-") + d.url64(20), s => `token = "${s}"`)
  add("gitlab-trigger", glue("gl|ptt-") + d.hex(40), s => `-F token=${s} -F ref=main`)
  add("gitlab-ci-job", glue("gl|cbt-") + `64_${d.url64(20)}`, s => `https://gitlab-ci-token:${s}@gitlab.com/x/y.git`)
  add(
    "bitbucket-app",
    glue("AT|BB") + d.alnum(24) + d.hex(8).toUpperCase(),
    s => `git clone https://jane:${s}@bitbucket.org/acme/web.git`,
  )
  add("atlassian", glue("AT|ATT3xFfGF0") + d.url64(170) + `=${d.hex(8).toUpperCase()}`, s => `JIRA_API_TOKEN=${s}`)
  add("slack-bot", glue("xo|xb-") + `${d.digits(12)}-${d.digits(13)}-${d.alnum(24)}`, s => `SLACK_BOT_TOKEN: ${s}`)
  add(
    "slack-user",
    glue("xo|xp-") + `${d.digits(11)}-${d.digits(11)}-${d.digits(12)}-${d.hex(32)}`,
    s => `WebClient(token='${s}')`,
  )
  add("slack-app", glue("xa|pp-1-") + `A${d.upper(10)}-${d.digits(13)}-${d.hex(64)}`, s => `app_token: "${s}"`)
  add("slack-refresh", glue("xo|xe-1-") + d.base64(146), s => `{"ok":true,"refresh_token":"${s}"}`)
  add("slack-webhook", `T${d.upper(9)}/B${d.upper(10)}/${d.alnum(24)}`, s =>
    glue(`curl -X POST https://hooks.sl|ack.com/services/${s} -d '{"text":"hi"}'`),
  )
  add("discord-bot", `${glue("MT|")}${d.alnum(24)}.G${d.alnum(5)}.${d.url64(38)}`, s => `client.login("${s}")`)
  add("discord-webhook", d.url64(68), s => `https://discord.com/api/webhooks/${d.digits(18)}/${s}`)
  add("telegram", `${d.digits(10)}:AA${d.url64(33)}`, s => `https://api.telegram.org/bot${s}/sendMessage?chat_id=1`)
  add("telegram-env", `${d.digits(9)}:AA${d.url64(33)}`, s => `TELEGRAM_BOT=${s}`)
  add("twilio-key", glue("S|K") + d.hex(32), s => `twilio profiles:create --api-key ${s}`)
  add("twilio-auth", d.hex(32), s => `TWILIO_ACCOUNT_SID=AC${d.hex(32)}\nTWILIO_AUTH_TOKEN=${s}`)
  add("sendgrid", glue("S|G.") + `${d.url64(22)}.${d.url64(43)}`, s => `sgMail.setApiKey('${s}');`)
  add("mailgun", glue("key|-") + d.hex(32), s => `curl -s --user 'api:${s}' https://api.mailgun.net/v3/x/messages`)
  add("mailgun-new", `${d.hex(32)}-${d.hex(8)}-${d.hex(8)}`, s => `MAILGUN_API_KEY="${s}"`)
  add("mailchimp", `${d.hex(32)}-us${1 + d.below(20)}`, s => `mailchimp.setConfig({ apiKey: "${s}", server: "us1" })`)
  add("stripe-live", glue("sk_|live_") + d.alnum(24), s => `const stripe = require("stripe")("${s}")`)
  add("stripe-long", glue("sk_|live_51") + d.alnum(97), s => `stripe listen --api-key ${s}`)
  add("stripe-restricted", glue("rk_|live_") + d.alnum(24), s => `Stripe.api_key = '${s}'`)
  add("stripe-test", glue("sk_|test_") + d.alnum(24), s => `curl https://api.stripe.com/v1/charges -u ${s}:`)
  add("stripe-webhook", glue("wh|sec_") + d.alnum(32), s => `> Ready! Your webhook signing secret is ${s} (^C to quit)`)
  add("square", glue("EA|AA") + d.url64(60), s => `SQUARE_ACCESS_TOKEN=${s}`)
  add("square-secret", glue("sq0|csp-") + d.url64(43), s => `application secret ${s}`)
  add("paypal", `E${d.url64(79)}`, s => `PAYPAL_CLIENT_SECRET=${s}`)
  add("braintree", glue("access_token|$production$") + `${d.lower(16)}$${d.hex(32)}`, s => `gateway = "${s}"`)
  add("shopify", glue("shp|at_") + d.hex(32), s => `X-Shopify-Access-Token: ${s}`)
  add("shopify-secret", glue("shp|ss_") + d.hex(32), s => `SHOPIFY_API_SECRET=${s}`)
  add("openai-old", glue("s|k-") + `${d.alnum(20)}${glue("T3Bl|bkFJ")}${d.alnum(20)}`, s => `openai.api_key = "${s}"`)
  add(
    "openai-proj",
    glue("sk-|proj-") + d.url64(74) + glue("T3Bl|bkFJ") + d.url64(74),
    s => `Error: 401 Incorrect API key provided: ${s}. You can find`,
  )
  add("openai-svc", glue("sk-|svcacct-") + d.url64(58), s => `OPENAI_API_KEY=${s}`)
  add("anthropic", glue("sk-|ant-api03-") + `${d.url64(93)}AA`, s => `x-api-key: ${s}`)
  add("openrouter", glue("sk-|or-v1-") + d.hex(64), s => `Authorization: Bearer ${s}`)
  add("deepseek", glue("s|k-") + d.hex(32), s => `client = OpenAI(api_key='${s}', base_url='https://api.deepseek.com')`)
  add("groq", glue("gs|k_") + d.alnum(52), s => `GROQ_API_KEY=${s}`)
  add("xai", glue("xa|i-") + d.alnum(80), s => `here's the grok key: ${s}`)
  add("perplexity", glue("pp|lx-") + d.alnum(48), s => `PPLX=${s}`)
  add("huggingface", glue("h|f_") + d.alnum(34), s => `huggingface-cli login --token ${s}`)
  add("replicate", glue("r|8_") + d.alnum(37), s => `REPLICATE_API_TOKEN=${s}`)
  add("cohere", d.alnum(40), s => `co = cohere.Client("${s}")`)
  add("cohere-env", d.alnum(40), s => `CO_API_KEY=${s}`)
  add("mistral", d.alnum(32), s => `MISTRAL_API_KEY=${s}`)
  add("pinecone", glue("pc|sk_") + `${d.alnum(6)}_${d.alnum(64)}`, s => `Pinecone(api_key="${s}")`)
  add("langsmith", glue("ls|v2_pt_") + `${d.hex(32)}_${d.hex(10)}`, s => `LANGCHAIN_API_KEY=${s}`)
  add("wandb", d.hex(40), s => `wandb login ${s}`)
  add("npm", glue("np|m_") + d.alnum(36), s => `//registry.npmjs.org/:_authToken=${s}`)
  add("npm-legacy", d.uuid(), s => `//npm.corp.example/:_authToken=${s}`)
  add("npm-auth", b64(`deploy:${d.alnum(16)}`), s => `_auth=${s}\nemail=dev@corp.example`)
  add("pypi", glue("pypi-|AgEIcHlwaS5vcmc") + d.url64(140), s => `twine upload -u __token__ -p ${s} dist/*`)
  add("rubygems", glue("ruby|gems_") + d.hex(48), s => `:rubygems_api_key: ${s}`)
  add("crates", glue("ci|o") + d.alnum(32), s => `cargo login ${s}`)
  add("dockerhub", glue("dckr|_pat_") + d.url64(27), s => `echo ${s} | docker login -u acme --password-stdin`)
  add(
    "docker-auth",
    b64(`acme:${d.alnum(20)}`),
    s => `{ "auths": { "https://index.docker.io/v1/": { "auth": "${s}" } } }`,
  )
  add("heroku", d.uuid(), s => `HEROKU_API_KEY=${s}`)
  add("heroku-new", glue("HR|KU-AA") + d.url64(58), s => `heroku auth:token\n ›   Warning: token will expire\n${s}`)
  add("vercel", d.alnum(24), s => `vercel deploy --prod --token ${s}`)
  add("netlify", glue("nf|p_") + d.alnum(36), s => `NETLIFY_AUTH_TOKEN=${s}`)
  add("cloudflare", d.url64(40), s => `CLOUDFLARE_API_TOKEN=${s}`)
  add("cloudflare-global", d.hex(37), s => `X-Auth-Email: ops@acme.dev\nX-Auth-Key: ${s}`)
  add("cloudflare-origin", glue("v1|.0-") + `${d.hex(24)}-${d.hex(146)}`, s => `X-Auth-User-Service-Key: ${s}`)
  add("digitalocean", glue("dop_|v1_") + d.hex(64), s => `doctl auth init -t ${s}`)
  add("digitalocean-oauth", glue("doo_|v1_") + d.hex(64), s => `do_token = "${s}"`)
  add("linode", d.hex(64), s => `LINODE_TOKEN=${s}`)
  add("fastly", d.url64(32), s => `Fastly-Key: ${s}`)
  add("datadog", d.hex(32), s => `DD_API_KEY=${s} DD_SITE=datadoghq.eu bash -c "$(curl -L https://install)"`)
  add("datadog-app", d.hex(40), s => `-H "DD-APPLICATION-KEY: ${s}"`)
  add("newrelic", glue("NR|AK-") + d.upper(27), s => `NEW_RELIC_USER_KEY=${s}`)
  add("newrelic-license", `${d.hex(36)}NRAL`, s => `license_key: '${s}'`)
  add("sentry-dsn", d.hex(32), s => `SENTRY_DSN=https://${s}@o${d.digits(6)}.ingest.sentry.io/${d.digits(7)}`)
  add("sentry-token", glue("sntry|s_") + d.alnum(60), s => `auth.token=${s}`)
  add("grafana-sa", glue("gl|sa_") + `${d.alnum(32)}_${d.hex(8)}`, s => `Authorization: Bearer ${s}`)
  add("grafana-cloud", glue("gl|c_eyJ") + d.base64(120), s => `remote_write basic_auth password: ${s}`)
  add("pagerduty", `u+${d.url64(18)}`, s => `Authorization: Token token=${s}`)
  add("okta", `00${d.url64(40)}`, s => `Authorization: SSWS ${s}`)
  add("auth0", d.url64(64), s => `AUTH0_CLIENT_SECRET='${s}'`)
  add("linear", glue("lin_|api_") + d.alnum(40), s => `new LinearClient({ apiKey: '${s}' })`)
  add("notion", glue("nt|n_") + d.alnum(46), s => `NOTION_KEY=${s}`)
  add("notion-old", glue("secret|_") + d.alnum(43), s => `auth: "${s}"`)
  add("airtable", glue("pa|t") + `${d.alnum(14)}.${d.hex(64)}`, s => `Airtable.configure({apiKey: '${s}'})`)
  add("figma", glue("fig|d_") + d.url64(40), s => `X-Figma-Token: ${s}`)
  add("dropbox", glue("sl|.") + d.url64(134), s => `dbx = dropbox.Dropbox("${s}")`)
  add("facebook", glue("EAA|CEdEose0cBA") + d.alnum(150), s => `https://graph.facebook.com/me?access_token=${s}`)
  add("twitter-bearer", glue("AAAAAAAAA|AAAAAAAAAAAAA") + d.alnum(80), s => `bearer_token="${s}"`)
  add("twitter-secret", d.alnum(50), s => `TWITTER_API_SECRET=${s}`)
  add("linkedin", d.alnum(16), s => `LINKEDIN_CLIENT_SECRET=${s}`)
  add("supabase", glue("sb|p_") + d.hex(40), s => `supabase login --token ${s}`)
  add("supabase-secret", glue("sb_|secret_") + d.url64(31), s => `createClient(url, "${s}")`)
  add("planetscale", glue("pscale|_tkn_") + d.url64(43), s => `PLANETSCALE_SERVICE_TOKEN=${s}`)
  add("planetscale-pw", glue("pscale|_pw_") + d.url64(43), s => `mysql://abc:${s}@aws.connect.psdb.cloud/app`)
  add(
    "neon",
    glue("np|g_") + d.alnum(12),
    s => `postgresql://owner:${s}@ep-cool-1.eu-central-1.aws.neon.tech/neondb?sslmode=require`,
  )
  add("mongo-atlas", d.alnum(16), s => `mongodb+srv://admin:${s}@cluster0.ab1cd.mongodb.net/?retryWrites=true`)
  add("databricks", glue("da|pi") + d.hex(32), s => `databricks configure --token <<< ${s}`)
  add("snowflake", d.password(), s => `snowsql -a xy12345 -u loader\nSNOWSQL_PWD=${s}`)
  add(
    "vault",
    glue("hv|s.") + d.url64(92),
    s => `Key                  Value\n---                  -----\ntoken                ${s}\ntoken_accessor       x`,
  )
  add("vault-batch", glue("hv|b.") + d.url64(140), s => `VAULT_TOKEN=${s}`)
  add("vault-old", glue("s|.") + d.alnum(24), s => `X-Vault-Token: ${s}`)
  add("vault-unseal", d.base64(43) + "=", s => `Unseal Key 1: ${s}`)
  add("doppler", glue("dp|.pt.") + d.alnum(43), s => `doppler configure set token ${s}`)
  add("doppler-service", glue("dp|.st.") + `prd.${d.alnum(43)}`, s => `DOPPLER_TOKEN="${s}"`)
  add("1password", glue("ops|_eyJ") + d.base64(300), s => `OP_SERVICE_ACCOUNT_TOKEN=${s}`)
  add(
    "1password-secret",
    `A3-${d.upper(6)}-${d.upper(6)}-${d.upper(5)}-${d.upper(5)}-${d.upper(5)}-${d.upper(5)}`,
    s => `Secret Key: ${s}`,
  )
  add(
    "age",
    glue("AGE-SECRET-|KEY-1") + d.from("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    s => `# public key: age1qqq\n${s}`,
  )
  add("wireguard", d.base64(43) + "=", s => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32`)
  add("wireguard-psk", d.base64(43) + "=", s => `PresharedKey = ${s}\nAllowedIPs = 0.0.0.0/0`)
  add(
    "terraform-cloud",
    `${d.alnum(14)}${glue(".atlas|v1.")}${d.url64(64)}`,
    s => `credentials "app.terraform.io" {\n  token = "${s}"\n}`,
  )
  add("pulumi", glue("pul|-") + d.hex(40), s => `PULUMI_ACCESS_TOKEN=${s}`)
  add("postman", glue("PM|AK-") + `${d.hex(24)}-${d.hex(34)}`, s => `X-Api-Key: ${s}`)
  add("sonar", glue("sq|p_") + d.hex(40), s => `sonar-scanner -Dsonar.token=${s}`)
  add("buildkite", glue("bk|ua_") + d.hex(40), s => `BUILDKITE_TOKEN=${s}`)
  add("circleci", glue("CC|IPAT_") + `${d.alnum(22)}_${d.hex(40)}`, s => `Circle-Token: ${s}`)
  add("flyio", glue("Fly|V1 fm2_") + d.base64(120), s => `FLY_API_TOKEN="${s}"`)
  add("posthog", glue("ph|x_") + d.alnum(43), s => `personal_api_key=${s}`)
  add("jfrog", glue("AK|Cp") + d.alnum(69), s => `jf c add --access-token=${s}`)
  add("artifactory-ref", glue("cm|VmdGtu") + d.alnum(56), s => `X-JFrog-Art-Api: ${s}`)
  add("hubspot", glue("pat-|na1-") + d.uuid(), s => `HUBSPOT=${s}`)
  add("intercom", glue("dG9r|O") + d.base64(54) + "=", s => `INTERCOM_ACCESS_TOKEN=${s}`)
  add("resend", glue("re|_") + `${d.alnum(8)}_${d.alnum(24)}`, s => `new Resend('${s}')`)
  add("brevo", glue("xkey|sib-") + `${d.hex(64)}-${d.alnum(16)}`, s => `api-key: ${s}`)
  add("clerk", glue("sk_|test_") + d.alnum(42), s => `CLERK_SECRET_KEY=${s}`)
  add("mapbox", glue("s|k.eyJ1Ijoi") + `${d.alnum(60)}.${d.url64(22)}`, s => `MAPBOX=${s}`)
  return rows
}

/** Rows whose place, not whose shape, says what they are. */
const contextRows = (d: Dice): SecretRow[] => {
  const rows: SecretRow[] = []
  const add = (id: string, secrets: string | readonly string[], text: string): void => {
    rows.push({ id: `context/${id}`, text, secrets: typeof secrets === "string" ? [secrets] : secrets })
  }
  const p = d.password
  let s = p()
  add("env-dump", s, `SHELL=/bin/bash\nPWD=/srv/app\nDATABASE_PASSWORD=${s}\nLANG=C.UTF-8\nHOME=/root`)
  s = d.alnum(32)
  add("dotenv", s, `# .env\nNODE_ENV=production\nSESSION_SECRET="${s}"\nPORT=3000`)
  s = d.hex(64)
  add("dotenv-hex", s, `ENCRYPTION_KEY=${s}`)
  s = `${d.lower(8)}$${d.alnum(6)}`
  add("dotenv-single", s, `DB_PASS='${s}'`)
  s = p()
  add(
    "docker-inspect",
    s,
    `            "Env": [\n                "POSTGRES_USER=app",\n                "POSTGRES_PASSWORD=${s}",\n                "PATH=/usr/bin"\n            ],`,
  )
  s = p()
  add(
    "compose-map",
    s,
    `services:\n  db:\n    image: mysql:8\n    environment:\n      MYSQL_ROOT_PASSWORD: ${s}\n    ports: ["3306:3306"]`,
  )
  s = d.alnum(14)
  add("compose-list", s, `    environment:\n      - RABBITMQ_DEFAULT_USER=guest\n      - RABBITMQ_DEFAULT_PASS=${s}`)
  const pw = p()
  s = b64(pw)
  add(
    "k8s-secret",
    s,
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${s}\n  username: ${b64("app")}`,
  )
  s = b64(d.alnum(24))
  add("k8s-secret-odd", s, `apiVersion: v1\ndata:\n  stripe: ${s}\nkind: Secret\nmetadata:\n  name: pay`)
  s = p()
  add("k8s-stringdata", s, `kind: Secret\nstringData:\n  smtp: "${s}"`)
  s = b64(d.alnum(30))
  add("k8s-json", s, `{"apiVersion":"v1","data":{"api-key":"${s}"},"kind":"Secret"}`)
  s = p()
  add(
    "k8s-env",
    s,
    `        env:\n        - name: DB_PASSWORD\n          value: ${s}\n        - name: LOG\n          value: info`,
  )
  s = d.alnum(20)
  add("ecs-env", s, `"environment": [ { "name": "API_TOKEN", "value": "${s}" } ]`)
  s = d.alnum(24)
  add("ecs-env-flipped", s, `{"value":"${s}","name":"JWT_SECRET"}`)
  s = p()
  add(
    "tf-state",
    s,
    `          "attributes": {\n            "master_username": "root",\n            "master_password": "${s}",\n            "engine": "postgres"`,
  )
  s = d.alnum(16)
  add("tf-plan", s, `  ~ resource "aws_db_instance" "main" {\n      ~ password = "${s}" -> (sensitive value)`)
  s = p()
  add("tfvars", s, `db_admin_password = "${s}"\nregion = "eu-west-1"`)
  s = p()
  add("ansible", s, `[web]\n10.0.0.4 ansible_user=root ansible_ssh_pass=${s} ansible_become=true`)
  s = p()
  add("ansible-yaml", s, `vars:\n  vault_db_password: '${s}'`)
  s = d.alnum(18)
  add("helm-set", s, `helm upgrade --install redis bitnami/redis --set auth.password=${s} --namespace cache`)
  s = p()
  add("helm-values", s, `auth:\n  rootPassword: "${s}"\n  database: app`)
  s = d.hex(40)
  add("gha-log", s, `2024-05-01T10:11:12.1234567Z env:\n2024-05-01T10:11:12.1234571Z   DEPLOY_TOKEN: ${s}`)
  s = d.alnum(32)
  add("curl-bearer", s, `curl -sS -H 'Authorization: Bearer ${s}' https://api.acme.dev/v1/me`)
  s = d.alnum(40)
  add("curl-v", s, `> GET /v1/me HTTP/1.1\n> Host: api.acme.dev\n> authorization: bearer ${s}\n> accept: */*`)
  s = p()
  add("curl-u", s, `curl -u admin:${s} http://localhost:9200/_cat/indices`)
  s = p()
  add("curl-user-long", s, `curl --user "elastic:${s}" -k https://es:9200`)
  s = b64(`admin:${d.alnum(14)}`)
  add("basic", s, `Authorization: Basic ${s}`)
  s = b64(`svc:${d.alnum(10)}`)
  add("basic-json", s, `"headers": {"authorization": "Basic ${s}", "accept": "application/json"}`)
  s = d.hex(32)
  add("x-api-key", s, `http GET api.acme.dev/items X-API-Key:${s}`)
  s = d.alnum(32)
  add("apikey-query", s, `GET /v2/weather?city=Oslo&appid=${s}&units=metric 200 12ms`)
  s = d.alnum(24)
  add("token-query", s, `https://app.acme.dev/reset?token=${s}&email=a%40b.c`)
  s = p()
  add("httpie", s, `http -a jane:${s} POST https://api.acme.dev/login`)
  s = d.alnum(15)
  add("wget", s, `wget --user=jane --password=${s} ftp://files.acme.dev/dump.sql`)
  s = d.alnum(20)
  add("git-remote", s, `origin\thttps://oauth2:${s}@git.acme.dev/team/app.git (push)`)
  s = d.hex(40)
  add("git-remote-user", s, `fatal: unable to access 'https://${s}@git.acme.dev/team/app.git/': 403`)
  s = p()
  add("netrc", s, `machine api.acme.dev\n  login jane\n  password ${s}`)
  s = p()
  add("netrc-line", s, `machine github.com login jane password ${s}`)
  s = d.alnum(14)
  add("pgpass", s, `$ cat ~/.pgpass\ndb.acme.dev:5432:app:app_user:${s}`)
  s = p()
  add("my-cnf", s, `[client]\nuser=root\npassword=${s}\nhost=localhost`)
  s = p()
  add("spring", s, `spring.datasource.url=jdbc:postgresql://db/app\nspring.datasource.password=${s}`)
  s = d.alnum(22)
  add("spring-yml", s, `spring:\n  mail:\n    username: bot\n    password: ${s}`)
  s = p()
  add(
    "appsettings",
    s,
    `"ConnectionStrings": { "Default": "Server=tcp:sql.acme.dev,1433;Database=app;User ID=sa;Password=${s};Encrypt=True;" }`,
  )
  s = p().replace(/[&<>]/g, "x")
  add("web-config", s, `<add name="Main" connectionString="Data Source=.;Initial Catalog=app;User Id=sa;Pwd=${s}" />`)
  s = d.alnum(30)
  add("web-config-key", s, `<add key="ApiSecret" value="${s}" />`)
  s = p()
  add("wp-config", s, `define( 'DB_USER', 'wp' );\ndefine( 'DB_PASSWORD', '${s}' );`)
  s = d.from("abcdefghijkmnopqrstuvwxyzABCDEFGHJK0123456789!@#%^&*()-_=+{}|;:,.<>?", 64)
  add("wp-salt", s, `define('AUTH_KEY',         '${s}');`)
  s = `${glue("django|-insecure-")}${d.from("abcdefghijklmnopqrstuvwxyz0123456789!@#%^&*(-_=+)", 50)}`
  add("django", s, `# SECURITY WARNING\nSECRET_KEY = '${s}'\nDEBUG = True`)
  s = p()
  add("django-db", s, `        'USER': 'app',\n        'PASSWORD': '${s}',\n        'HOST': 'db',`)
  s = d.hex(128)
  add("rails", s, `production:\n  secret_key_base: ${s}`)
  s = d.hex(32)
  add("rails-master", s, `$ cat config/master.key\n${s}`)
  s = p().replace(/[@#%^=+~!*]/g, "-")
  add("pg-url", s, `DATABASE_URL=postgres://app:${s}@db.acme.dev:5432/app`)
  s = encodeURIComponent(p())
  add(
    "mysql-url",
    s,
    `Error: connect ECONNREFUSED mysql://root:${s}@127.0.0.1:3306/shop\n    at Connection.connect (/app/db.js:10:3)`,
  )
  s = d.alnum(20)
  add("redis-url", s, `redis://:${s}@cache.acme.dev:6379/0`)
  s = d.alnum(20)
  add("rediss-default", s, `REDIS_URL=rediss://default:${s}@eu1-fast.upstash.io:6379`)
  s = d.alnum(18)
  add("mongo-url", s, `mongosh "mongodb://root:${s}@10.0.0.5:27017/admin?authSource=admin"`)
  s = d.alnum(16)
  add("amqp", s, `amqps://svc:${s}@rabbit.acme.dev/vhost`)
  s = d.alnum(16)
  add("smtp-url", s, `MAILER_DSN=smtp://bot%40acme.dev:${s}@smtp.acme.dev:587`)
  s = p().replace(/[&;=]/g, "x")
  add("jdbc", s, `jdbc:sqlserver://db:1433;databaseName=app;user=sa;password=${s};encrypt=true`)
  s = d.alnum(15)
  add("jdbc-query", s, `jdbc:mysql://db:3306/app?user=root&password=${s}&useSSL=false`)
  s = d.alnum(15)
  add(
    "sqlalchemy",
    s,
    `sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) dsn postgresql+psycopg2://etl:${s}@warehouse/prod failed`,
  )
  s = d.alnum(14)
  add("libpq", s, `psql "host=db.acme.dev port=5432 dbname=app user=app password=${s} sslmode=require"`)
  s = d.alnum(14)
  add("oracle", s, `sqlplus system/${s}@//db.acme.dev:1521/XEPDB1`)
  s = d.alnum(14)
  add("go-dsn", s, `sql.Open("mysql", "root:${s}@tcp(127.0.0.1:3306)/shop?parseTime=true")`)
  s = d.alnum(12)
  add("ldap", s, `ldapsearch -x -D "cn=admin,dc=acme,dc=dev" -w ${s} -b dc=acme,dc=dev`)
  s = `${glue("ey|J")}${b64("hbGciOiJIUzI1NiJ9").slice(0, 30)}.${glue("ey|J")}${d.url64(90)}.${d.url64(43)}`
  add("jwt-log", s, `[12:01:03] DEBUG verifying ${s} failed: jwt expired`)
  s = `${glue("ey|J")}${d.alnum(33)}.${glue("ey|J")}${d.alnum(80)}.${d.url64(86)}`
  add("jwt-cookie", s, `Set-Cookie: access=${s}; Path=/; HttpOnly`)
  s = `s%3A${d.alnum(32)}.${d.alnum(43)}`
  add("cookie", s, `Cookie: theme=dark; connect.sid=${s}; lang=en`)
  s = d.lower(26)
  add("php-session", s, `set-cookie: PHPSESSID=${s}; path=/; secure`)
  s = d.hex(64)
  add("laravel-session", s, `< Set-Cookie: sessionid=${s}; HttpOnly; Max-Age=1209600; SameSite=Lax`)
  s = d.url64(43)
  add("oauth-json", s, `{"access_token":"${s}","token_type":"Bearer","expires_in":3600}`)
  s = d.url64(64)
  add("oauth-refresh", s, `{\n  "token_type": "Bearer",\n  "refresh_token": "${s}",\n  "scope": "read"\n}`)
  s = d.alnum(40)
  add("oauth-form", s, `POST /oauth/token\ngrant_type=client_credentials&client_id=web&client_secret=${s}`)
  s = d.url64(48)
  add("oauth-code", s, `http://localhost:8080/callback?code=${s}&state=xyz`)
  s = d.hex(64)
  add(
    "presigned",
    s,
    `https://b.s3.amazonaws.com/f.zip?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20240101T000000Z&X-Amz-Expires=3600&X-Amz-Signature=${s}`,
  )
  s = d.base64(27) + "="
  add("presigned-old", s, `https://b.s3.amazonaws.com/f?Expires=1700000000&Signature=${encodeURIComponent(s)}`)
  s = d.url64(120)
  add("cloudfront", s, `https://d1.cloudfront.net/v.mp4?Policy=x&Signature=${s}&Key-Pair-Id=K2`)
  s = d.base64(300)
  add("saml", s, `SAMLResponse=${encodeURIComponent(s)}&RelayState=%2Fhome`)
  const body = (n: number): string => Array.from({ length: n }, () => d.base64(64)).join("\n")
  const pem = (label: string, inner: string): string => `-----BEGIN ${label}-----\n${inner}\n-----END ${label}-----`
  for (const label of [
    "RSA PRI|VATE KEY",
    "EC PRI|VATE KEY",
    "OPENSSH PRI|VATE KEY",
    "PRI|VATE KEY",
    "ENCRYPTED PRI|VATE KEY",
  ]) {
    s = body(3)
    add(
      `pem-${label.split(" ")[0]!.toLowerCase().replace("|", "")}`,
      s.split("\n"),
      `$ cat key.pem\n${pem(glue(label), s)}\n$ `,
    )
  }
  s = body(4)
  add("pem-truncated", s.split("\n"), `-----BEGIN ${glue("RSA PRI|VATE KEY")}-----\n${s}\n... (truncated)`)
  s = body(2)
  add("pem-tail", s.split("\n"), `${s}\n-----END ${glue("PRI|VATE KEY")}-----\nuser@host:~$`)
  s = body(3)
  add(
    "pem-json",
    s.split("\n"),
    `"private_key": "${pem(glue("PRI|VATE KEY"), s).replaceAll("\n", "\\n")}\\n",\n"client_email": "x@y.iam.gserviceaccount.com"`,
  )
  s = body(3)
  add(
    "pem-indented",
    s.split("\n"),
    `tls:\n  key: |\n${pem(glue("PRI|VATE KEY"), s).replace(/^/gm, "    ")}\n  cert: none`,
  )
  s = body(2)
  add(
    "pem-numbered",
    s.split("\n"),
    pem(glue("EC PRI|VATE KEY"), s)
      .split("\n")
      .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
      .join("\n"),
  )
  s = body(3)
  add(
    "pgp",
    s.split("\n"),
    `-----BEGIN ${glue("PGP PRI|VATE KEY")} BLOCK-----\nVersion: GnuPG v2\n\n${s}\n=abcd\n-----END ${glue("PGP PRI|VATE KEY")} BLOCK-----`,
  )
  s = body(2)
  add(
    "putty",
    s.split("\n"),
    `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 2\n${s}\nPrivate-MAC: ${d.hex(40)}`,
  )
  s = b64(pem(glue("PRI|VATE KEY"), body(3)))
  add("pem-base64", s, `tls.key: ${s}`)
  s = p()
  add("log-eq", s, `2024-03-02 11:22:33 ERROR AuthService login failed user=jane password=${s} ip=10.1.1.1`)
  s = p()
  add("log-json", s, `{"level":"info","msg":"login","body":{"email":"j@acme.dev","password":"${s}"}}`)
  s = p()
  add("log-escaped", s, `"body": "{\\"username\\":\\"jane\\",\\"password\\":\\"${s}\\"}"`)
  s = p().replace(/'/g, "x")
  add("sql-identified", s, `CREATE USER 'app'@'%' IDENTIFIED BY '${s}';`)
  s = p()
  add("sql-alter", s, `ALTER ROLE app WITH LOGIN PASSWORD '${s}';`)
  s = p()
  add("mysql-flag", s, `mysql -u root -p${s} -h db.acme.dev shop < dump.sql`)
  s = d.alnum(16)
  add("pgpassword", s, `PGPASSWORD=${s} pg_dump -h db -U app app > out.sql`)
  s = d.alnum(16)
  add("redis-cli", s, `redis-cli -h cache -a ${s} ping`)
  s = d.alnum(16)
  add("sshpass", s, `sshpass -p '${s}' ssh root@10.0.0.9`)
  s = p()
  add("flag-password", s, `./deploy --env prod --db-password "${s}" --verbose`)
  s = d.alnum(16)
  add("docker-login", s, `docker login -u ci -p ${s} registry.acme.dev`)
  s = d.alnum(20)
  add("docker-run-e", s, `docker run -d -e MYSQL_ROOT_PASSWORD=${s} -p 3306:3306 mysql:8`)
  s = d.alnum(20)
  add("history", s, `  501  cd app\n  502  export GH_ENTERPRISE_TOKEN=${s}\n  503  make deploy`)
  s = p()
  add("prose-is", s, `The staging password is ${s} if you need to log in.`)
  s = p()
  add("prose-use", s, `please log in as admin with password ${s} and check the dashboard`)
  s = d.alnum(28)
  add("prose-key", s, `my api key is ${s}, can you wire it in?`)
  s = d.alnum(32)
  add("prose-here", s, `Here is the token: ${s}. Don't commit it.`)
  s = p()
  add("prose-creds", s, `creds for the box: root / ${s}`)
  s = p()
  add("prose-userpass", s, `user: jane@acme.dev\npass: ${s}`)
  s = p()
  add("prose-quoted", s, `set the admin password to "${s}" and restart`)
  s = p()
  add("prose-changed", s, `I changed the db password from hunter to \`${s}\` yesterday`)
  s = d.alnum(32)
  add("prose-secret", s, `use this client secret -> ${s}`)
  s = p()
  add("prose-wifi", s, `wifi passphrase = ${s}`)
  s = p()
  add("yaml-block", s, `password: |\n  ${s}\nhost: db`)
  s = p()
  add("yaml-folded", s, `api_secret: >-\n    ${s}`)
  s = d.alnum(32)
  add("toml", s, `[auth]\nsecret = "${s}"\nttl = 30`)
  s = d.alnum(20)
  add("ini", s, `[smtp]\nsmtp_password : ${s}`)
  s = p().replace(/[&<>]/g, "x")
  add("xml", s, `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${s}</password>\n</server>`)
  s = d.alnum(16)
  add("csv", s, `username,password,role\njane,${s},admin`)
  s = encodeURIComponent(p())
  add("form", s, `username=jane&password=${s}&remember=1`)
  s = d.alnum(24)
  add("url-encoded", s, `redirect=%2Fcb%3Faccess_token%3D${s}%26state%3D1`)
  s = d.alnum(24)
  add("python-dict", s, `{'host': 'db', 'secret_key': '${s}', 'port': 1}`)
  s = d.alnum(24)
  add("ruby-hash", s, `config = { :api_key => '${s}', :timeout => 5 }`)
  s = d.alnum(24)
  add("php-array", s, `'app_secret' => '${s}',`)
  s = d.alnum(24)
  add("js-const", s, `const API_KEY = "${s}";`)
  s = d.alnum(24)
  add("go-const", s, `const jwtSecret = \`${s}\``)
  s = d.alnum(24)
  add("java-field", s, `private static final String AUTH_TOKEN = "${s}";`)
  s = p()
  add("kwargs", s, `conn = psycopg2.connect(host="db", user="app", password="${s}")`)
  s = d.hex(32)
  add("diff", s, `-  apiKey: process.env.KEY,\n+  apiKey: "${s}",`)
  s = d.alnum(20)
  add("grep-out", s, `config/prod.yml:14:  access_token: ${s}`)
  s = d.alnum(20)
  add("powershell", s, `$env:API_TOKEN = "${s}"`)
  s = d.alnum(20)
  add("cmd-set", s, `set SECRET_TOKEN=${s}`)
  s = d.alnum(20)
  add("fish", s, `set -x NPM_TOKEN ${s}`)
  s = d.alnum(20)
  add("dockerfile", s, `ENV AUTH_SECRET ${s}`)
  s = d.alnum(20)
  add("dockerfile-arg", s, `ARG GITHUB_TOKEN=${s}`)
  s = p()
  add("table", s, `| field    | value |\n| -------- | ----- |\n| password | ${s} |`)
  s = d.hex(40)
  add("markdown", s, `- **API key**: \`${s}\``)
  s = d.alnum(20)
  add("kubectl-literal", s, `kubectl create secret generic db --from-literal=password=${s} -n prod`)
  s = d.alnum(20)
  add("gh-secret", s, `gh secret set DEPLOY_KEY --body "${s}"`)
  s = d.alnum(20)
  add("heroku-config", s, `heroku config:set SECRET_KEY_BASE=${s} -a acme`)
  s = d.alnum(20)
  add("aws-ssm", s, `aws ssm put-parameter --name /prod/db/password --type SecureString --value '${s}'`)
  s = p()
  add("aws-sm", s, `"SecretString": "{\\"username\\":\\"admin\\",\\"password\\":\\"${s}\\"}",`)
  s = d.alnum(20)
  add("chpasswd", s, `echo "deploy:${s}" | chpasswd`)
  s = d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32)
  add("totp", s, `otpauth://totp/Acme:jane?secret=${s}&issuer=Acme`)
  s = Array.from({ length: 12 }, () =>
    d.pick(["abandon", "ladder", "orbit", "salad", "walnut", "kitten", "zebra", "velvet", "ocean", "rocket"]),
  ).join(" ")
  add("mnemonic", s, `MNEMONIC="${s}"`)
  s = d.hex(64)
  add("eth-key", s, `PRIVATE_KEY=0x${s}`)
  s = d.alnum(24)
  add(
    "htpasswd",
    `${glue("$ap|r1$")}${s.slice(0, 8)}$${s.slice(0, 22)}`,
    `jane:${glue("$ap|r1$")}${s.slice(0, 8)}$${s.slice(0, 22)}`,
  )
  s = d.alnum(86)
  add("shadow", s, `root:$6$${d.alnum(8)}$${s}:19000:0:99999:7:::`)
  return rows
}

export const secondSecretRows = (d: Dice): SecretRow[] => [...vendorRows(d), ...contextRows(d)]
