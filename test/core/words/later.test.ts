// Words about work done a while ago: what they say, and whose work they are about. Made-up sentences.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readLaterWords, topicOf } from "../../../src/core/words/later/read.ts"
import { type PastTurn, tieLaterWords } from "../../../src/core/words/later/tie.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 2, 10, 12)
const turn = (episode: string, hoursAgo: number, about: string, more: Partial<PastTurn> = {}): PastTurn => ({
  episode,
  turn: 0,
  at: NOW - hoursAgo * HOUR,
  commits: [],
  files: [],
  commands: [],
  topic: topicOf(about),
  deployed: false,
  ...more,
})
const tie = (text: string, turns: readonly PastTurn[]) => {
  const said = readLaterWords(text)
  const tied = said && tieLaterWords(said, turns, NOW)
  return tied ? `${said.good ? "+" : "-"}${tied.episode} ${tied.by}` : null
}

describe("design 6: what later words say", () => {
  it.each([
    ["that broke prod yesterday", false],
    ["the pagination change from last week crashed the importer", false],
    ["your cache patch from two days ago never worked", false],
    ["the invoice rounding you did on friday works, thanks", true],
    ["last time's index change held up in production", true],
    ["4f1c22a took down the queue", false],
    ["gestern hat das alles kaputt gemacht", false],
  ])("%s", (text, good) => {
    expect(readLaterWords(text)?.good).toBe(good)
  })
  it.each([
    "did the retry change from yesterday work?",
    "if the job crashed yesterday, show me the log",
    "fix what broke yesterday",
    "i worked on the parser yesterday, go on with it",
    "the parser is broken",
    "make sure it works like yesterday",
    "yesterday's change worked but the other one broke the build",
    "add a test for what we wrote yesterday",
    "the upstream library broke yesterday",
    "the list works now. see 4f1c22a for how it should look",
    "",
  ])("nothing: %s", text => {
    expect(readLaterWords(text)).toBeNull()
  })
  it.each([
    // German
    ["der Retry von gestern hat prod lahmgelegt", false],
    ["die Änderung am Import von letzter Woche funktioniert einwandfrei", true],
    ["dein Fix vom Freitag hat super geklappt, danke", true],
    ["der Cache von vor zwei Tagen funktioniert immer noch nicht", false],
    ["die gestrige Änderung an der Rechnung war falsch", false],
    ["vorgestern ist der Export abgestürzt", false],
    ["seit dem Umbau letzte Woche keine Fehler mehr", true],
    ["beim letzten Mal hat die Migration nicht geklappt", false],
    // French
    ["le correctif d'hier a cassé la page de paiement", false],
    ["la pagination de la semaine dernière marche très bien", true],
    ["le changement d'il y a trois jours ne marche pas", false],
    ["l'export de ce matin a planté en production", false],
    ["ton correctif d'hier a réglé le problème des doublons, merci", true],
    ["hier l'import a échoué à cause de la nouvelle requête", false],
    ["la dernière fois la migration n'a pas fonctionné", false],
    ["depuis lundi la recherche marche nickel", true],
    // Spanish
    ["el cambio de ayer rompió la página de pagos", false],
    ["el arreglo de la semana pasada funciona perfecto", true],
    ["la caché de hace dos días nunca funcionó", false],
    ["se cayó el importador anoche por el cambio de la cola", false],
    ["lo del lunes pasado quedó muy bien, gracias", true],
    ["el reintento de ayer no funcionó", false],
    ["la última vez la migración salió bien", true],
  ])("in other languages: %s", (text, good) => {
    expect(readLaterWords(text)?.good).toBe(good)
  })
  it.each([
    "hat der Retry von gestern funktioniert?",
    "hat der Retry von gestern funktioniert",
    "wenn der Job gestern abgestürzt ist, zeig mir das Log",
    "behebe, was gestern kaputt ging",
    "hier ist alles kaputt",
    "die Liste funktioniert jetzt",
    "ich hoffe, der Import von gestern funktioniert",
    "der Anbieter hat gestern etwas kaputt gemacht",
    "gestern hat der Import funktioniert, aber der Export ist kaputt",
    "est-ce que le correctif d'hier marche ?",
    "corrige ce qui a cassé hier",
    "si la page a planté hier, montre-moi le journal",
    "le correctif d'hier devrait marcher maintenant",
    "j'espère que la correction d'hier marche",
    "un collègue a cassé la page hier",
    "la page est cassée",
    "le changement d'hier marche mais l'autre a cassé la page",
    "¿funcionó el cambio de ayer?",
    "arregla lo que se rompió ayer",
    "si el job falló ayer, muéstrame el registro",
    "espero que el cambio de ayer funcione, creo que funciona",
    "el proveedor rompió la API ayer",
    "el arreglo de ayer funciona pero el otro rompió la página",
    "la lista está rota",
    "ayer trabajé en el analizador, sigue con eso",
  ])("nothing, in other languages: %s", text => {
    expect(readLaterWords(text)).toBeNull()
  })
  it("reads anything without failing, and quickly", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), text => {
        const said = readLaterWords(`${text} yesterday broke a.ts 1a2b3c4 ${text}`)
        expect(said === null || typeof said.good === "boolean").toBe(true)
      }),
      { numRuns: 200 },
    )
    for (const words of ["gestern funktioniert nicht ", "hier n'a pas marché si ", "ayer no funcionó se rompió "])
      expect(growth(size => readLaterWords(words.repeat(size)), 8_000)).toBeLessThan(GROWS_LINEARLY)
    const read = (size: number) => readLaterWords(`${"a.".repeat(size)} yesterday ${"0f".repeat(size)}`)
    expect(growth(read, 8_000)).toBeLessThan(GROWS_LINEARLY)
  })
})

describe("design 6: whose work they are about, else nothing", () => {
  const retry = turn("retry", 24, "add a retry to the http client", { files: ["/shop/src/http/client.ts"] })
  const search = turn("search", 26, "add a page for search results", { commits: ["4f1c22ab"] })
  const old = turn("old", 24 * 6, "write the retry queue", { files: ["/shop/src/queue.ts"] })
  const all = [retry, search, old]
  it.each([
    ["the retry fix from yesterday worked great", "+retry topic"],
    ["yesterday's change in client.ts broke the login", "-retry file"],
    ["yesterday's change in `src/http/client.ts` broke the login", "-retry file"],
    ["4f1c22a broke the build", "-search commit"],
    ["the retry queue from last week crashed", "-old topic"],
  ])("%s", (text, expected) => {
    expect(tie(text, all)).toBe(expected)
  })
  it.each([
    ["der Retry von gestern hat nicht geklappt", "-retry topic"],
    ["die gestrige Änderung in client.ts hat den Login kaputt gemacht", "-retry file"],
    ["die Retry-Queue von letzter Woche ist abgestürzt, queue.ts war falsch", "-old file"],
    ["4f1c22a hat den Build kaputt gemacht", "-search commit"],
    ["le retry d'hier a très bien marché", "+retry topic"],
    ["hier, client.ts a planté", "-retry file"],
    ["4f1c22a a cassé la page", "-search commit"],
    ["el retry de ayer funcionó genial", "+retry topic"],
    ["ayer el cambio en client.ts rompió el login", "-retry file"],
    ["4f1c22a tumbó la cola", "-search commit"],
  ])("in other languages: %s", (text, expected) => {
    expect(tie(text, all)).toBe(expected)
  })
  it.each([
    ["no topic, in German", "das ist gestern kaputt gegangen"],
    ["no topic, in French", "ça a cassé hier"],
    ["no topic, in Spanish", "se rompió ayer"],
    ["another topic, in German", "der Rechnungsexport von gestern ist abgestürzt"],
    ["another topic, in French", "l'export des factures d'hier a planté"],
    ["another topic, in Spanish", "la exportación de facturas de ayer falló"],
    ["no such file then", "yesterday's change in server.ts broke the login"],
    ["no topic", "it broke yesterday"],
    ["another topic", "the invoice export from yesterday broke"],
    ["another time", "the search page from 4 days ago broke"],
    ["an unknown commit", "deadbee1 broke the build"],
  ])("%s", (_, text) => {
    expect(tie(text, all)).toBeNull()
  })
  it("two episodes fit alike", () => {
    expect(tie("the retry fix from yesterday broke", [retry, turn("other", 22, "make the retry faster")])).toBeNull()
  })
  it("prod is what was deployed, when one thing was", () => {
    const shipped = { ...search, deployed: true }
    expect(tie("that broke prod yesterday", all)).toBeNull()
    expect(tie("that broke prod yesterday", [retry, shipped, old])).toBe("-search deploy")
    expect(tie("that broke prod yesterday", [{ ...retry, deployed: true }, shipped])).toBeNull()
  })
  it("a test that was run then", () => {
    const ran = turn("ran", 20, "make checkout green", { commands: ["go test -run TestCheckout ./..."] })
    expect(tie("TestCheckout broke again since yesterday, the change was wrong", [ran, retry])).toBe("-ran test")
  })
  it("never outside the time that was named", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), hours => {
        const tied = tie("the retry fix from yesterday worked great", [turn("x", hours, "retry")])
        expect(tied !== null).toBe(hours >= 4 && hours <= 50)
      }),
    )
  })
})
