// Tokens of chat, mail, phone and social services.

import { type Format, format } from "./format.ts"

export const messagingFormats: readonly Format[] = [
  format("slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.", "[A-Za-z0-9%._/+=-]{10,}"),
  format("slack-token", "xapp- xwfp-", "[A-Za-z0-9-]{16,}"),
  format(
    "slack-webhook",
    "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ hooks.slack-gov.com/services/",
    "[A-Za-z0-9/_+-]{16,}",
  ),
  format("discord-webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", "\\d{10,}/[A-Za-z0-9_-]{20,}"),
  format("teams-webhook", "webhook.office.com/webhookb2/ outlook.office.com/webhook/", "[A-Za-z0-9@/_.-]{30,}"),
  format("google-chat-webhook", "chat.googleapis.com/v1/spaces/", "[A-Za-z0-9_-]+/messages\\?[^\\s\"'<>]{20,}"),
  format("zapier-webhook", "hooks.zapier.com/hooks/catch/", "\\d+/[A-Za-z0-9]{5,}"),
  format(
    "make-webhook",
    "hook.eu1.make.com/ hook.eu2.make.com/ hook.us1.make.com/ hook.us2.make.com/ hook.integromat.com/",
    "[a-z0-9]{20,}",
  ),
  format("ifttt-key", "maker.ifttt.com/trigger/", "[\\w-]+/(?:json/)?with/key/[A-Za-z0-9_-]{16,}"),
  format("telegram-token", "api.telegram.org/bot", "\\d{6,}:[A-Za-z0-9_-]{20,}"),
  format("sendgrid-key", "SG.", "[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"),
  format("mailgun-key", "key-", "[0-9a-f]{32,}"),
  format("mailgun-key", "pubkey-", "[0-9a-f]{32,}"),
  format("brevo-key", "xkeysib- xsmtpsib-", "[A-Za-z0-9-]{30,}"),
  format("resend-key", "re_", "[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}", true),
  format("mailersend-key", "mlsn.", "[a-f0-9]{40,}"),
  format("mandrill-key", "md-", "[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])", true),
  format("twilio-key", "SK AC", "[0-9a-f]{32,}"),
  format("messagebird-key", "live_", "[A-Za-z0-9]{24,}", true),
  format("facebook-token", "EAA", "[A-Za-z0-9]{60,}", true),
  format("facebook-token", "EAACEdEose0cBA", "[A-Za-z0-9]{10,}"),
  format("instagram-token", "IGQV IGAA", "[A-Za-z0-9_-]{30,}", true),
  format("twitter-token", "AAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]{40,}", true),
  format("firebase-server-key", "AAAA", "[A-Za-z0-9_-]{7}:[A-Za-z0-9_-]{80,}"),
  format("linkedin-secret", "WPL_AP", "\\d\\.[A-Za-z0-9.=]{12,}"),
  format("intercom-token", "dG9rO", "[A-Za-z0-9+/=]{30,}"),
  format("dropbox-token", "sl.", "[A-Za-z0-9_-]{60,}"),
  format("dropbox-token", "sl.u.", "[A-Za-z0-9_-]{60,}"),
  format("knock-key", "sk_", "(?:test|live)_[A-Za-z0-9_-]{16,}"),
  format("novu-key", "nv-", "[a-f0-9]{30,}"),
]
