// Keys of monitoring, analytics and identity services, and self-describing tokens (JWT and kin).

import { type Format, format } from "./format.ts"

export const operationsFormats: readonly Format[] = [
  format("jwt", "eyJ", "[A-Za-z0-9_-]{10,}={0,2}\\.[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]*)*"),
  format("jwt", "ZXlK", "[A-Za-z0-9+/]{60,}={0,2}"),
  format("macaroon", "MDAx", "[A-Za-z0-9_+/=-]{60,}"),
  format(
    "paseto",
    "v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.",
    "[A-Za-z0-9_.-]{20,}",
  ),
  format("grafana-token", "glsa_ glc_", "[A-Za-z0-9_+/=-]{24,}"),
  format("grafana-key", "eyJrIjoi", "[A-Za-z0-9+/=]{30,}"),
  format("sentry-token", "sntrys_ sntryu_ sntrya_", "[A-Za-z0-9_+/=-]{30,}"),
  format("newrelic-key", "NRAK- NRJS- NRII- NRIQ- NRRA- NRAA- NRSP-", "[A-Za-z0-9_-]{16,}"),
  format("dynatrace-token", "dt0c01. dt0s01. dt0s02. dt0s16.", "[A-Z0-9]{20,}\\.[A-Z0-9]{30,}"),
  format("posthog-key", "phx_ phs_", "[A-Za-z0-9]{30,}"),
  format("honeycomb-key", "hcaik_ hcbik_ hcamk_ hcxik_ hcxmk_", "[a-z0-9]{24,}"),
  format("axiom-token", "xaat- xapt-", "[0-9a-f-]{30,}"),
  format("rollbar-token", "post_server_item_", "[a-f0-9]{30,}"),
  format("pagerduty-key", "pdus+", "[A-Za-z0-9_+-]{16,}"),
  format("logfire-token", "pylf_v1_", "[A-Za-z0-9_]{30,}"),
  format("statsig-key", "secret-", "[A-Za-z0-9]{30,}", true),
  format("okta-token", "SSWS ", "[A-Za-z0-9_-]{30,}"),
  format("mapbox-token", "sk.eyJ", "[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{10,}"),
  format("workos-key", "sk_workos_", "[A-Za-z0-9_]{20,}"),
  format("stytch-secret", "secret-live- secret-test-", "[A-Za-z0-9_=-]{20,}"),
  format("descope-key", "K2", "[A-Za-z0-9]{25}:[A-Za-z0-9]{40,}"),
  format("bcrypt-hash", "$2a$ $2b$ $2y$", "\\d\\d\\$[A-Za-z0-9./]{40,}"),
  format("password-hash", "$apr1$ $1$ $5$ $6$ $y$", "(?:rounds=\\d+\\$)?[A-Za-z0-9./$]{1,40}\\$[A-Za-z0-9./]{20,}"),
  format("password-hash", "$argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2-sha256$", "[A-Za-z0-9=,./+$-]{30,}"),
  format("password-hash", "{SHA} {SSHA}", "[A-Za-z0-9+/=]{20,}"),
  format("password-hash", "pbkdf2_sha256$ pbkdf2_sha1$ scrypt:", "[A-Za-z0-9:$+/=]{30,}"),
]
