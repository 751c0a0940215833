// Where it starts, and the frame: the places above, the page that the address names, the palette and the list of keys over it.
import { type ComponentChild, render } from "preact"
import { useState } from "preact/hooks"
import type { StatusPage } from "../http/schemas.ts"
import { Toast, undo } from "./acts.tsx"
import icon from "./icon.svg"
import { type Key, keyHelp, startKeys, step, useKeys } from "./keys.ts"
import { CardPlace } from "./pages/card.tsx"
import { CardsPlace } from "./pages/cards.tsx"
import { EpisodePlace, EpisodesPlace } from "./pages/episode.tsx"
import { ReviewPlace } from "./pages/review.tsx"
import { TodayPlace } from "./pages/today.tsx"
import { Dialog } from "./parts/dialog.tsx"
import { Palette } from "./parts/palette.tsx"
import { Button, Chip } from "./parts/small.tsx"
import { type Address, go, Link, PLACES, placeAt, useAddress } from "./router.tsx"
import { type Data, hasToken, startFeed, takeToken, useData, useFeedState } from "./use-data.ts"
import "./style/frame.css"
import "./style/parts.css"
import "./style/episode.css"

/** Addresses and their pages. What stands in the address is an id the server looks up, never more. */
const ROUTES: readonly (readonly [RegExp, (id: string) => ComponentChild])[] = [
  [/^\/(?:week)?$/, () => <TodayPlace />],
  [/^\/episodes$/, () => <EpisodesPlace />],
  [/^\/episode\/([^/]+)$/, id => <EpisodePlace id={id} key={id} />],
  [/^\/cards$/, () => <CardsPlace />],
  [/^\/card\/([^/]+)$/, id => <CardPlace id={id} key={id} />],
  [/^\/review$/, () => <ReviewPlace />],
]

function App() {
  const place = useAddress()
  const feed = useFeedState()
  const status = useData<StatusPage>(hasToken() ? "/status.json" : null)
  const [opened, setOpened] = useState<{ readonly what: "palette" | "keys" | null; readonly at: Address } | null>(null)
  // Whoever goes elsewhere leaves it behind.
  const over = opened?.at === place ? opened.what : null
  const setOver = (what: "palette" | "keys" | null) => setOpened({ what, at: place })
  useKeys("Anywhere", [
    { key: "mod+k", does: "find a page, a card, an episode", run: () => setOver("palette"), always: true },
    { key: "/", does: "the same", run: () => setOver("palette") },
    { key: "?", does: "this list", run: () => setOver("keys") },
    { key: "j", does: "next in a list", run: () => step(1) },
    { key: "k", does: "the one before", run: () => step(-1) },
    ...PLACES.map((p): Key => ({ key: `g ${p.key}`, does: `go to ${p.title}`, run: () => go(p.path) })),
  ])
  return (
    <div class="frame">
      <a class="skip" href="#main">
        to the content
      </a>
      <Top review={status.data?.review ?? 0} path={place.path} onFind={() => setOver("palette")} />
      <main id="main" tabIndex={-1}>
        {feed === "gone" ? <Gone /> : hasToken() ? pageAt(place) : <NoToken />}
      </main>
      <Foot status={status} onKeys={() => setOver("keys")} />
      {over === "palette" && <Palette onClose={() => setOver(null)} />}
      {over === "keys" && <KeyHelp onClose={() => setOver(null)} />}
      <Toast />
    </div>
  )
}

function pageAt(place: Address): ComponentChild {
  for (const [path, page] of ROUTES) {
    const found = path.exec(place.path)
    if (found) return page(decoded(found[1] ?? ""))
  }
  return (
    <div class="panel empty">
      <p>There is no page {place.path}.</p>
      <Link to="/week">Today</Link>
    </div>
  )
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const Gone = () => (
  <div class="panel empty" role="alert">
    <h1>The memory of this computer was removed</h1>
    <p>There is nothing left to show, and the server behind this page has ended. This starts anew:</p>
    <code>mettle init</code>
  </div>
)

const NoToken = () => (
  <div class="panel empty">
    <p>This tab has no token, so the server tells it nothing. Open the address that this command prints:</p>
    <code>mettle open</code>
  </div>
)

function Top({ review, path, onFind }: { review: number; path: string; onFind: () => void }) {
  return (
    <header class="top">
      <Link class="brand" to="/week">
        <img src={icon} alt="" />
        Mettle
      </Link>
      <nav aria-label="Rooms">
        {PLACES.map(place => (
          <Link
            key={place.path}
            to={place.path}
            aria-current={placeAt(path) === place ? "page" : undefined}
            aria-keyshortcuts={`g ${place.key}`}
          >
            {place.title} {place.path === "/review" && review > 0 && <Chip>{String(review)}</Chip>}
          </Link>
        ))}
      </nav>
      <Button onClick={onFind}>
        Find … <kbd>/</kbd>
      </Button>
    </header>
  )
}

function Foot({ status: { data, reload }, onKeys }: { status: Data<StatusPage>; onKeys: () => void }) {
  return (
    <footer class="foot">
      <Live recording={data?.recording ?? null} />
      {data && (
        <span>
          {data.scope.name} · {data.preset} · {data.model === "none" ? "no model calls" : `model: ${data.model}`}
        </span>
      )}
      <Button kind="plain" onClick={onKeys}>
        keys
      </Button>
      <Button kind="plain" onClick={() => void undo(reload)}>
        undo
      </Button>
    </footer>
  )
}

function Live({ recording }: { readonly recording: StatusPage["recording"] | null }) {
  const state = useFeedState()
  const words = !hasToken()
    ? "needs its link: mettle open"
    : recording === "paused"
      ? "paused"
      : recording === "on"
        ? "recording"
        : "not recording"
  return (
    <span class="live" data-state={state} data-recording={recording ?? "off"}>
      <i aria-hidden="true" />
      {state === "waiting" || state === "gone" ? "no connection" : words}
    </span>
  )
}

// The list of keys that work here, made from the keys themselves.

function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const [groups] = useState(() => keyHelp().filter(group => group.keys.length > 0))
  return (
    <Dialog label="Keys" onClose={onClose}>
      <div class="stack">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h2>{title}</h2>
            <div class="keys">
              {keys.map(key => [
                <span key={key.key}>
                  <kbd>{key.key.replace("mod+", "Ctrl ")}</kbd>
                </span>,
                <span key={`${key.key} does`}>{key.does}</span>,
              ])}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

takeToken()
startKeys()
startFeed()
render(<App />, document.getElementById("app")!)
