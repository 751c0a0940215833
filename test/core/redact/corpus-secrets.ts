// Generated texts that hold one or more fake secrets, in the places where tools, people and files put them.
// Ground truth: each row names the secrets in it; a redactor fails the row when a 12-character piece survives.
// Longer than 300 lines because it is one table of frames, formatted one statement per line; splitting it would hide gaps.

import type { Dice } from "./dice.ts"
import { vendorSecrets } from "./vendor-secrets.ts"

export type SecretRow = { readonly id: string; readonly text: string; readonly secrets: readonly string[] }
type Draw = (d: Dice) => { readonly text: string; readonly secrets: readonly string[] }

const one = (secret: string, text: string): { text: string; secrets: string[] } => ({ text, secrets: [secret] })

/** Surroundings that say nothing about the secret: the format alone must give it away. */
const bareFrames: readonly ((s: string) => string)[] = [
  s => `hey, this one ${s}, can you try it?`,
  s => `2026-03-01T10:00:00Z INFO worker[12]: request sent with ${s}.`,
  s => `{"level":"debug","msg":"using ${s}","ts":1700000000}`,
  s => `+  x: '${s}',\n-  x: ''`,
  s => `\u001b[32m${s}\u001b[0m`,
  s => `stdout: "line one\\n${s}\\nline three"`,
  s => `Error: 401 for (${s})\n    at fetch (/app/src/client.ts:12:4)`,
  s => `| name | ${s} |`,
  s => "try `" + s + "` instead",
  s => `https://example.org/cb?x=1&data=${s}&y=2`,
]

const pem = (d: Dice, label: string): string[] => [
  `-----BEGIN ${label}-----`,
  ...Array.from({ length: 8 }, () => d.base64(64)),
  `${d.base64(38)}==`,
  `-----END ${label}-----`,
]
const KEY = ["PRIVATE", "KEY"].join(" ")
const secretsOf = (lines: readonly string[]): string[] => lines.filter(line => !line.startsWith("-----"))

const frames: readonly (readonly [string, Draw])[] = [
  [
    "env dump",
    d => {
      const a = d.password(),
        b = d.alnum(32),
        c = d.hex(40)
      return {
        text: `PATH=/usr/bin:/bin\nHOME=/root\nDB_PASSWORD=${a}\nSESSION_SECRET=${b}\nACME_API_TOKEN=${c}\nLANG=C.UTF-8`,
        secrets: [a, b, c],
      }
    },
  ],
  [
    "export quoted",
    d => {
      const s = d.alnum(24)
      return one(s, `export ADMIN_TOKEN="${s}"\nnpm run deploy`)
    },
  ],
  [
    "export single",
    d => {
      const s = d.password()
      return one(s, `export PGPASSWORD='${s}' && psql -h db -U app`)
    },
  ],
  [
    "inline env",
    d => {
      const s = d.password()
      return one(s, `$ PGPASSWORD=${s} psql -h 10.0.0.4 -U postgres -c 'select 1'`)
    },
  ],
  [
    "dotenv url",
    d => {
      const s = d.alnum(20)
      return one(s, `DATABASE_URL=postgres://app:${s}@db.internal:5432/app?sslmode=require`)
    },
  ],
  [
    "mysql url",
    d => {
      const s = d.password().replace(/[#%^@]/g, "_")
      return one(s, `mysql://root:${s}@127.0.0.1/shop`)
    },
  ],
  [
    "mongo srv",
    d => {
      const s = d.alnum(18)
      return one(s, `MONGO_URI="mongodb+srv://svc:${s}@cluster0.ab1cd.mongodb.net/?retryWrites=true"`)
    },
  ],
  [
    "redis url",
    d => {
      const s = d.hex(48)
      return one(s, `redis://:${s}@redis:6379/0`)
    },
  ],
  [
    "amqp url",
    d => {
      const s = d.alnum(16)
      return one(s, `[error] connect amqp://worker:${s}@mq.local:5672/%2f refused`)
    },
  ],
  [
    "git remote",
    d => {
      const s = d.alnum(40)
      return one(s, `origin\thttps://x-access-token:${s}@github.com/acme/app.git (fetch)`)
    },
  ],
  [
    "git remote user",
    d => {
      const s = d.hex(40)
      return one(s, `remote: https://${s}@git.acme.dev/acme/app.git`)
    },
  ],
  [
    "encoded url password",
    d => {
      const s = `${d.alnum(8)}%40${d.alnum(8)}%23`
      return one(s, `postgresql://u:${s}@host/db`)
    },
  ],
  [
    "jdbc",
    d => {
      const s = d.alnum(16)
      return one(s, `jdbc:postgresql://db:5432/app?user=app&password=${s}&ssl=true`)
    },
  ],
  [
    "ado",
    d => {
      const s = d.alnum(16)
      return one(s, `Server=tcp:sql.acme.net,1433;Initial Catalog=app;User ID=sa;Password=${s};Encrypt=True;`)
    },
  ],
  [
    "pwd ado",
    d => {
      const s = d.password().replace(/[=;]/g, "x")
      return one(s, `"ConnectionString": "Server=db;Uid=app;Pwd=${s};"`)
    },
  ],
  [
    "account key",
    d => {
      const s = `${d.base64(86)}==`
      return one(s, `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core.windows.net`)
    },
  ],
  [
    "shared access key",
    d => {
      const s = `${d.base64(43)}=`
      return one(s, `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s}`)
    },
  ],
  [
    "sas",
    d => {
      const s = `${d.alnum(40)}%2B${d.alnum(3)}%3D`
      return one(s, `https://acme.blob.core.windows.net/c/f.zip?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=${s}`)
    },
  ],
  [
    "s3 signed",
    d => {
      const s = d.hex(64)
      return one(
        s,
        `https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-Signature=${s}`,
      )
    },
  ],
  [
    "gcs signed",
    d => {
      const s = d.hex(128)
      return one(s, `https://storage.googleapis.com/b/o?X-Goog-Expires=900&X-Goog-Signature=${s}`)
    },
  ],
  [
    "query token",
    d => {
      const s = d.alnum(32)
      return one(s, `GET /v1/items?limit=20&access_token=${s}&page=2 HTTP/1.1" 200`)
    },
  ],
  [
    "query key",
    d => {
      const s = d.alnum(32)
      return one(s, `curl "https://api.acme.dev/v1/geocode?address=x&key=${s}"`)
    },
  ],
  [
    "oauth code",
    d => {
      const s = d.url64(40)
      return one(s, `Redirect: https://app.acme.dev/callback?code=${s}&state=ok`)
    },
  ],
  [
    "encoded query",
    d => {
      const s = d.alnum(32)
      return one(s, `next=https%3A%2F%2Facme.dev%2F%3Faccess_token%3D${s}%26x%3D1`)
    },
  ],
  [
    "fragment",
    d => {
      const s = d.url64(50)
      return one(s, `http://localhost:3000/#access_token=${s}&token_type=Bearer&expires_in=3600`)
    },
  ],
  [
    "curl bearer",
    d => {
      const s = d.url64(40)
      return one(s, `curl -H "Authorization: Bearer ${s}" https://api.acme.dev/me`)
    },
  ],
  [
    "curl v",
    d => {
      const s = d.url64(64),
        c = d.url64(44)
      return {
        text: `> GET / HTTP/2\n> Host: acme.dev\n> authorization: Bearer ${s}\n> accept: */*\n>\n< HTTP/2 200\n< set-cookie: sid=${c}; Path=/; HttpOnly; SameSite=Lax\n< content-type: text/html`,
        secrets: [s, c],
      }
    },
  ],
  [
    "basic",
    d => {
      const s = btoa(`admin:${d.password()}`)
      return one(s, `Authorization: Basic ${s}`)
    },
  ],
  [
    "basic json",
    d => {
      const s = btoa(`svc:${d.alnum(14)}`)
      return one(s, `{"headers":{"Authorization":"Basic ${s}","Accept":"*/*"}}`)
    },
  ],
  [
    "curl u",
    d => {
      const s = d.password()
      return one(s, `curl -s -u deploy:${s} https://nexus.acme.dev/repository/`)
    },
  ],
  [
    "curl u quoted",
    d => {
      const s = d.password()
      return one(s, `curl -u 'deploy:${s}' https://nexus.acme.dev`)
    },
  ],
  [
    "x api key",
    d => {
      const s = d.hex(32)
      return one(s, `-H 'X-Api-Key: ${s}'`)
    },
  ],
  [
    "x auth token",
    d => {
      const s = d.alnum(36)
      return one(s, `X-Auth-Token: ${s}\r\nX-Request-Id: ${d.uuid()}`)
    },
  ],
  [
    "private token",
    d => {
      const s = d.url64(20)
      return one(s, `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.acme.dev/api/v4/projects`)
    },
  ],
  [
    "auth token scheme",
    d => {
      const s = d.hex(40)
      return one(s, `headers = {'Authorization': 'Token ${s}'}`)
    },
  ],
  [
    "raw authorization",
    d => {
      const s = d.alnum(48)
      return one(s, `"authorization": "${s}"`)
    },
  ],
  [
    "sigv4",
    d => {
      const s = d.hex(64)
      return one(
        s,
        `Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${s}`,
      )
    },
  ],
  [
    "cookie",
    d => {
      const s = d.url64(60),
        t = d.alnum(32)
      return { text: `Cookie: theme=dark; sessionid=${s}; csrftoken=${t}`, secrets: [s, t] }
    },
  ],
  [
    "connect sid",
    d => {
      const s = `s%3A${d.url64(32)}.${d.alnum(43)}`
      return one(s, `cookie: connect.sid=${s}; lang=en`)
    },
  ],
  [
    "jsession",
    d => {
      const s = d.hex(32).toUpperCase()
      return one(s, `Set-Cookie: JSESSIONID=${s}; Path=/; Secure`)
    },
  ],
  [
    "phpsess",
    d => {
      const s = d.lower(26)
      return one(s, `redirecting with PHPSESSID=${s}`)
    },
  ],
  [
    "cookie jar",
    d => {
      const s = d.alnum(40)
      return one(s, `.acme.dev\tTRUE\t/\tTRUE\t1900000000\tauth_session\t${s}`)
    },
  ],
  [
    "json password",
    d => {
      const s = d.password()
      return one(s, `{"user": "bob", "password": "${s}", "active": true}`)
    },
  ],
  [
    "json escaped",
    d => {
      const s = d.password()
      return one(s, `"SecretString": "{\\"username\\":\\"admin\\",\\"password\\":\\"${s}\\"}"`)
    },
  ],
  [
    "json twice escaped",
    d => {
      const s = d.alnum(30)
      return one(s, `"body": "{\\\\\\"api_key\\\\\\":\\\\\\"${s}\\\\\\"}"`)
    },
  ],
  [
    "json inner quote",
    d => {
      const a = d.alnum(14),
        b = d.alnum(14)
      return { text: `{"password":"${a}\\"${b}","x":1}`, secrets: [a, b] }
    },
  ],
  [
    "yaml",
    d => {
      const s = d.password()
      return one(s, `database:\n  host: db\n  username: app\n  password: ${s}\n  pool: 5`)
    },
  ],
  [
    "yaml quoted",
    d => {
      const s = d.alnum(40)
      return one(s, `auth:\n  client_id: acme\n  client_secret: '${s}'`)
    },
  ],
  [
    "yaml block",
    d => {
      const s = d.alnum(40)
      return one(s, `  api_token: |\n    ${s}\n  other: 1`)
    },
  ],
  [
    "yaml folded",
    d => {
      const s = d.base64(64)
      return one(s, `encryption_key: >-\n  ${s}\nname: x`)
    },
  ],
  [
    "toml",
    d => {
      const s = d.alnum(32)
      return one(s, `[service]\nsecret_key = "${s}"\ndebug = false`)
    },
  ],
  [
    "ini",
    d => {
      const s = d.password()
      return one(s, `[client]\nuser=root\npassword=${s}\nhost=localhost`)
    },
  ],
  [
    "properties",
    d => {
      const s = d.password()
      return one(s, `spring.datasource.username=app\nspring.datasource.password=${s}`)
    },
  ],
  [
    "php array",
    d => {
      const s = d.password().replace(/'/g, "x")
      return one(s, `'mysql' => [\n  'username' => 'app',\n  'password' => '${s}',\n],`)
    },
  ],
  [
    "php define",
    d => {
      const s = d.password()
      return one(s, `define('DB_PASSWORD', '${s}');`)
    },
  ],
  [
    "wp salt",
    d => {
      const s = d.from("abcdefXYZ0123456789!@#$%^&*()-_ []{}<>~+=,.;:/?|", 64).replace(/\s{2,}/g, " 9#")
      return one(s, `define('AUTH_KEY', '${s}');`)
    },
  ],
  [
    "laravel",
    d => {
      const s = `${d.base64(43)}=`
      return one(s, `APP_ENV=production\nAPP_KEY=base64:${s}`)
    },
  ],
  [
    "django",
    d => {
      const s = d.from("abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", 50)
      return one(s, `SECRET_KEY = "${s}"`)
    },
  ],
  [
    "rails",
    d => {
      const s = d.hex(128)
      return one(s, `production:\n  secret_key_base: ${s}`)
    },
  ],
  [
    "python",
    d => {
      const s = d.alnum(32)
      return one(s, `os.environ["ACME_TOKEN"] = "${s}"`)
    },
  ],
  [
    "python typed",
    d => {
      const s = d.alnum(24)
      return one(s, `    api_key: str = "${s}"`)
    },
  ],
  [
    "python kwarg",
    d => {
      const s = d.password()
      return one(s, `conn = connect(host="db", user="app", password="${s}", port=5432)`)
    },
  ],
  [
    "js const",
    d => {
      const s = d.alnum(40)
      return one(s, `const apiKey = "${s}"`)
    },
  ],
  [
    "js template",
    d => {
      const s = d.alnum(40)
      return one(s, "const client = new Client({ token: `" + s + "` })")
    },
  ],
  [
    "go",
    d => {
      const s = d.alnum(32)
      return one(s, `clientSecret := "${s}"`)
    },
  ],
  [
    "java setter",
    d => {
      const s = d.password()
      return one(s, `ds.setPassword("${s}");`)
    },
  ],
  [
    "csharp",
    d => {
      const s = d.base64(44)
      return one(s, `private const string EncryptionKey = @"${s}";`)
    },
  ],
  [
    "rust",
    d => {
      const s = d.alnum(32)
      return one(s, `let secret: &str = "${s}";`)
    },
  ],
  [
    "powershell",
    d => {
      const s = d.password()
      return one(s, `$env:ADMIN_PASSWORD = "${s}"`)
    },
  ],
  [
    "securestring",
    d => {
      const s = d.password()
      return one(s, `$p = ConvertTo-SecureString "${s}" -AsPlainText -Force`)
    },
  ],
  [
    "cmd set",
    d => {
      const s = d.alnum(24)
      return one(s, `set DEPLOY_TOKEN=${s}\r\n`)
    },
  ],
  [
    "fish",
    d => {
      const s = d.alnum(24)
      return one(s, `set -gx ACME_API_KEY ${s}`)
    },
  ],
  [
    "dockerfile",
    d => {
      const s = d.alnum(24)
      return one(s, `FROM node:20\nENV API_TOKEN ${s}\nRUN npm ci`)
    },
  ],
  [
    "docker inspect",
    d => {
      const s = d.password().replace(/"/g, "")
      return one(s, `"Env": [\n  "PATH=/usr/local/bin",\n  "POSTGRES_PASSWORD=${s}",\n  "POSTGRES_USER=app"\n]`)
    },
  ],
  [
    "docker run",
    d => {
      const s = d.password()
      return one(s, `docker run -d -e MYSQL_ROOT_PASSWORD=${s} -p 3306:3306 mysql:8`)
    },
  ],
  [
    "docker login",
    d => {
      const s = d.password()
      return one(s, `docker login -u ci -p ${s} registry.acme.dev`)
    },
  ],
  [
    "docker auth",
    d => {
      const s = btoa(`ci:${d.alnum(20)}`)
      return one(s, `{"auths":{"registry.acme.dev":{"auth":"${s}"}}}`)
    },
  ],
  [
    "compose list",
    d => {
      const s = d.alnum(20)
      return one(s, `    environment:\n      - REDIS_PASSWORD=${s}\n      - TZ=UTC`)
    },
  ],
  [
    "k8s env",
    d => {
      const s = d.password()
      return one(
        s,
        `        - name: DB_PASSWORD\n          value: "${s}"\n        - name: DB_HOST\n          value: db`,
      )
    },
  ],
  [
    "ecs env",
    d => {
      const s = d.alnum(32)
      return one(s, `{"name": "JWT_SECRET", "value": "${s}"}, {"name": "PORT", "value": "80"}`)
    },
  ],
  [
    "k8s secret",
    d => {
      const a = btoa(d.alnum(18)),
        b = btoa(d.alnum(24))
      return {
        text: `apiVersion: v1\ndata:\n  config.json: ${b}\n  password: ${a}\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque`,
        secrets: [a, b],
      }
    },
  ],
  [
    "k8s secret string",
    d => {
      const a = d.password()
      return one(a, `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\nstringData:\n  dbconn: ${a}\n`)
    },
  ],
  [
    "k8s secret json",
    d => {
      const a = btoa(d.alnum(18))
      return one(a, `{"apiVersion":"v1","data":{"foo":"${a}"},"kind":"Secret","metadata":{"name":"x"}}`)
    },
  ],
  [
    "kubeconfig",
    d => {
      const s = btoa(`-----BEGIN RSA ${KEY}-----\n${d.base64(64)}\n${d.base64(64)}\n`)
      return one(s, `users:\n- name: admin\n  user:\n    client-key-data: ${s}`)
    },
  ],
  [
    "terraform plan",
    d => {
      const a = d.password(),
        b = d.password()
      return {
        text: `  ~ resource "aws_db_instance" "main" {\n      ~ password = "${a}" -> "${b}"\n        # (40 unchanged attributes hidden)`,
        secrets: [a, b],
      }
    },
  ],
  [
    "terraform output",
    d => {
      const s = d.alnum(24)
      return one(s, `{\n  "db_password": {\n    "sensitive": true,\n    "type": "string",\n    "value": "${s}"\n  }\n}`)
    },
  ],
  [
    "aws credentials",
    d => {
      const a = `AK${"IA"}${d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
        b = d.base64(40)
      return { text: `[default]\naws_access_key_id = ${a}\naws_secret_access_key = ${b}`, secrets: [a, b] }
    },
  ],
  [
    "aws csv",
    d => {
      const a = `AK${"IA"}${d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
        b = d.base64(40)
      return { text: `Access key ID,Secret access key\n${a},${b}`, secrets: [a, b] }
    },
  ],
  [
    "aws configure",
    d => {
      const b = d.base64(40)
      return one(b, `AWS Secret Access Key [None]: ${b}`)
    },
  ],
  [
    "aws sts json",
    d => {
      const a = d.base64(40),
        b = d.base64(300)
      return {
        text: `"Credentials": {\n "SecretAccessKey": "${a}",\n "SessionToken": "${b}",\n "Expiration": "2026-01-01T00:00:00Z"}`,
        secrets: [a, b],
      }
    },
  ],
  [
    "gcp json",
    d => {
      const body = pem(d, KEY)
      return {
        text: `{"type": "service_account", "private_key_id": "${d.hex(40)}", "private_key": "${body.join("\\n")}\\n", "client_email": "x@y.iam.gserviceaccount.com"}`,
        secrets: secretsOf(body),
      }
    },
  ],
  [
    "pem",
    d => {
      const body = pem(d, `RSA ${KEY}`)
      return { text: `cat key\n${body.join("\n")}\n$`, secrets: secretsOf(body) }
    },
  ],
  [
    "pem ec",
    d => {
      const body = pem(d, `EC ${KEY}`)
      return { text: body.join("\r\n"), secrets: secretsOf(body) }
    },
  ],
  [
    "pem openssh",
    d => {
      const body = pem(d, `OPENSSH ${KEY}`)
      return { text: body.map(line => `    ${line}`).join("\n"), secrets: secretsOf(body) }
    },
  ],
  [
    "pem truncated",
    d => {
      const body = pem(d, `RSA ${KEY}`).slice(0, 6)
      return { text: `${body.join("\n")}\n${d.base64(20)}\n... [output truncated]`, secrets: secretsOf(body) }
    },
  ],
  [
    "pem no head",
    d => {
      const body = pem(d, `RSA ${KEY}`).slice(3)
      return { text: `[...]\n${body.join("\n")}\ndone`, secrets: secretsOf(body) }
    },
  ],
  [
    "pem diff",
    d => {
      const body = pem(d, KEY)
      return { text: body.map(line => `+${line}`).join("\n"), secrets: secretsOf(body) }
    },
  ],
  [
    "pem numbered",
    d => {
      const body = pem(d, KEY)
      return {
        text: body.map((line, i) => `${String(i + 1).padStart(6)}→${line}`).join("\n"),
        secrets: secretsOf(body),
      }
    },
  ],
  [
    "pem code",
    d => {
      const body = pem(d, KEY)
      return { text: body.map(line => `  "${line}\\n" +`).join("\n"), secrets: secretsOf(body) }
    },
  ],
  [
    "pgp",
    d => {
      const body = pem(d, `PGP ${KEY} BLOCK`)
      return { text: [body[0], "Version: GnuPG v2", "", ...body.slice(1)].join("\n"), secrets: secretsOf(body) }
    },
  ],
  [
    "putty",
    d => {
      const lines = [d.base64(64), d.base64(64), d.base64(40)]
      return {
        text: `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 3\n${lines.join("\n")}\nPrivate-MAC: ${d.hex(64)}`,
        secrets: lines,
      }
    },
  ],
  [
    "wireguard",
    d => {
      const s = `${d.base64(43)}=`
      return one(s, `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/32`)
    },
  ],
  [
    "jwk",
    d => {
      const s = d.url64(43)
      return one(s, `{"kty":"EC","crv":"P-256","x":"abc","y":"def","d":"${s}"}`)
    },
  ],
  [
    "flag",
    d => {
      const s = d.password()
      return one(s, `./deploy --host db --password ${s} --verbose`)
    },
  ],
  [
    "flag equals",
    d => {
      const s = d.alnum(30)
      return one(s, `helm upgrade app . --set image.tag=1.2 --api-token=${s}`)
    },
  ],
  [
    "helm set",
    d => {
      const s = d.password().replace(/,/g, "x")
      return one(s, `helm install pg bitnami/postgresql --set auth.postgresPassword=${s}`)
    },
  ],
  [
    "sshpass",
    d => {
      const s = d.password()
      return one(s, `sshpass -p '${s}' ssh root@10.0.0.1`)
    },
  ],
  [
    "mysql p",
    d => {
      const s = d.alnum(14)
      return one(s, `mysql -u root -p${s} -e 'show tables'`)
    },
  ],
  [
    "redis cli",
    d => {
      const s = d.alnum(24)
      return one(s, `redis-cli -h cache -a ${s} ping`)
    },
  ],
  [
    "openssl",
    d => {
      const s = d.password()
      return one(s, `openssl rsa -in k.pem -passin pass:${s} -out o.pem`)
    },
  ],
  [
    "sql",
    d => {
      const s = d.password().replace(/'/g, "x")
      return one(s, `CREATE USER app IDENTIFIED BY '${s}';`)
    },
  ],
  [
    "sql role",
    d => {
      const s = d.password().replace(/'/g, "x")
      return one(s, `ALTER ROLE app WITH LOGIN PASSWORD '${s}';`)
    },
  ],
  [
    "netrc",
    d => {
      const s = d.alnum(24)
      return one(s, `machine api.acme.dev login bob password ${s}`)
    },
  ],
  [
    "netrc lines",
    d => {
      const s = d.alnum(24)
      return one(s, `machine api.acme.dev\n  login bob\n  password ${s}`)
    },
  ],
  [
    "pgpass",
    d => {
      const s = d.password().replace(/:/g, "x")
      return one(s, `db.acme.dev:5432:app:app_user:${s}`)
    },
  ],
  [
    "npmrc",
    d => {
      const s = d.alnum(36)
      return one(s, `//registry.acme.dev/:_authToken=${s}\nsave-exact=true`)
    },
  ],
  [
    "npmrc auth",
    d => {
      const s = btoa(`bob:${d.alnum(14)}`)
      return one(s, `_auth=${s}\nalways-auth=true`)
    },
  ],
  [
    "git credentials",
    d => {
      const s = d.alnum(40)
      return one(s, `https://bob:${s}@github.com`)
    },
  ],
  [
    "htpasswd",
    d => {
      const s = d.from("abcdefghijklmnopqrstuvwxyz0123456789./", 22)
      return one(s, `admin:$apr1$${d.alnum(8)}$${s}`)
    },
  ],
  [
    "shadow",
    d => {
      const s = d.from("abcdefghijklmnopqrstuvwxyzABCDEF0123456789./", 86)
      return one(s, `root:$6$${d.alnum(12)}$${s}:19000:0:99999:7:::`)
    },
  ],
  [
    "xml",
    d => {
      const s = d.password().replace(/[<&]/g, "x")
      return one(s, `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${s}</password>\n</server>`)
    },
  ],
  [
    "xml attr",
    d => {
      const s = d.alnum(30)
      return one(s, `<add key="ApiKey" value="${s}" />`)
    },
  ],
  [
    "csv column",
    d => {
      const s = d.password().replace(/[,"]/g, "x"),
        t = d.password().replace(/[,"]/g, "x")
      return { text: `username,email,password\nann,ann@acme.dev,${s}\nbob,bob@acme.dev,${t}\n`, secrets: [s, t] }
    },
  ],
  [
    "mysql table",
    d => {
      const s = d.alnum(24)
      return one(
        s,
        `| id | name | api_token                |\n+----+------+--------------------------+\n| 1  | ann  | ${s} |`,
      )
    },
  ],
  [
    "prose key",
    d => {
      const s = d.alnum(28)
      return one(s, `my key is ${s}, please use it for the call`)
    },
  ],
  [
    "prose password",
    d => {
      const s = d.password()
      return one(s, `The password for the staging db is ${s}.`)
    },
  ],
  [
    "prose colon",
    d => {
      const s = d.password()
      return one(s, `ok, the password: ${s} and the user is admin`)
    },
  ],
  [
    "prose backtick",
    d => {
      const s = d.alnum(30)
      return one(s, "use the api key `" + s + "` for now")
    },
  ],
  [
    "prose reverse",
    d => {
      const s = d.password()
      return one(s, `${s} is the admin password, don't lose it`)
    },
  ],
  [
    "prose creds",
    d => {
      const s = d.password()
      return one(s, `credentials: admin / ${s}`)
    },
  ],
  [
    "prose token",
    d => {
      const s = d.hex(40)
      return one(s, `here's the token ${s} (expires friday)`)
    },
  ],
  [
    "prose smart quotes",
    d => {
      const s = d.alnum(24)
      return one(s, `our secret is “${s}”`)
    },
  ],
  [
    "jenkins",
    d => {
      const s = d.hex(32)
      return one(
        s,
        `Please use the following password to proceed to installation:\n\n${s}\n\nThis may also be found at: /var/jenkins_home`,
      )
    },
  ],
  [
    "mysql temp",
    d => {
      const s = d.password()
      return one(s, `[Note] A temporary password is generated for root@localhost: ${s}`)
    },
  ],
  [
    "stack trace",
    d => {
      const s = d.alnum(20)
      return one(
        s,
        `psycopg2.OperationalError: could not connect: dbname=app user=app password=${s} host=db\n  File "app.py", line 3`,
      )
    },
  ],
  [
    "ci log",
    d => {
      const s = d.alnum(40)
      return one(s, `##[debug]Evaluating env\n##[debug]..=> NPM_AUTH_TOKEN: ${s}\nRun npm publish`)
    },
  ],
  [
    "form body",
    d => {
      const s = d.alnum(16)
      return one(s, `grant_type=password&username=bob&password=${s}&client_id=web`)
    },
  ],
  [
    "client secret body",
    d => {
      const s = d.alnum(40)
      return one(s, `--data "client_id=acme&client_secret=${s}&grant_type=client_credentials"`)
    },
  ],
  [
    "token response",
    d => {
      const a = d.url64(60),
        b = d.url64(60)
      return {
        text: `{"access_token":"${a}","token_type":"bearer","expires_in":3600,"refresh_token":"${b}"}`,
        secrets: [a, b],
      }
    },
  ],
  [
    "otpauth",
    d => {
      const s = d.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32)
      return one(s, `otpauth://totp/Acme:bob?secret=${s}&issuer=Acme`)
    },
  ],
  [
    "heroku uuid",
    d => {
      const s = d.uuid()
      return one(s, `HEROKU_API_KEY=${s}`)
    },
  ],
  [
    "datadog",
    d => {
      const s = d.hex(32)
      return one(s, `DD_API_KEY=${s} DD_SITE=datadoghq.eu`)
    },
  ],
  [
    "eth key",
    d => {
      const s = `0x${d.hex(64)}`
      return one(s, `PRIVATE_KEY=${s}\nRPC_URL=http://localhost:8545`)
    },
  ],
  [
    "mnemonic",
    () => {
      const s = "orbit velvet canyon ladder puzzle harbor signal mango tunnel copper wisdom fabric"
      return one(s, `MNEMONIC="${s}"`)
    },
  ],
  [
    "app password",
    d => {
      const w = () => d.from("abcdefghijklmnopqrstuvwxyz", 4)
      const s = [w(), w(), w(), w()].join(" ")
      return one(s, `SMTP_PASSWORD="${s}"`)
    },
  ],
  [
    "secret list",
    d => {
      const a = d.alnum(32),
        b = d.alnum(32)
      return { text: `api_keys: ["${a}", "${b}"]`, secrets: [a, b] }
    },
  ],
  [
    "config set",
    d => {
      const s = d.base64(40)
      return one(s, `aws configure set aws_secret_access_key ${s}`)
    },
  ],
  [
    "heroku config",
    d => {
      const s = d.alnum(32)
      return one(s, `heroku config:set SESSION_SECRET=${s} -a app`)
    },
  ],
  [
    "escaped newline env",
    d => {
      const s = d.alnum(32)
      return one(s, `"content": "NODE_ENV=production\\nAUTH_SECRET=${s}\\nPORT=3000\\n"`)
    },
  ],
  [
    "read tool lines",
    d => {
      const s = d.password()
      return one(s, `     1→NODE_ENV=production\n     2→DB_PASS=${s}\n     3→PORT=3000`)
    },
  ],
  [
    "grep output",
    d => {
      const s = d.alnum(32)
      return one(s, `config/prod.yml:14:  signing_key: "${s}"`)
    },
  ],
  [
    "html attr",
    d => {
      const s = d.alnum(40)
      return one(s, `<input type="hidden" name="csrf_token" value="${s}">`)
    },
  ],
  [
    "instrumentation",
    d => {
      const s = d.uuid()
      return one(s, `InstrumentationKey=${s};IngestionEndpoint=https://x.in.applicationinsights.azure.com/`)
    },
  ],
  [
    "snippet comment",
    d => {
      const s = d.password()
      return one(s, `// password: ${s}`)
    },
  ],
  [
    "ruby hash",
    d => {
      const s = d.alnum(32)
      return one(s, `config.api_secret = '${s}'\nClient.new(:token => "${s}")`)
    },
  ],
  [
    "url unescaped slash",
    d => {
      const s = `${d.alnum(10)}/${d.alnum(10)}`
      return one(s, `postgres://app:${s}@db.acme.dev:5432/app`)
    },
  ],
  [
    "next line value",
    d => {
      const s = d.alnum(32)
      return one(s, `Your new API key:\n\n    ${s}\n\nKeep it safe.`)
    },
  ],
  [
    "gmail smtp",
    d => {
      const s = d.alnum(16)
      return one(s, `auth: { user: "bot@acme.dev", pass: "${s}" }`)
    },
  ],
]

/** The whole corpus for a seed: each vendor format in a changing frame, then every framed kind. */
export const secretRows = (d: Dice): SecretRow[] => {
  const vendors = vendorSecrets.map(([id, draw], i) => {
    const secret = draw(d)
    return {
      id: `vendor ${id} ${i}`,
      text: bareFrames[(i + d.below(bareFrames.length)) % bareFrames.length]!(secret),
      secrets: [secret],
    }
  })
  return [...vendors, ...frames.map(([id, draw]) => ({ id: `frame ${id}`, ...draw(d) }))]
}

/** Whether any 12-character piece (or the whole, when shorter) of a secret is still in the text. */
export const survives = (secret: string, text: string): boolean => {
  const size = Math.min(12, secret.length)
  for (let i = 0; i + size <= secret.length; i++) if (text.includes(secret.slice(i, i + size))) return true
  return false
}
