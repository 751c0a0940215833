// Secrets and look-alikes, written for this suite before it first ran: public formats, every value rolled at run time, prefixes
// glued from parts ("|" is dropped) so that no scanner takes this file for a leak.
import type { Dice } from "../test/core/redact/dice.ts"
import { glue, type SecretRow } from "../test/core/redact/second-corpus.ts"

const b64 = (text: string): string => Buffer.from(text).toString("base64")

export function secretRows(d: Dice): readonly SecretRow[] {
  const rows: SecretRow[] = []
  const add = (id: string, secret: string, wrap: (secret: string) => string): void => {
    rows.push({ id, text: wrap(secret), secrets: [secret] })
  }
  const p = d.password
  const jwt = () => `${glue("ey|JhbGciOiJIUzI1NiJ9")}.${glue("ey|J")}${d.url64(60)}.${d.url64(43)}`
  const pem = (kind: string) => `${d.base64(64)}\n${d.base64(64)}\n${d.base64(40)}${kind === "" ? "" : ""}`
  add("prompt-key", glue("sk-|ant-api03-") + d.url64(95), s => `here is my key ${s} please test the endpoint`)
  add("prompt-openai", glue("sk-|proj-") + d.url64(120), s => `use ${s}, it has credit`)
  add("prompt-github", glue("gh|p_") + d.alnum(36), s => `clone with ${s} and push`)
  add("prompt-fine-pat", `${glue("github|_pat_")}${d.alnum(22)}_${d.alnum(59)}`, s => `(${s})`)
  add("prompt-gitlab", glue("gl|pat-") + d.url64(20), s => `glab auth login -t ${s}`)
  add("prompt-slack", `${glue("xo|xb-")}${d.digits(12)}-${d.digits(12)}-${d.alnum(24)}`, s => `bot token: ${s}.`)
  add(
    "slack-hook",
    `${d.upper(9)}/${d.upper(11)}/${d.alnum(24)}`,
    s => `curl https://hooks.slack.com/services/${s} -d x`,
  )
  add("aws-id", glue("AK|IA") + d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16), s => `aws_access_key_id = ${s}`)
  add("aws-secret", d.base64(40), s => `[default]\naws_secret_access_key = ${s}\n`)
  add("aws-env", d.base64(40), s => `AWS_SECRET_ACCESS_KEY="${s}" terraform plan`)
  add("gcp-api", glue("AI|za") + d.url64(35), s => `maps.js?key=${s}&libraries=places`)
  add("gcp-json", d.hex(40), s => `{"type":"service_account","private_key_id":"${s}","project_id":"x"}`)
  add("azure-storage", d.base64(86) + "==", s => `AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net`)
  add(
    "azure-sas",
    d.base64(43).replaceAll("+", "b").replaceAll("/", "c"),
    s => `https://a.blob.core.windows.net/c?sv=2022&sig=${s}%3D`,
  )
  add("stripe", glue("sk_|live_") + d.alnum(24), s => `stripe.api_key = "${s}"`)
  add("stripe-hook", glue("wh|sec_") + d.alnum(32), s => `endpoint_secret: ${s}`)
  add("twilio", glue("S|K") + d.hex(32), s => `TWILIO_API_KEY=${s}`)
  add("sendgrid", `${glue("S|G.")}${d.url64(22)}.${d.url64(43)}`, s => `mail.setApiKey('${s}')`)
  add("mailgun", glue("key|-") + d.hex(32), s => `curl --user 'api:${s}' https://api.mailgun.net/v3/x`)
  add("npmrc", glue("np|m_") + d.alnum(36), s => `//registry.example.org/:_authToken=${s}`)
  add("pypi", glue("pypi-|AgEIcHlwaS5vcmc") + d.url64(150), s => `twine upload -u __token__ -p ${s} dist/*`)
  add("docker-auth", b64(`ci:${d.alnum(20)}`), s => `{"auths":{"registry.example.org":{"auth":"${s}"}}}`)
  add("docker-login", d.alnum(24), s => `docker login -u ci -p ${s} registry.example.org`)
  add("pg-url", d.alnum(16), s => `DATABASE_URL=postgres://app:${s}@10.0.0.4:5432/shop`)
  add("mongo-url", d.alnum(18), s => `mongodb+srv://root:${s}@cluster0.example.mongodb.net/test`)
  add("redis-url", d.alnum(22), s => `connecting to rediss://default:${s}@cache.example.org:6380/0 ...`)
  add("amqp-url", d.alnum(18), s => `amqp://svc:${s}@mq:5672/%2f`)
  add("mysql-flag", d.alnum(14), s => `mysqldump -h db -u root -p${s} shop > dump.sql`)
  add("psql-env", p(), s => `PGPASSWORD='${s}' psql -h db -U app -c 'select 1'`)
  add("curl-user", d.alnum(18), s => `curl -s -u admin:${s} https://ci.example.org/api/json`)
  add("bearer", d.url64(48), s => `curl -H 'Authorization: Bearer ${s}' https://api.example.org/me`)
  add("basic", b64(`jane:${d.alnum(18)}`), s => `> Authorization: Basic ${s}\n< HTTP/1.1 200 OK`)
  add("x-api-key", d.hex(40), s => `request headers: { 'x-api-key': '${s}', accept: '*/*' }`)
  add("cookie", d.url64(64), s => `Set-Cookie: sessionid=${s}; HttpOnly; Path=/`)
  add("jwt-log", jwt(), s => `DEBUG auth token=${s} user=12`)
  add("jwt-bare", jwt(), s => `${s}`)
  add(
    "pem",
    pem("rsa"),
    s => `-----BEGIN ${glue("RSA PRI|VATE KEY")}-----\n${s}\n-----END ${glue("RSA PRI|VATE KEY")}-----`,
  )
  add(
    "pem-ec",
    pem("ec"),
    s =>
      `key: |\n  -----BEGIN ${glue("EC PRI|VATE KEY")}-----\n  ${s.replaceAll("\n", "\n  ")}\n  -----END ${glue("EC PRI|VATE KEY")}-----`,
  )
  add(
    "pem-json",
    pem("j").replaceAll("\n", "\\n"),
    s => `{"private_key":"-----BEGIN ${glue("PRI|VATE KEY")}-----\\n${s}\\n-----END ${glue("PRI|VATE KEY")}-----\\n"}`,
  )
  add(
    "ssh",
    pem("o"),
    s =>
      `$ cat id_ed25519\n-----BEGIN ${glue("OPENSSH PRI|VATE KEY")}-----\n${s}\n-----END ${glue("OPENSSH PRI|VATE KEY")}-----`,
  )
  add("pem-cut", pem("c"), s => `-----BEGIN ${glue("PRI|VATE KEY")}-----\n${s}\n[output truncated]`)
  add("yaml-password", p(), s => `database:\n  user: app\n  password: "${s}"\n`)
  add("toml-secret", d.hex(64), s => `[auth]\nsecret_key = "${s}"\n`)
  add("ini-pass", d.alnum(16), s => `[smtp]\nuser = mailer\npass = ${s}\n`)
  add("properties", d.alnum(20), s => `spring.datasource.password=${s}`)
  add("env-file", d.url64(40), s => `PORT=3000\nSESSION_SECRET=${s}\nDEBUG=1`)
  add(
    "django",
    d.from("abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", 50),
    s => `SECRET_KEY = 'django-insecure-${s}'`,
  )
  add("rails", d.hex(128), s => `secret_key_base: ${s}`)
  add("laravel", d.base64(43) + "=", s => `APP_KEY=base64:${s}`)
  add("json-token", d.hex(48), s => `{"ok":true,"access_token":"${s}","expires_in":3600}`)
  add("json-refresh", d.url64(80), s => `"refresh_token": "${s}",`)
  add("xml", d.alnum(20), s => `<add key="ApiSecret" value="${s}" />`)
  add("csharp", d.alnum(20), s => `"Server=db;Database=shop;User Id=sa;Password=${s};Encrypt=true"`)
  add("go-const", d.hex(40), s => `const apiSecret = "${s}"`)
  add("python-kw", d.alnum(32), s => `client = Client(api_key="${s}", timeout=5)`)
  add("js-new", d.hex(40), s => `new Client({ clientSecret: '${s}' })`)
  add("php-define", d.alnum(32), s => `define('AUTH_TOKEN', '${s}');`)
  add("wp-config", p(), s => `define( 'DB_PASSWORD', '${s}' );`)
  add("ruby-env", d.hex(40), s => `ENV['API_TOKEN'] = '${s}'`)
  add("powershell", d.alnum(24), s => `$env:DEPLOY_KEY = "${s}"`)
  add("fish", d.alnum(30), s => `set -gx GH_TOKEN ${s}`)
  add("cmd-set", d.alnum(30), s => `C:\\> set SECRET_TOKEN=${s}`)
  add("kubectl", d.alnum(20), s => `kubectl create secret generic db --from-literal=password=${s}`)
  add("k8s-data", b64(d.alnum(20)), s => `apiVersion: v1\nkind: Secret\ndata:\n  password: ${s}\n`)
  add("k8s-string", d.alnum(20), s => `kind: Secret\nstringData:\n  api-token: ${s}\n`)
  add("vault", glue("hv|s.") + d.alnum(90), s => `export VAULT_TOKEN=${s}`)
  add("vault-read", d.alnum(20), s => `Key         Value\n---         -----\npassword    ${s}\nusername    app`)
  add("netrc", d.alnum(20), s => `machine git.example.org\n  login jane\n  password ${s}`)
  add("git-remote", glue("gh|o_") + d.alnum(36), s => `origin  https://oauth2:${s}@github.com/acme/x.git (fetch)`)
  add("htpasswd", d.alnum(12), s => `htpasswd -b .htpasswd admin ${s}`)
  add("sshpass", d.alnum(14), s => `sshpass -p '${s}' ssh root@10.0.0.9`)
  add("openssl-pass", d.alnum(16), s => `openssl enc -aes-256-cbc -pass pass:${s} -in a -out b`)
  add("keytool", d.alnum(12), s => `keytool -list -keystore k.jks -storepass ${s}`)
  add("gpg-pass", d.alnum(16), s => `gpg --batch --passphrase ${s} -d x.gpg`)
  add("redis-cli", d.alnum(20), s => `redis-cli -h cache -a ${s} ping`)
  add("mc-alias", d.alnum(32), s => `mc alias set store https://s3.example.org ${glue("AK|IA")}${d.upper(16)} ${s}`)
  add("az-login", d.alnum(34), s => `az login --service-principal -u app -p ${s} --tenant t`)
  add("sqlcmd", p(), s => `sqlcmd -S db -U sa -P '${s}' -Q "select 1"`)
  add("telegram", `${d.digits(10)}:${glue("A|A")}${d.url64(33)}`, s => `https://api.telegram.org/bot${s}/getMe`)
  add("discord", `${glue("M|")}${d.alnum(25)}.${d.alnum(6)}.${d.url64(38)}`, s => `client.login("${s}")`)
  add("hf", glue("h|f_") + d.alnum(34), s => `huggingface-cli login --token ${s}`)
  add("linear", glue("lin_|api_") + d.alnum(40), s => `LINEAR=${s}`)
  add("notion", glue("nt|n_") + d.alnum(46), s => `notion token ${s}`)
  add("digitalocean", glue("dop_|v1_") + d.hex(64), s => `doctl auth init -t ${s}`)
  add("shopify", glue("shp|at_") + d.hex(32), s => `X-Shopify-Access-Token: ${s}`)
  add("square", glue("EA|AA") + d.url64(60), s => `square access token: ${s}`)
  add("sentry", glue("sntr|ys_") + d.url64(64), s => `SENTRY_AUTH_TOKEN=${s}`)
  add("databricks", glue("da|pi") + d.hex(32), s => `token = ${s}`)
  add("cloudflare", d.url64(40), s => `CLOUDFLARE_API_TOKEN=${s} npx wrangler deploy`)
  add("heroku", d.uuid(), s => `HEROKU_API_KEY=${s}`)
  add("datadog", d.hex(32), s => `DD_API_KEY=${s} ./agent`)
  add("fastly", d.url64(32), s => `Fastly-Key: ${s}`)
  add("prose-password", p(), s => `the admin password is ${s} but please rotate it`)
  add("prose-german", p(), s => `das Passwort lautet ${s}`)
  add("prose-token", d.alnum(32), s => `my token: ${s}`)
  add(
    "otp-url",
    d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32),
    s => `otpauth://totp/Acme:jane?secret=${s}&issuer=Acme`,
  )
  add("signed-url", d.hex(64), s => `https://b.s3.amazonaws.com/k?X-Amz-Credential=x&X-Amz-Signature=${s}`)
  add("query-token", d.hex(40), s => `GET /feed?token=${s}&page=2 HTTP/1.1" 200`)
  add("escaped-json", d.hex(40), s => `{\\"apiKey\\":\\"${s}\\"}`)
  add("url-encoded", d.alnum(24), s => `grant_type=password&username=jane&password=${s}&scope=all`)
  add("diff-line", d.hex(40), s => `-  apiSecret: "${s}"\n+  apiSecret: process.env.API_SECRET`)
  add("shell-trace", d.alnum(40), s => `+ curl -H 'PRIVATE-TOKEN: ${s}' https://git.example.org/api/v4`)
  add("ansible", p(), s => `ansible_become_password: ${s}`)
  add("terraform", d.alnum(24), s => `variable "db_password" {\n  default = "${s}"\n}`)
  add("tfvars", d.alnum(24), s => `db_password = "${s}"`)
  add("gradle", d.alnum(20), s => `signing.password=${s}`)
  add("firebase", d.url64(80), s => `firebase deploy --token "${s}"`)
  add("wireguard", d.base64(43) + "=", s => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32`)
  add("wifi", d.alnum(14), s => `network={\n ssid="home"\n psk="${s}"\n}`)
  add("age", glue("AGE-SECRET|-KEY-1") + d.from("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58), s => `# created: now\n${s}`)
  return rows
}

/** What looks like one and is none: must stay as it is. */
export const benignRows = (d: Dice): readonly string[] => [
  `commit ${d.hex(40)}`,
  `index ${d.hex(7)}..${d.hex(7)} 100644`,
  `"integrity": "sha512-${d.base64(86)}=="`,
  `sha256:${d.hex(64)}  dist/app.tgz`,
  `request id ${d.uuid()} took 12 ms`,
  `const id = "${d.uuid()}"`,
  `etag: W/"${d.hex(32)}"`,
  "password: str = Field(min_length=8)",
  "if (!password) throw new Error('password is required')",
  "export interface Login { user: string; password: string }",
  "token = await getToken(user)",
  "const token = req.headers.authorization?.split(' ')[1]",
  "process.env.API_KEY ?? ''",
  "os.environ['SECRET_KEY']",
  "api_key = os.getenv('API_KEY')",
  "PASSWORD=${PASSWORD:?missing}",
  "password: ${{ secrets.DB_PASSWORD }}",
  "password = var.db_password",
  "secretName: app-tls",
  "secretKeyRef:\n  name: db\n  key: password",
  "curl -u $USER:$PASS https://example.org",
  "postgres://user:password@localhost/db",
  "mysql -u root -p shop",
  "Authorization: Bearer <token>",
  "Authorization: Bearer $TOKEN",
  "set the token with gh auth login",
  "the password must have 12 characters",
  "forgot password link does not work on mobile",
  "tokens: 1840 in, 320 out",
  "max_tokens: 4096",
  "tokenizer = AutoTokenizer.from_pretrained('bert-base-uncased')",
  "csrf_token() returns the field",
  "public key fingerprint SHA256:" + d.base64(43),
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${d.base64(43)} jane@host`,
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  `build ${d.digits(12)} of pipeline ${d.digits(8)}`,
  `https://example.org/a/${d.hex(32)}.js`,
  `https://github.com/acme/app/commit/${d.hex(40)}`,
  `image: registry.example.org/app@sha256:${d.hex(64)}`,
  "key: value",
  "primary_key=True",
  "foreign key (user_id) references users(id)",
  "keyboard: qwertz",
  "object key 'users/1/avatar.png' not found",
  "cache key mismatch for build-cache-v3-linux",
  "React key prop is missing in list",
  "sort_key = lambda x: x.name",
  "const KEY_LENGTH = 32",
  "secret: false",
  "is_secret = True",
  "auth: none",
  "auth_provider = google",
  "pass: 12, fail: 3",
  "all 231 tests pass",
  "passphrase? leave empty for none",
  "password123 is a bad password",
  "let pwd = process.cwd()",
  "PWD=/home/dev/project",
  "OLDPWD=/tmp",
  "SSH_AUTH_SOCK=/tmp/ssh-x/agent.1",
  "SESSION_MANAGER=local/host",
  "session: { id: 4, user: 'jane' }",
  "cookie: theme=dark; lang=de",
  "signature = inspect.signature(fn)",
  "credentials: 'include'",
  "aws configure set region eu-west-1",
  "arn:aws:iam::123456789012:role/deploy",
  "AWS_PROFILE=prod aws s3 ls",
  "docker login registry.example.org",
  "npm config get registry",
  "//registry.example.org/:_authToken=${NPM_TOKEN}",
  "vault kv get secret/app/db",
  "kubectl get secrets -n prod",
  "NAME   TYPE     DATA   AGE\ndb     Opaque   2      3d",
  'gpg: Good signature from "Jane"',
  "openssl rand -hex 32",
  "uuidgen | tr A-Z a-z",
  `color: #${d.hex(6)}; background: #${d.hex(6)}`,
  `0x${d.hex(8)} <main+12>: mov eax, ebx`,
  `data:image/png;base64,iVBORw0KGgo${d.base64(60)}`,
  `"sourceMappingURL=app.js.map" ${d.hex(20)}`,
  `v8::internal::${d.lower(12)}`,
  "The access token expires after an hour; refresh it with POST /oauth/token.",
  "Replace YOUR_API_KEY with your key.",
  "api_key: xxxxxxxxxxxxxxxx",
  "token=****",
  "password: [redacted]",
  "SECRET=changeme",
  "ADMIN_PASSWORD=example",
  "jwt.verify(token, publicKey)",
  "expect(hash).toHaveLength(64)",
  "bcrypt.compare(password, user.passwordHash)",
  "type Token = { kind: 'word' | 'space'; text: string }",
  "private key files belong in ~/.ssh with mode 600",
  "class ApiKeyGuard implements CanActivate {}",
  `snapshot ${d.digits(10)} restored in ${d.digits(2)} s`,
  "Bearer authentication is described in RFC 6750.",
  "mutex.lock(); unlock_key(k);",
  `trace id=${d.hex(32)} span=${d.hex(16)}`,
]
