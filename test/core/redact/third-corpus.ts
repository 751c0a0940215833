// The third redaction corpus: harder carriers, rarer vendors and contexts, and look-alikes, written blind to the rules.
// Ground truth: public formats; every value is rolled at run time, prefixes are glued from parts ("|" is dropped).
// Over 300 lines because it is one table of rows.

import type { Dice } from "./dice.ts"
import { glue, type SecretRow } from "./second-corpus.ts"

const b64 = (text: string): string => Buffer.from(text).toString("base64")

/** Places a pasted token stands in, without a word that names it. */
const carriers: readonly ((s: string) => string)[] = [
  s => `${s}`,
  s => `  "${s}",`,
  s => `why does ${s}, which worked yesterday, fail now?`,
  s => `(${s})`,
  s => `<${s}>`,
  s => `curl https://api.acme.dev/v1/things/${s}/rotate`,
  s => `2024-06-01T08:00:00Z level=warn msg="rejected" value=${s};`,
  s => `["a", '${s}']`,
  s => `\u001b[32m✔\u001b[0m saved ${s}\u001b[0m`,
  s => `foo\\n${s}\\nbar`,
  s => `| ci | ${s} | active |`,
  s => `<string>${s}</string>`,
  s => `- '${s}'.`,
  s => `var x=\`${s}\`;`,
  s => `{\\"v\\":\\"${s}\\"}`,
  s => `x%3D${s}%26y`,
  s => `+${s}`,
  s => `12:${s}`,
]

const vendorRows = (d: Dice): SecretRow[] => {
  const rows: SecretRow[] = []
  const add = (id: string, secret: string): void => {
    rows.push({ id: `vendor/${id}`, text: d.pick(carriers)(secret), secrets: [secret] })
  }
  const keyed = (id: string, secret: string, text: string): void => {
    rows.push({ id: `named/${id}`, text, secrets: [secret] })
  }
  add("aws-id", glue("AK|IA") + d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16))
  add("gcp", glue("AI|za") + d.url64(35))
  add("gcp-oauth", glue("ya|29.") + d.url64(160))
  add("gocspx", glue("GOC|SPX-") + d.url64(28))
  add("github", glue("gh|p_") + d.alnum(36))
  add("github-app", glue("gh|s_") + d.alnum(36))
  add("github-pat", glue("github|_pat_") + `${d.alnum(22)}_${d.alnum(59)}`)
  add("gitlab", glue("gl|pat-") + d.url64(20))
  add("gitlab-feed", glue("gl|ft-") + d.url64(20))
  add("gitlab-agent", glue("gl|agent-") + d.url64(50))
  add("gitlab-runner-old", glue("GR13|48941") + d.url64(20))
  add("slack", glue("xo|xb-") + `${d.digits(12)}-${d.digits(12)}-${d.alnum(24)}`)
  add("slack-cookie", glue("xo|xd-") + d.url64(80))
  add("stripe", glue("sk_|live_") + d.alnum(99))
  add("openai", glue("sk-|proj-") + d.url64(120))
  add("anthropic", glue("sk-|ant-api03-") + d.url64(95))
  add("anthropic-oauth", glue("sk-|ant-oat01-") + d.url64(86))
  add("hf", glue("h|f_") + d.alnum(34))
  add("groq", glue("gs|k_") + d.alnum(52))
  add("replicate", glue("r|8_") + d.alnum(37))
  add("npm", glue("np|m_") + d.alnum(36))
  add("pypi", glue("pypi-|AgEIcHlwaS5vcmc") + d.url64(160))
  add("sendgrid", glue("S|G.") + `${d.url64(22)}.${d.url64(43)}`)
  add("shopify", glue("shp|pa_") + d.hex(32))
  add("do", glue("dop_|v1_") + d.hex(64))
  add("dockerhub", glue("dckr|_pat_") + d.url64(27))
  add("dockerhub-org", glue("dckr|_oat_") + d.alnum(32))
  add("databricks", glue("da|pi") + d.hex(32))
  add("grafana", glue("gl|sa_") + `${d.alnum(32)}_${d.hex(8)}`)
  add("linear", glue("lin_|api_") + d.alnum(40))
  add("notion", glue("nt|n_") + d.alnum(46))
  add("airtable", glue("pa|t") + `${d.alnum(14)}.${d.hex(64)}`)
  add("figma", glue("fig|d_") + d.url64(40))
  add("doppler", glue("dp|.st.") + d.alnum(43))
  add("vault", glue("hv|s.") + d.url64(90))
  add("age", glue("AGE-SECRET-|KEY-1") + d.from("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58))
  add("newrelic", glue("NR|AK-") + d.upper(27))
  add("newrelic-insight", glue("NR|IQ-") + d.url64(32))
  add("postman", glue("PM|AK-") + `${d.hex(24)}-${d.hex(34)}`)
  add("pulumi", glue("pul|-") + d.hex(40))
  add("planetscale", glue("pscale|_tkn_") + d.url64(43))
  add("supabase", glue("sb|p_") + d.hex(40))
  add("atlassian", glue("AT|ATT3xFfGF0") + d.url64(180))
  add("telegram", `${d.digits(10)}:AA${d.url64(33)}`)
  add("twilio", glue("S|K") + d.hex(32))
  add("rubygems", glue("ruby|gems_") + d.hex(48))
  add("sentry-user", glue("sntry|u_") + d.hex(64))
  add("flyio", glue("fm|2_") + d.base64(140))
  add("cerebras", glue("cs|k-") + d.lower(48))
  add("fireworks", glue("f|w_") + d.alnum(24))
  add("tavily", glue("tv|ly-") + d.alnum(32))
  add("e2b", glue("e2|b_") + d.hex(40))
  add("nvidia", glue("nv|api-") + d.url64(64))
  add("langfuse", glue("sk-|lf-") + d.uuid())
  add("elevenlabs", glue("s|k_") + d.hex(48))
  add("facebook", glue("EA|A") + `G${d.alnum(170)}`)
  add("instagram", glue("IG|QVJ") + d.alnum(150))
  add("contentful", glue("CF|PAT-") + d.url64(43))
  add("readme", glue("rd|me_") + d.lower(70))
  add("typeform", glue("tf|p_") + d.url64(59))
  add("prefect", glue("pn|u_") + d.alnum(36))
  add("dynatrace", glue("dt0|c01.") + `${d.upper(24)}.${d.upper(64)}`)
  add("duffel", glue("duffel|_live_") + d.url64(43))
  add("easypost", glue("EZ|AK") + d.alnum(54))
  add("flutterwave", glue("FLWSECK|_TEST-") + `${d.hex(32)}-X`)
  add("razorpay", glue("rzp_|live_") + d.alnum(14))
  add("shippo", glue("shippo|_live_") + d.hex(40))
  add("mailersend", glue("ml|sn.") + d.hex(64))
  add("sendinblue", glue("xsmtp|sib-") + `${d.hex(64)}-${d.alnum(16)}`)
  add("infracost", glue("ic|o-") + d.alnum(32))
  add("scalingo", glue("tk-|us-") + d.url64(48))
  add("tailscale", glue("ts|key-auth-") + `${d.alnum(12)}CNTRL-${d.alnum(32)}`)
  add("turso-jwt", `${glue("ey|JhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.ey|J")}${d.url64(100)}.${d.url64(86)}`)
  add("launchdarkly", glue("api|-") + d.uuid())
  add("launchdarkly-sdk", glue("sd|k-") + d.uuid())
  add("posthog", glue("ph|x_") + d.alnum(43))
  add("snyk-jwt", glue("snyk|_uat.") + `${d.hex(8)}.${d.url64(80)}.${d.url64(60)}`)
  add("jfrog", glue("AK|Cp8") + d.alnum(68))
  add("azure-secret", `${d.alnum(3)}${d.digits(1)}Q~${d.url64(34)}`)
  add("ory", glue("ory_|pat_") + d.alnum(32))
  add("workos", glue("sk_|live_a2V5X") + d.alnum(60))
  add("plaid-access", glue("access-|production-") + d.uuid())
  add("square-prod", glue("sq0|atp-") + d.url64(22))
  add("discord", `${glue("Nz|")}${d.alnum(22)}.G${d.alnum(5)}.${d.url64(27)}`)
  const tail = d.hex(32)
  keyed(
    "teams-hook",
    tail,
    `TEAMS=https://acme.webhook.office.com/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${tail}/${d.uuid()}`,
  )
  const env = (name: string, value: string): void => keyed(name.toLowerCase(), value, `${name}=${value}`)
  env("ALGOLIA_ADMIN_KEY", d.hex(32))
  env("MIXPANEL_SECRET", d.hex(32))
  env("ROLLBAR_ACCESS_TOKEN", d.hex(32))
  env("SEGMENT_WRITE_KEY", d.alnum(32))
  env("TRAVIS_TOKEN", d.url64(22))
  env("CODECOV_TOKEN", d.uuid())
  env("COVERALLS_REPO_TOKEN", d.alnum(33))
  env("HONEYCOMB_API_KEY", d.alnum(22))
  env("LINODE_CLI_TOKEN", d.hex(64))
  env("VONAGE_API_SECRET", d.alnum(16))
  env("ZENDESK_API_TOKEN", d.alnum(40))
  env("SNYK_TOKEN", d.uuid())
  env("FIREBASE_TOKEN", `1//03${d.url64(90)}`)
  env("TF_VAR_db_password", d.password())
  env("ARM_CLIENT_SECRET", `${d.alnum(3)}8Q~${d.url64(34)}`)
  env("ARM_ACCESS_KEY", `${d.base64(86)}==`)
  env("NEXTAUTH_SECRET", `${d.base64(43)}=`)
  env("APP_KEY", `base64:${d.base64(43)}=`)
  env("MINIO_SECRET_KEY", d.alnum(40))
  env("B2_APPLICATION_KEY", `K00${d.digits(1)}${d.alnum(27)}`)
  env("RESTIC_PASSWORD", d.password())
  env("BORG_PASSPHRASE", d.password())
  env("CONSUMER_SECRET", d.alnum(50))
  env("VAPID_PRIVATE_KEY", d.url64(43))
  env("SIGNING_SECRET", d.hex(32))
  env("WEBHOOK_SECRET", d.alnum(24))
  env("MEILI_MASTER_KEY", d.url64(24))
  env("TYPESENSE_API_KEY", d.alnum(32))
  env("HASURA_GRAPHQL_ADMIN_SECRET", d.alnum(20))
  env("KEYSTORE_PASS", d.alnum(12))
  env("AUTH_TOKEN_SALT", d.alnum(32))
  return rows
}

const contextRows = (d: Dice): SecretRow[] => {
  const rows: SecretRow[] = []
  const add = (id: string, secret: string, wrap: (secret: string) => string): void => {
    rows.push({ id: `context/${id}`, text: wrap(secret), secrets: [secret] })
  }
  const p = d.password
  const word = (): string => d.pick(["river", "falcon", "copper", "monday", "banana", "silver", "winter", "tango"])
  const human = (): string =>
    `${d.pick(["Summer", "Winter", "Falcon", "Dragon", "Berlin"])}${d.pick(["20", "19"])}${d.digits(2)}${d.pick(["!", "#", "$", "?"])}`
  add("human-env", human(), s => `ADMIN_PASSWORD=${s}`)
  add("human-yaml", human(), s => `admin:\n  user: root\n  password: ${s}\n`)
  add("human-prose", human(), s => `btw the admin pw is ${s}`)
  add("human-json", `${word()}-${word()}-${word()}-${d.digits(2)}`, s => `{"password": "${s}"}`)
  add("human-flag", `${word()}${d.digits(4)}`, s => `mysqladmin -u root --password=${s} ping`)
  add("typed-login", p(), s => `Username: admin\nPassword: ${s}\nLogin successful`)
  add("expect", p(), s => `expect "password:"\nsend "${s}\\r"`)
  add("sudo-echo", p(), s => `echo '${s}' | sudo -S systemctl restart app`)
  add("7zip", d.alnum(14), s => `7z x backup.7z -p${s}`)
  add("unzip", d.alnum(14), s => `unzip -P ${s} export.zip`)
  add("openssl-pass", d.alnum(14), s => `openssl rsa -in key.pem -passin pass:${s} -out out.pem`)
  add("keytool", d.alnum(12), s => `keytool -list -keystore app.jks -storepass ${s}`)
  add("mosquitto", d.alnum(14), s => `mosquitto_pub -h broker -u sensor -P ${s} -t a/b -m 1`)
  add("mongo-flag", d.alnum(14), s => `mongodump --host db --username root --password ${s} --out /b`)
  add("mongosh-p", d.alnum(14), s => `mongosh -u root -p ${s} --authenticationDatabase admin`)
  add("sqlcmd", p(), s => `sqlcmd -S db -U sa -P '${s}' -Q "select 1"`)
  add("smbclient", d.alnum(12), s => `smbclient //nas/share -U jane%${s}`)
  add("mount-cifs", d.alnum(12), s => `mount -t cifs //nas/share /mnt -o username=jane,password=${s},uid=1000`)
  add("rsync", d.alnum(14), s => `RSYNC_PASSWORD=${s} rsync -a rsync://backup@nas/data .`)
  add("lftp", d.alnum(14), s => `lftp -u deploy,${s} sftp://files.acme.dev`)
  add("ftp-url", d.alnum(14), s => `ftp://deploy:${s}@files.acme.dev/out`)
  add("proxy", d.alnum(14), s => `https_proxy=http://jane:${s}@proxy.acme.dev:3128`)
  add("pip-index", d.alnum(20), s => `pip install --index-url https://ci:${s}@pypi.acme.dev/simple acme`)
  add("npmrc-password", b64(d.alnum(14)), s => `//npm.acme.dev/:_password="${s}"`)
  add("nuget", d.alnum(24), s => `<add key="ClearTextPassword" value="${s}" />`)
  add("maven", `{${d.base64(43)}=}`, s => `<passphrase>${s}</passphrase>`)
  add("gradle", d.alnum(16), s => `signing.password=${s}`)
  add("android", d.alnum(12), s => `    storePassword "${s}"\n    keyAlias "upload"`)
  add("properties-cipher", d.alnum(32), s => `jasypt.encryptor.password: ${s}`)
  add("yaml-list", d.alnum(24), s => `tokens:\n  - ${s}\n  - second`)
  add("json-list", d.alnum(32), s => `"api_keys": ["${s}"]`)
  add("json-pretty-space", d.alnum(24), s => `"clientSecret" : "${s}"`)
  add("camel", d.alnum(24), s => `dbPassword=${s}`)
  add("dash", d.hex(32), s => `consumer-secret: ${s}`)
  add("screaming-quoted", d.alnum(24), s => `"DB_PASSWORD": "${s}"`)
  add("export-spaces", p(), s => `export DB_PASS="${s}"  # staging`)
  add("set-o", d.alnum(24), s => `+ export DEPLOY_TOKEN=${s}\n+ DEPLOY_TOKEN=${s}`)
  add("strace", d.alnum(24), s => `execve("/usr/bin/app", ["app", "--token=${s}"], 0x7ffd) = 0`)
  add("ps", d.alnum(20), s => `root  4121  0.0  0.1 /usr/bin/worker --api-key=${s} --queue high`)
  add("systemd", d.alnum(20), s => `Environment="API_TOKEN=${s}"`)
  add("systemd-show", d.alnum(20), s => `Environment=NODE_ENV=production JWT_SECRET=${s} PORT=80`)
  add("pm2", d.alnum(20), s => `│ SESSION_SECRET    │ ${s} │`)
  add("printenv-one", d.alnum(24), s => `$ printenv GITLAB_TOKEN\n${s}`)
  add("echo-one", d.alnum(24), s => `$ echo $API_TOKEN\n${s}\n$ `)
  add(
    "vault-kv",
    p(),
    s => `====== Data ======\nKey         Value\n---         -----\npassword    ${s}\nusername    app`,
  )
  add("kubectl-decode", p(), s => `$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n${s}`)
  add("kubectl-describe-env", d.alnum(20), s => `    Environment:\n      DB_PASSWORD:  ${s}\n      LOG_LEVEL:    info`)
  add("docker-secret", d.alnum(20), s => `printf '${s}' | docker secret create db_password -`)
  add("compose-config", d.alnum(20), s => `      SECRET_KEY_BASE: "${s}"`)
  add("helm-get", d.alnum(16), s => `USER-SUPPLIED VALUES:\npostgresql:\n  auth:\n    postgresPassword: ${s}`)
  add("tf-output", p(), s => `Outputs:\n\ndb_password = "${s}"\nendpoint = "db.acme.dev"`)
  add("tf-plan-add", d.alnum(20), s => `      + admin_password = "${s}"`)
  add("tf-env-block", d.alnum(20), s => `  environment {\n    variables = {\n      API_SECRET = "${s}"\n    }\n  }`)
  add("cfn", p(), s => `- ParameterKey: DBPassword\n  ParameterValue: ${s}`)
  add("cfn-cli", d.alnum(16), s => `--parameters ParameterKey=DBPassword,ParameterValue=${s}`)
  add(
    "ssm-get",
    d.alnum(24),
    s =>
      `{\n  "Parameter": {\n    "Name": "/prod/api/token",\n    "Type": "SecureString",\n    "Value": "${s}",\n    "Version": 3\n  }\n}`,
  )
  add("sm-string", d.alnum(28), s => `"SecretString": "${s}"`)
  add("gcp-secret", d.alnum(28), s => `echo -n "${s}" | gcloud secrets create stripe-key --data-file=-`)
  add("az-kv", d.alnum(28), s => `az keyvault secret set --vault-name kv --name db --value "${s}"`)
  add("wrangler", d.alnum(28), s => `echo ${s} | wrangler secret put API_KEY`)
  add("fly-secrets", d.alnum(28), s => `fly secrets set DATABASE_SECRET=${s}`)
  add("vercel-env", d.alnum(28), s => `vercel env add API_SECRET production <<< "${s}"`)
  add("actions-mask", d.alnum(28), s => `echo "::add-mask::${s}"`)
  add("azure-pipe", d.alnum(20), s => `##vso[task.setvariable variable=dbPassword;issecret=true]${s}`)
  add("gitlab-var", d.alnum(20), s => `{"key":"DEPLOY_PASSWORD","value":"${s}","masked":true}`)
  add("jenkins", d.alnum(20), s => `withEnv(['NEXUS_PASSWORD=${s}']) { sh 'mvn deploy' }`)
  add("circle-var", d.alnum(20), s => `{"name":"NPM_TOKEN","value":"${s}"}`)
  add("bearer-lower", d.url64(48), s => `authorization=Bearer ${s}`)
  add("bearer-dict", d.url64(48), s => `{'Authorization': 'Bearer ${s}'}`)
  add("token-scheme", d.hex(40), s => `Authorization: token ${s}`)
  add("apikey-scheme", `${b64(d.alnum(30))}`, s => `Authorization: ApiKey ${s}`)
  add("digest", d.hex(32), s => `Authorization: Digest username="jane", realm="x", nonce="n", uri="/", response="${s}"`)
  add(
    "sigv4",
    d.hex(64),
    s =>
      `Authorization: AWS4-HMAC-SHA256 Credential=X/20240101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${s}`,
  )
  add("raw-auth", d.alnum(40), s => `authorization: ${s}`)
  add("proxy-auth", b64(`jane:${d.alnum(10)}`), s => `Proxy-Authorization: Basic ${s}`)
  add("x-token", d.hex(32), s => `-H "X-Auth-Token: ${s}"`)
  add("x-csrf", d.alnum(40), s => `X-CSRF-Token: ${s}`)
  add("apim", d.hex(32), s => `Ocp-Apim-Subscription-Key: ${s}`)
  add("rapidapi", d.alnum(50), s => `'X-RapidAPI-Key': '${s}'`)
  add("cookie-flag", d.hex(48), s => `curl -b "session=${s}" https://acme.dev/me`)
  add("cookie-jar", d.alnum(40), s => `#HttpOnly_acme.dev\tFALSE\t/\tTRUE\t0\tsid\t${s}`)
  add(
    "cookie-next",
    `${glue("ey|JhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0")}..${d.url64(16)}.${d.url64(200)}.${d.url64(22)}`,
    s => `__Secure-next-auth.session-token=${s}`,
  )
  add("express-cookie", d.alnum(32), s => `"cookie": "sid=${s}; theme=light"`)
  add("ws-url", d.alnum(32), s => `wss://rt.acme.dev/socket?access_token=${s}`)
  add("jupyter", d.hex(48), s => `    http://127.0.0.1:8888/lab?token=${s}`)
  add("magic-link", d.url64(43), s => `Click https://acme.dev/auth/magic?t=1&login_token=${s} to sign in`)
  add("invite", d.alnum(32), s => `https://acme.dev/verify-email?verification_token=${s}`)
  add("url-key", d.hex(32), s => `https://api.acme.dev/v3/geo?apikey=${s}`)
  add("url-sig", d.hex(64), s => `https://cdn.acme.dev/v.mp4?expires=1700000000&signature=${s}`)
  add(
    "sas-blob",
    encodeURIComponent(`${d.base64(43)}=`),
    s => `https://acct.blob.core.windows.net/c/f?sp=r&sv=2022-11-02&sr=b&sig=${s}`,
  )
  add("gcs-signed", d.hex(256), s => `https://storage.googleapis.com/b/o?X-Goog-Expires=600&X-Goog-Signature=${s}`)
  add("clickhouse-url", d.alnum(14), s => `clickhouse://default:${s}@ch:9000/db`)
  add("snow-url", d.alnum(14), s => `snowflake://loader:${s}@xy12345/db/schema?warehouse=wh`)
  add("mssql-url", d.alnum(14), s => `mssql+pyodbc://sa:${s}@sql:1433/app?driver=ODBC+Driver+17`)
  add("url-special", `${d.alnum(6)}#${d.alnum(4)}!${d.alnum(3)}`, s => `postgresql://app:${s}@db:5432/app`)
  add("url-at", `${d.alnum(5)}@${d.alnum(8)}`, s => `mysql2://root:${s}@127.0.0.1/app`)
  add(
    "celery",
    d.alnum(14),
    s =>
      `[2024-01-01 10:00:00,000: ERROR/MainProcess] consumer: Cannot connect to amqp://celery:${s}@rabbit:5672//: timed out.`,
  )
  add("ado", p().replace(/[;="']/g, "x"), s => `Data Source=sql;User Id=app;Password='${s}';`)
  add("odbc", d.alnum(14), s => `DRIVER={ODBC Driver 18 for SQL Server};SERVER=sql;UID=sa;PWD=${s}`)
  add("oracle-jdbc", d.alnum(14), s => `jdbc:oracle:thin:scott/${s}@//db:1521/orcl`)
  add(
    "kafka",
    d.alnum(20),
    s =>
      `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="${s}";`,
  )
  add("kafka-env", d.base64(64), s => `sasl.password=${s}`)
  add(
    "elastic",
    d.alnum(20),
    s => `Password for the elastic user (reset with bin/elasticsearch-reset-password):\n  ${s}`,
  )
  add("generated", d.alnum(20), s => `Generated root password: ${s}`)
  add(
    "mysql-temp",
    d.from("abcdefghijABCDEFGH0123456789!#%&*,;:?", 12),
    s => `[Note] [MY-010454] [Server] A temporary password is generated for root@localhost: ${s}`,
  )
  add("spring-gen", d.uuid(), s => `Using generated security password: ${s}`)
  add("argocd", d.alnum(16), s => `initial admin password: ${s}`)
  add(
    "jenkins-init",
    d.hex(32),
    s =>
      `Please use the following password to proceed to installation:\n\n${s}\n\nThis may also be found at: /var/jenkins_home/secrets/initialAdminPassword`,
  )
  add("grafana-reset", p(), s => `grafana cli admin reset-admin-password ${s}`)
  add("useradd", p(), s => `net user deploy ${s} /add`)
  add("passwd-set", p(), s => `ALTER USER postgres PASSWORD '${s}';`)
  add("sql-grant", p(), s => `GRANT ALL ON shop.* TO 'app'@'%' IDENTIFIED BY "${s}"`)
  add("sql-update", p().replace(/'/g, "x"), s => `UPDATE users SET password = '${s}' WHERE id = 1;`)
  add("sql-insert", d.alnum(32), s => `INSERT INTO api_tokens (user_id, token) VALUES (4, '${s}');`)
  add(
    "psql-row",
    d.alnum(40),
    s =>
      ` id | name |                  token\n----+------+------------------------------------------\n  1 | ci   | ${s}\n(1 row)`,
  )
  add("redis-requirepass", d.alnum(20), s => `requirepass ${s}`)
  add("redis-auth", d.alnum(20), s => `127.0.0.1:6379> AUTH default ${s}\nOK`)
  add("smtp-auth", b64(d.alnum(14)), s => `AUTH LOGIN\n334 UGFzc3dvcmQ6\n${s}`)
  add("java-prop", d.alnum(16), s => `-Djavax.net.ssl.keyStorePassword=${s} -jar app.jar`)
  add("swift", d.alnum(24), s => `let apiSecret: String = "${s}"`)
  add("kotlin", d.alnum(24), s => `val clientSecret = "${s}"`)
  add("rust", d.alnum(24), s => `const ACCESS_TOKEN: &str = "${s}";`)
  add("csharp", d.alnum(24), s => `public const string ApiKey = "${s}";`)
  add("c-define", d.alnum(24), s => `#define WIFI_PASSWORD "${s}"`)
  add("lua", d.alnum(24), s => `local secret_key = [[${s}]]`)
  add("elixir", d.base64(64), s => `config :app, AppWeb.Endpoint, secret_key_base: "${s}"`)
  add("clojure", d.alnum(24), s => `{:db-password "${s}" :port 5432}`)
  add("lisp-map", d.alnum(24), s => `{:api-key "${s}"}`)
  add("python-fernet", `${d.url64(43)}=`, s => `cipher = Fernet(b"${s}")`)
  add("py-default", d.alnum(24), s => `SECRET = os.environ.get("APP_SECRET", "${s}")`)
  add("js-default", d.alnum(24), s => `const secret = process.env.JWT_SECRET || "${s}"`)
  add("setter", d.alnum(24), s => `client.setApiKey("${s}");`)
  add("setter-pw", p().replace(/"/g, "x"), s => `dataSource.setPassword("${s}");`)
  add("jwt-sign", d.alnum(24), s => `jwt.sign({ id: 1 }, "${s}", { expiresIn: "1h" })`)
  add("hmac", d.alnum(32), s => `crypto.createHmac("sha256", "${s}").update(body)`)
  add("basic-tuple", p().replace(/["']/g, "x"), s => `requests.get(url, auth=("jane", "${s}"))`)
  add("httpbasic", d.alnum(16), s => `HTTPBasicAuth('jane', '${s}')`)
  add("login-call", d.alnum(16), s => `smtp.login("bot@acme.dev", "${s}")`)
  add("typescript-any", d.alnum(32), s => `token = "${s}" as string`)
  add("url-opaque", d.alnum(32), s => `git remote set-url origin https://${s}@git.acme.dev/x.git`)
  add("prose-comma", d.alnum(32), s => `the API key (${s}) seems to be rejected`)
  add("prose-colon", p(), s => `SSH into 10.0.0.9, user deploy, password: ${s}`)
  add("prose-slack", p(), s => `jane: what's the db password again?\nbob: it's ${s}`)
  add("prose-token-for", d.alnum(36), s => `token for the staging bot is '${s}'.`)
  add("prose-new", p(), s => `New password: ${s}, valid until Friday.`)
  add("prose-should", d.alnum(32), s => `the webhook secret should be ${s}`)
  add("prose-credentials", p(), s => `Credentials: admin / ${s}`)
  add("prose-loginwith", p(), s => `Login with admin:${s} at http://localhost:3000`)
  add("prose-german", p(), s => `Das Passwort lautet ${s} bitte nicht weitergeben`)
  add("prose-pin", d.digits(6), s => `Your verification code is ${s}`)
  add("prose-backup", `${d.lower(5)}-${d.lower(5)}`, s => `Recovery codes:\n${s}\n`)
  add("heredoc", d.alnum(24), s => `cat > .env <<EOF\nAPI_TOKEN=${s}\nEOF`)
  add("vim-diff", d.alnum(24), s => `@@ -1,3 +1,3 @@\n-API_KEY=old\n+API_KEY=${s}`)
  add("numbered", d.alnum(24), s => `     3\tJWT_SECRET=${s}\n     4\tPORT=80`)
  add("arrow-numbered", d.alnum(24), s => `     3→  "apiSecret": "${s}",`)
  add("html-attr", d.alnum(24), s => `<meta name="api-token" content="${s}">`)
  add("html-input", d.alnum(40), s => `<input type="hidden" name="authenticity_token" value="${s}" />`)
  add("plist", d.alnum(24), s => `<key>APISecret</key>\n<string>${s}</string>`)
  add("csv-quoted", d.alnum(24), s => `"service","api_key"\n"weather","${s}"`)
  add("tsv", d.alnum(24), s => `name\ttoken\nci\t${s}`)
  add("escaped-newline", d.alnum(24), s => `"stdout":"API_KEY=${s}\\nPORT=3000\\n"`)
  add("double-escaped", d.alnum(24), s => `"{\\\\\\"apiKey\\\\\\":\\\\\\"${s}\\\\\\"}"`)
  add("py-repr", d.alnum(24), s => `b'{"access_token": "${s}"}'`)
  add("ini-semicolon", d.alnum(24), s => `; secret=${s}`)
  add("comment", d.alnum(24), s => `// apiKey: "${s}",`)
  const lines = Array.from({ length: 4 }, () => d.base64(64))
  const begin = `-----BEGIN ${glue("OPENSSH PRI|VATE KEY")}-----`
  const end = `-----END ${glue("OPENSSH PRI|VATE KEY")}-----`
  rows.push({ id: "context/pem-crlf", text: `${begin}\r\n${lines.join("\r\n")}\r\n${end}\r\n`, secrets: lines })
  rows.push({ id: "context/pem-diff", text: [begin, ...lines, end].map(line => `+${line}`).join("\n"), secrets: lines })
  rows.push({
    id: "context/pem-env-escaped",
    text: `KEY="${begin}\\\\n${lines.join("\\\\n")}\\\\n${end}"`,
    secrets: lines,
  })
  rows.push({ id: "context/pem-cut-mid", text: `${begin}\n${lines.join("\n")}\n${d.base64(20)}`, secrets: lines })
  rows.push({
    id: "context/pem-quoted-mail",
    text: [begin, ...lines, end].map(line => `> ${line}`).join("\n"),
    secrets: lines,
  })
  rows.push({ id: "context/pem-one-line", text: `${begin} ${lines.join(" ")} ${end}`, secrets: lines })
  rows.push({
    id: "context/pem-js-concat",
    text: [begin, ...lines, end].map(line => `"${line}\\n" +`).join("\n"),
    secrets: lines,
  })
  rows.push({
    id: "context/jwk",
    text: `{"kty":"EC","crv":"P-256","d":"${lines[0]!.slice(0, 43)}","x":"abc"}`,
    secrets: [lines[0]!.slice(0, 43)],
  })
  return rows
}

export const thirdSecretRows = (d: Dice): SecretRow[] => [...vendorRows(d), ...contextRows(d)]
