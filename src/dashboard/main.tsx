// Starts the dashboard: token out of the address, keys, feed, and the first page.
import { render } from "preact"
import { takeToken } from "./api.ts"
import { App } from "./app.tsx"
import { startFeed } from "./feed.ts"
import { startKeys } from "./keys.ts"
import "./style/colours.css"
import "./style/frame.css"
import "./style/parts.css"
import "./style/episode.css"

takeToken()
startKeys()
startFeed()
render(<App />, document.getElementById("app")!)
