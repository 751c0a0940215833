// The fourth redaction corpus: longer pieces of tool output as sessions show them, each with a secret, and look-alikes.
// Ground truth: public formats; values are rolled at run time, prefixes are glued from parts ("|" is dropped).

import type { Dice } from "./dice.ts"
import type { BenignRow } from "./second-benign.ts"
import { glue, type SecretRow } from "./second-corpus.ts"

const b64 = (text: string): string => Buffer.from(text).toString("base64")

export const fourthSecretRows = (d: Dice): SecretRow[] => {
  const rows: SecretRow[] = []
  const add = (id: string, secret: string, wrap: (secret: string) => string): void => {
    rows.push({ id, text: wrap(secret), secrets: [secret] })
  }
  const p = d.password
  add("kubeconfig-token", d.url64(60), s => `users:\n- name: admin\n  user:\n    token: ${s}\n`)
  add(
    "kubeconfig-key",
    b64(`-----BEGIN ${glue("RSA PRI|VATE KEY")}-----\n${d.base64(64)}\n${d.base64(64)}`),
    s => `    client-key-data: ${s}\n`,
  )
  add(
    "sa-jwt",
    `${glue("ey|JhbGciOiJSUzI1NiIsImtpZCI6Ing")}${d.url64(8)}.${glue("ey|J")}${d.url64(200)}.${d.url64(342)}`,
    s => `$ cat /var/run/secrets/kubernetes.io/serviceaccount/token\n${s}`,
  )
  add(
    "describe-secret",
    b64(p()),
    s => `{"kind":"List","items":[{"apiVersion":"v1","kind":"Secret","data":{"redis":"${s}"}}]}`,
  )
  add("sealed-helm", p(), s => `global:\n  postgresql:\n    auth:\n      postgresPassword: "${s}" # rotate me\n`)
  add("compose-url", d.alnum(18), s => `      DATABASE_URL: "postgresql://shop:${s}@db:5432/shop?schema=public"`)
  add("compose-cmd", d.alnum(18), s => `    command: redis-server --requirepass ${s} --appendonly yes`)
  add("docker-history", d.alnum(30), s => `<missing>  3 weeks ago  /bin/sh -c #(nop)  ENV NPM_TOKEN=${s}  0B`)
  add("docker-build-arg", d.alnum(30), s => `docker build --build-arg GH_PAT=${s} -t app .`)
  add("buildx-log", d.alnum(30), s => `#9 [3/7] RUN echo "//registry.npmjs.org/:_authToken=${s}" > .npmrc`)
  add("yarnrc", d.alnum(36), s => `npmAuthToken: "${s}"\nnodeLinker: node-modules`)
  add(
    "pip-conf",
    d.alnum(20),
    s => `[global]\nextra-index-url = https://__token__:${s}@gitlab.acme.dev/api/v4/projects/1/packages/pypi/simple`,
  )
  add("composer-auth", d.hex(40), s => `{"github-oauth": {"github.com": "${s}"}}`)
  add("composer-basic", d.alnum(20), s => `"http-basic": {"repo.acme.dev": {"username": "ci", "password": "${s}"}}`)
  add("gradle-props", d.alnum(20), s => `artifactory_password=${s}\norg.gradle.jvmargs=-Xmx2g`)
  add("m2", d.alnum(20), s => `    <server><id>snap</id><username>ci</username><password>${s}</password></server>`)
  add("cargo", d.alnum(35), s => `[registries.corp]\ntoken = "Bearer ${s}"`)
  add("gem-cred", d.hex(40), s => `---\n:corp_api_key: Basic ${s}`)
  add("hex-pm", d.hex(32), s => `mix hex.user auth --key ${s}`)
  add("git-cred-store", d.alnum(24), s => `$ cat ~/.git-credentials\nhttps://jane:${s}@git.acme.dev`)
  add(
    "git-extraheader",
    b64(`x-access-token:${d.alnum(30)}`),
    s => `http.https://github.com/.extraheader=AUTHORIZATION: basic ${s}`,
  )
  add(
    "gh-hosts",
    glue("gh|o_") + d.alnum(36),
    s => `github.com:\n    user: jane\n    oauth_token: ${s}\n    git_protocol: https`,
  )
  add("gh-auth-status", glue("gh|o_") + d.alnum(36), s => `  - Token: ${s}\n  - Token scopes: 'gist', 'repo'`)
  add(
    "aws-cred-file",
    d.base64(40),
    s => `[prod]\naws_access_key_id=${glue("AK|IA")}${d.upper(16)}\naws_secret_access_key=${s}\n`,
  )
  add(
    "aws-sts-json",
    d.base64(40),
    s =>
      `{\n    "Credentials": {\n        "AccessKeyId": "${glue("AS|IA")}${d.upper(16)}",\n        "SecretAccessKey": "${s}",\n        "Expiration": "2026-01-01T00:00:00Z"\n`,
  )
  add(
    "aws-create-key",
    d.base64(40),
    s => `ACCESSKEY\t${glue("AK|IA")}${d.upper(16)}\t2024-01-01T00:00:00Z\t${s}\tActive\tdeploy`,
  )
  add("boto", d.base64(40), s => `boto3.client("s3", aws_access_key_id=KEY, aws_secret_access_key="${s}")`)
  add("terraform-provider", d.base64(40), s => `provider "aws" {\n  region     = "eu-west-1"\n  secret_key = "${s}"\n}`)
  add("tf-azure", `${d.alnum(3)}8Q~${d.url64(34)}`, s => `client_secret   = "${s}"`)
  add(
    "az-sp",
    `${d.alnum(3)}8Q~${d.url64(34)}`,
    s => `{\n  "appId": "${d.uuid()}",\n  "displayName": "ci",\n  "password": "${s}",\n  "tenant": "${d.uuid()}"\n}`,
  )
  add("az-acr", d.base64(48), s => `{"passwords":[{"name":"password","value":"${s}"}],"username":"acme"}`)
  add(
    "firebase-cfg",
    glue("AI|za") + d.url64(35),
    s => `const firebaseConfig = { apiKey: "${s}", authDomain: "x.firebaseapp.com" }`,
  )
  add("ansible-vault-pass", p(), s => `ansible-playbook site.yml --extra-vars "db_password=${s}"`)
  add("ansible-debug", p(), s => `ok: [web1] => {\n    "mysql_root_password": "${s}"\n}`)
  add("salt", p(), s => `mysql:\n    ----------\n    password:\n        ${s}`)
  add("chef", p(), s => `default['postgresql']['password']['postgres'] = '${s}'`)
  add("puppet", p(), s => `postgresql::server::db { 'app': user => 'app', password => '${s}' }`)
  add("vagrant", p(), s => `config.ssh.password = "${s}"`)
  add("nginx-header", d.alnum(40), s => `proxy_set_header Authorization "Bearer ${s}";`)
  add("apache-env", d.alnum(24), s => `SetEnv DB_PASSWORD "${s}"`)
  add("php-const", p().replace(/'/g, "x"), s => `$config['db']['password'] = '${s}';`)
  add("php-pdo", p().replace(/'/g, "x"), s => `new PDO('mysql:host=db;dbname=app', 'root', '${s}');`)
  add("mysqli", p().replace(/"/g, "x"), s => `mysqli_connect("localhost", "root", "${s}", "app");`)
  add("laravel-env", p(), s => `MAIL_USERNAME=bot\nMAIL_PASSWORD="${s}"\nMAIL_ENCRYPTION=tls`)
  add("symfony", d.hex(32), s => `APP_SECRET=${s}\nAPP_ENV=prod`)
  add(
    "rails-db",
    p(),
    s => `production:\n  adapter: postgresql\n  username: app\n  password: <%= nil %>\nstaging:\n  password: ${s}`,
  )
  add("django-email", p(), s => `EMAIL_HOST_USER = 'bot'\nEMAIL_HOST_PASSWORD = '${s}'`)
  add("flask", d.hex(48), s => `app.config["SECRET_KEY"] = "${s}"`)
  add("express-session", d.alnum(28), s => `app.use(session({ secret: "${s}", resave: false }))`)
  add("jwt-encode", d.alnum(28), s => `jwt.encode(payload, "${s}", algorithm="HS256")`)
  add("spring-jwt", d.base64(64), s => `app:\n  jwt:\n    secret: ${s}\n    expiration: 86400`)
  add("dotnet-secrets", d.alnum(28), s => `dotnet user-secrets set "Stripe:ApiKey" "${s}"`)
  add("dotnet-jwt", d.alnum(40), s => `"Jwt": { "Issuer": "acme", "Key": "${s}" }`)
  add("go-env", d.alnum(28), s => `os.Setenv("API_SECRET", "${s}")`)
  add("rust-env", d.alnum(28), s => `env::set_var("AUTH_TOKEN", "${s}");`)
  add("py-header", d.url64(40), s => `headers = {"X-Api-Token": "${s}", "Accept": "*/*"}`)
  add("js-fetch", d.url64(40), s => `fetch(url, { headers: { 'x-api-key': '${s}' } })`)
  add("axios-auth", p().replace(/'/g, "x"), s => `axios.get(url, { auth: { username: 'jane', password: '${s}' } })`)
  add("graphql", d.url64(40), s => `{"query":"mutation { login(password: \\"${s}\\") { id } }"}`)
  add(
    "curl-data",
    p().replace(/["'\\]/g, "x"),
    s => `curl -X POST https://acme.dev/login -d '{"user":"jane","password":"${s}"}'`,
  )
  add("curl-form", p().replace(/[&"'\\%+]/g, "x"), s => `curl -d "username=jane&password=${s}" https://acme.dev/login`)
  add("curl-url-key", d.hex(32), s => `curl "https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid=${s}"`)
  add(
    "http-response",
    d.url64(86),
    s => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Auth-Token: ${s}\r\n\r\n{}`,
  )
  add("set-cookie", d.url64(64), s => `< set-cookie: __Host-session=${s}; Path=/; Secure; HttpOnly`)
  add("playwright-state", d.url64(64), s => `{"cookies":[{"name":"session_id","value":"${s}","domain":"acme.dev"}]}`)
  add("localstorage", d.url64(64), s => `{"name":"accessToken","value":"${s}"}`)
  add("har", d.url64(48), s => `{"name": "Authorization", "value": "Bearer ${s}"}`)
  add("redis-monitor", d.alnum(24), s => `1700000000.123456 [0 127.0.0.1:5000] "AUTH" "${s}"`)
  add(
    "psql-alter",
    p().replace(/'/g, "x"),
    s => `postgres=# ALTER USER app WITH ENCRYPTED PASSWORD '${s}';\nALTER ROLE`,
  )
  add("mongo-create", p().replace(/["']/g, "x"), s => `db.createUser({ user: "app", pwd: "${s}", roles: [] })`)
  add(
    "es-reset",
    `${d.alnum(10)}*${d.alnum(9)}`,
    s => `Password for the [elastic] user successfully reset.\nNew value: ${s}`,
  )
  add("rabbit", d.alnum(16), s => `rabbitmqctl add_user shop ${s}`)
  add("minio", d.alnum(24), s => `mc alias set prod https://s3.acme.dev admin ${s}`)
  add("vault-write", p(), s => `vault kv put secret/db username=app password=${s}`)
  add("vault-login", glue("hv|s.") + d.alnum(24), s => `vault login ${s}`)
  add(
    "vault-approle",
    d.uuid(),
    s => `Key                   Value\nsecret_id             ${s}\nsecret_id_accessor    x`,
  )
  add("consul", d.uuid(), s => `CONSUL_HTTP_TOKEN=${s}`)
  add("ssh-agent", d.alnum(16), s => `ssh-keygen -t ed25519 -N '${s}' -f key`)
  add("gpg-batch", d.alnum(16), s => `gpg --batch --passphrase ${s} -d file.gpg`)
  add("openssl-enc", d.alnum(16), s => `openssl enc -aes-256-cbc -k ${s} -in a -out b`)
  add("zip-e", d.alnum(16), s => `zip -r -P ${s} out.zip dir`)
  add("wifi", p(), s => `network={\n  ssid="Office"\n  psk="${s}"\n}`)
  add("nmcli", d.alnum(14), s => `nmcli dev wifi connect Office password ${s}`)
  add("snmp", d.alnum(14), s => `snmp-server community ${s} RO`)
  add("cisco", d.alnum(14), s => `username admin privilege 15 secret 0 ${s}`)
  add("ldif", b64(d.alnum(16)), s => `dn: cn=admin,dc=acme\nuserPassword:: ${s}`)
  add("prose-1", d.alnum(32), s => `ok so the key I got from the dashboard is ${s} - is that the right kind?`)
  add("prose-2", p(), s => `Try logging in with jane@acme.dev and ${s}`)
  add("prose-3", d.hex(40), s => `I'll use the API token you gave me (${s}).`)
  add("prose-4", p(), s => `db creds: host db.acme.dev, user app, pass ${s}`)
  add("prose-5", d.alnum(40), s => `Set STRIPE_API_KEY to ${s} and rerun.`)
  add("prose-6", d.alnum(24), s => `secret=${s}, please rotate afterwards`)
  add("prose-7", p(), s => `The password for the test account has been changed to ${s}.`)
  add(
    "slack-prose",
    glue("xo|xb-") + `${d.digits(12)}-${d.digits(12)}-${d.alnum(24)}`,
    s => `my key ${s}, can you check the scopes?`,
  )
  return rows
}

export const fourthBenignRows = (d: Dice): BenignRow[] =>
  [
    `  - Token scopes: 'gist', 'read:org', 'repo', 'workflow'`,
    `✓ Logged in to github.com account jane (keyring)\n  - Token: gho_************************************`,
    `"private_key_id" and "private_key" are read from the key file`,
    `"client_email": "ci@acme-prod.iam.gserviceaccount.com",\n"client_id": "${d.digits(21)}"`,
    `AccessKeyMetadata: UserName deploy, Status Active, CreateDate 2024-01-01`,
    `ACCESS_KEY_ROTATION=enabled\nSECRET_NAME=prod/db/main`,
    `kubectl rollout restart deploy/token-service -n auth-prod-2024`,
    `NAME            READY   STATUS    RESTARTS   AGE\nkeycloak-0      1/1     Running   0          12d`,
    `serviceAccountName: token-reviewer\nautomountServiceAccountToken: false`,
    `volumes:\n- name: creds\n  secret:\n    secretName: db-creds-v2\n    defaultMode: 420`,
    `--set image.tag=${d.hex(7)} --set replicas=3`,
    `docker tag app:${d.hex(12)} registry.acme.dev/app:2024.05.01-${d.hex(7)}`,
    `Step 4/9 : ARG NPM_TOKEN\n ---> Running in ${d.hex(12)}`,
    `Removing intermediate container ${d.hex(12)}\n ---> ${d.hex(12)}`,
    `go: downloading github.com/golang-jwt/jwt/v5 v5.2.1`,
    `added 812 packages, and audited 813 packages in 14s\n\n12 packages are looking for funding`,
    `Compiling secrecy v0.8.0\nCompiling password-hash v0.5.0`,
    `Collecting python-jose[cryptography]==3.3.0`,
    `npm notice integrity: sha512-${d.base64(12)}[...]${d.base64(14)}==`,
    `yarn: "jsonwebtoken@npm:^9.0.0":\n  version: 9.0.2\n  checksum: 10c0/${d.hex(128)}`,
    `"chunk-vendors": "${d.hex(8)}", "app": "${d.hex(8)}"`,
    `Lighthouse report: password inputs: 2, tokens: 0`,
    `test_auth.py::test_token_expired PASSED [ 12%]\ntest_auth.py::test_password_hash PASSED [ 25%]`,
    `    expect(token).toEqual(expect.any(String))`,
    `    expected: "Bearer <token>"\n    received: undefined`,
    `TypeError: Cannot read properties of undefined (reading 'token')\n    at AuthService.login (/app/src/auth/auth.service.ts:42:17)`,
    `AttributeError: 'NoneType' object has no attribute 'password'`,
    `jwt.exceptions.ExpiredSignatureError: Signature has expired`,
    `botocore.exceptions.NoCredentialsError: Unable to locate credentials`,
    `google.auth.exceptions.DefaultCredentialsError: Your default credentials were not found`,
    `Error: Missing required environment variable: STRIPE_SECRET_KEY`,
    `warning: key 'tokens' is deprecated, use 'access.tokens' instead`,
    `SELECT token, expires_at FROM sessions WHERE user_id = 42 LIMIT 10;`,
    ` id |  email  | password_changed_at\n----+---------+---------------------\n  1 | a@b.dev | 2024-05-01 10:00:00`,
    `CREATE INDEX idx_api_tokens_hash ON api_tokens USING btree (token_hash);`,
    `GRANT SELECT ON secrets TO readonly_user;`,
    `git log --grep=password --since=2024-01-01 --oneline`,
    `git checkout -b feature/JIRA-${d.digits(4)}-password-reset-v2`,
    `On branch fix/token-refresh-race-2\nChanges not staged for commit:`,
    `rename src/auth/{token.ts => access-token.ts} (87%)`,
    `diff --git a/src/token.ts b/src/token.ts\nindex ${d.hex(7)}..${d.hex(7)} 100644`,
    `- const token = req.cookies.token\n+ const token = req.cookies["access-token"]`,
    `const KEY = "settings:v3:theme"`,
    `const STORAGE_KEY = 'acme.editor.layout.v2'`,
    `export const QUERY_KEYS = { user: 'user-profile-2', team: 'team-list' }`,
    `queryKey: ['projects', projectId, 'tokens']`,
    `<FormattedMessage id="auth.password.reset.title2" />`,
    `<Trans i18nKey="login.token_expired_24h" />`,
    `apiKeyAuth:\n  type: apiKey\n  name: X-API-KEY\n  in: header`,
    `@UseGuards(JwtAuthGuard, ThrottlerGuard)`,
    `@api.doc(security="Bearer Auth")`,
    `passport.use(new LocalStrategy({ usernameField: 'email', passwordField: 'password' }, verify))`,
    `bcrypt.hash(password, SALT_ROUNDS)`,
    `const SALT_ROUNDS = 12`,
    `private val tokenProvider: TokenProvider by lazy { JwtTokenProvider(clock) }`,
    `password=$(aws ssm get-parameter --name /prod/db/password --with-decryption --query Parameter.Value --output text)`,
    `export KUBECONFIG=~/.kube/prod-eu-west-1.yaml`,
    `source <(kubectl completion bash)`,
    `ssh -i ~/.ssh/deploy_ed25519 -o IdentitiesOnly=yes deploy@10.0.3.17`,
    `The login endpoint returns an access token (15 min) and a refresh token (30 days).`,
    `We store the key in KMS and the token in Redis with a TTL of 900 seconds.`,
    `Password policy: 12+ characters, no reuse of the last 5.`,
    `The key to the fix is line 42 of auth/token.ts.`,
    `Use a token with the \`repo\` and \`read:packages\` scopes.`,
    `Your personal access token (classic) will expire in 7 days: "ci-2024"`,
    `the secret here is called db-credentials-v3 and lives in eu-west-1`,
    `credentials are in 1Password, vault "Platform-2024"`,
    `tokens: 18432 (in 17920, out 512), cost $0.0421`,
    `| model | input tokens | output tokens |\n| opus-4-1 | 18432 | 512 |`,
    `Token usage: 154,321 / 200,000 (77%)`,
    `auth=AuthConfig(kind="oauth2", flow="pkce-s256")`,
    `pass rate: 98.4% (123/125)`,
    `PASS_THRESHOLD=0.95\nKEYFRAME_INTERVAL=48`,
    `monkey.patch_all(); keyring.get_keyring()`,
    `login: jane2024\nid: ${d.digits(8)}\nnode_id: MDQ6VXNlc${d.alnum(8)}`,
    `"node_id": "R_kgDO${d.alnum(6)}", "full_name": "acme/token-lib"`,
    `"_shasum": "${d.hex(40)}", "npm:signature": "MEUCIQ${d.base64(86)}="`,
    `signature: MEQCI${d.base64(90)}=\nkeyid: SHA256:${d.base64(43)}`,
    `x-goog-hash: crc32c=${d.base64(6)}==, md5=${d.base64(22)}==`,
    `P2P id 12D3KooW${d.alnum(44)}`,
    `onion http://${d.from("abcdefghijklmnopqrstuvwxyz234567", 56)}.onion/`,
    `ipfs://Qm${d.alnum(44)}`,
  ].map((text, i) => ({ id: `row/${i}`, text }))
