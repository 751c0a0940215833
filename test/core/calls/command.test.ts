// The command splitter: what it splits, what it unwraps, and that nothing breaks it.
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { normalise, parseCommand } from "../../../src/core/calls/command.ts"
import { GROWS_LINEARLY, growth } from "../../growth.ts"

const shape = (line: string): string[] => parseCommand(line).map(c => `${c.joiner} ${normalise(c)}`)

describe("parseCommand", () => {
  test("splits pipelines, lists and chains with their joiners", () => {
    expect(shape("cd a && go test ./... 2>&1 | tail -5; echo done || true & ls")).toEqual([
      "start cd a",
      "&& go test ./...",
      "| tail -5",
      "; echo done",
      "|| true",
      "& ls",
    ])
  })
  test("puts in what a line set plainly before, as words of its own where it is bare", () => {
    expect(shape('DIR=legacy; rm -rf "$DIR/x" $DIR')).toEqual(["start ", "; rm -rf legacy/x legacy"])
    expect(shape('export A="b c" && run $A "${A}" $UNKNOWN')[1]).toBe("&& run b c b c $UNKNOWN")
    expect(shape("A=$(date); run $A")[1]).toBe("; run $A")
    expect(shape("A=a; B=$A$A; C=$B$B; run $C")[3]).toBe("; run aaaa")
    expect(shape(`A=${"x".repeat(500)}; run ${"$A".repeat(900)}`)[1]!.length).toBeLessThan(2000)
  })
  test.each([
    ["sudo -u bob env A=1 npm test", "npm test", ["sudo", "env"]],
    ["timeout -k 5 60 pytest -q", "pytest -q", ["timeout"]],
    ["npx --yes vitest run", "vitest run", ["npx"]],
    ["pnpm exec eslint .", "eslint .", ["pnpm exec"]],
    ["uv run --with x pytest", "pytest", ["uv run"]],
    ["python3 -m pytest -k a", "pytest -k a", ["python -m"]],
    ["time nice -n 5 make", "make", ["time", "nice"]],
    ["/usr/local/bin/go build", "go build", []],
  ])("unwraps %s", (line, bare, wrappers) => {
    const [command] = parseCommand(line)
    expect(normalise(command!)).toBe(bare)
    expect(command!.wrappers).toEqual(wrappers)
  })
  test("opens bash -c and keeps how it is joined", () => {
    expect(shape("ls && bash -lc 'npm ci && npm test | tail -3'")).toEqual([
      "start ls",
      "&& npm ci",
      "&& npm test",
      "| tail -3",
    ])
  })
  test("quotes, substitutions and here-documents are not split", () => {
    expect(shape(`git commit -m "a; b && c | d" -m 'it''s'`)).toEqual(["start git commit -m a; b && c | d -m its"])
    const expansions = `echo $(a | b; c) \`d | e\` $${"{f:-g|h}"}`
    expect(shape(expansions)).toEqual([`start ${expansions}`])
    expect(shape("cat <<'EOF' > x.sh\nrm -rf / && go test\nEOF\ngo vet")).toEqual(["start cat", "; go vet"])
  })
  test("keywords, comments, subshells and assignments", () => {
    expect(shape("if test -f a; then make; fi # go test")).toEqual(["start test -f a", "; make"])
    expect(shape("(cd x && make)")).toEqual(["start cd x", "&& make"])
    const [command] = parseCommand("CI=1 FOO='a b' npm test")
    expect(command).toMatchObject({ program: "npm", args: ["test"], env: ["CI=1", "FOO=a b"] })
    expect(parseCommand("A=1")[0]).toMatchObject({ program: "", env: ["A=1"] })
  })
  test("never throws, never hangs, and quoted words survive", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400, unit: fc.constantFrom(..."ab \"'`$(){}|&;<>\\\n#=-/".split("")) }),
        line => {
          const commands = parseCommand(line)
          expect(commands.length).toBeLessThanOrEqual(600)
          for (const command of commands) expect(typeof normalise(command)).toBe("string")
        },
      ),
      { numRuns: 500 },
    )
    for (const piece of ["$(", '"', "a | "])
      expect(
        growth(size => parseCommand(`echo ${piece.repeat(size)}x`), 4_000),
        piece,
      ).toBeLessThan(GROWS_LINEARLY)
  })
  test("a plain line reads back as itself", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z][a-z0-9./-]{0,10}$/), { minLength: 1, maxLength: 6 }), words => {
        fc.pre(parseCommand(words.join(" ")).length === 1 && parseCommand(words[0]!)[0]?.wrappers.length === 0)
        const [command] = parseCommand(["run", ...words].join(" "))
        expect(command!.args).toEqual(words)
      }),
    )
  })
})
