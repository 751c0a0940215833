// Keys of payment, shop and finance services.

import { type Format, format } from "./format.ts"

export const commerceFormats: readonly Format[] = [
  format("stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", "[A-Za-z0-9_]{10,}"),
  format("stripe-webhook-secret", "whsec_", "[A-Za-z0-9+/=_-]{20,}"),
  format("square-token", "sq0atp- sq0csp- sq0idp-", "[A-Za-z0-9_-]{20,}"),
  format("square-token", "EAAAE EAAAl", "[A-Za-z0-9_-]{50,}"),
  format("shopify-token", "shpat_ shpca_ shppa_ shpss_ shpua_ shptka_", "[A-Fa-f0-9]{30,}"),
  format("paypal-token", "access_token$", "(?:production|sandbox)\\$[a-z0-9]{10,}\\$[a-f0-9]{20,}"),
  format(
    "plaid-token",
    "access-sandbox- access-production- access-development- public-sandbox- public-production-",
    "[0-9a-f-]{30,}",
  ),
  format("razorpay-key", "rzp_live_ rzp_test_", "[A-Za-z0-9]{14,}"),
  format("flutterwave-key", "FLWSECK_TEST- FLWSECK- FLWPUBK_TEST-", "[A-Za-z0-9-]{12,}"),
  format("adyen-key", "AQE", "[A-Za-z0-9+/=-]{60,}", true),
  format("mollie-key", "live_ test_", "[A-Za-z0-9]{30,}", true),
  format("easypost-key", "EZAK EZTK", "[A-Za-z0-9]{40,}"),
  format("shippo-token", "shippo_live_ shippo_test_", "[a-f0-9]{30,}"),
  format("duffel-token", "duffel_test_ duffel_live_", "[A-Za-z0-9_=-]{30,}"),
  format("paddle-key", "pdl_live_ pdl_sdbx_", "[A-Za-z0-9_]{20,}"),
  format("polar-token", "polar_oat_ polar_pat_", "[A-Za-z0-9]{20,}"),
  format("gocardless-token", "live_", "[A-Za-z0-9_=-]{40}(?![A-Za-z0-9])", true),
  format("maxmind-key", "mmk_", "[A-Za-z0-9_]{20,}"),
  format("ethereum-key", "xprv", "[A-Za-z0-9]{90,}"),
  format("lob-key", "live_pub_ test_pub_", "[a-f0-9]{30,}"),
]
