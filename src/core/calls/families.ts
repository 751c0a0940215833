// THE table of what test runners, compilers, linters, package managers, git, services and shells print. Long because: it is one table.
// A family says whose commands it knows (`kind programs : /first word/ ~ /some argument/`, the first line that fits decides; "-" knows
// them without a kind of work, "none" not at all) and its marks (`fail or ok, id, weak, only=kind, of=kind, /expression/`).
// Ground truth: the summary lines their default reporters print. family.ts reads it; a new tool is a line here.
export const FAMILIES = String.raw`family js-tests behind-runner
test node ~ /^--test(?:=|$)/
test bun deno ng : /^test$/
test jest vitest mocha _mocha ava tap tape playwright cypress karma wtr jasmine react-scripts
fail jest/summary-failed /^\s*(?:Tests|Test Suites):\s+[1-9]\d* failed\b/m
fail jest/suite-broken /^\s*● Test suite failed to run/m
fail jest/fail-file /^\s*FAIL\s{1,3}[^\s:]+\.(?:[cm]?[jt]sx?|vue|svelte)\b/m
ok jest/summary-passed /^\s*Tests:\s+(?:\d+ (?:skipped|todo), )*\d+ passed, \d+ total/m
fail jest/none /^No tests found, exiting with code 1/m
fail vitest/summary-failed /^\s*(?:Test Files|Tests)\s{1,4}[1-9]\d* failed\b/m
fail vitest/errors /^\s*Errors\s{1,4}[1-9]\d* errors?\b/m
fail vitest/none /^\s*No test files found, exiting with code 1/m
ok vitest/summary-passed /^\s*(?:Test Files|Tests)\s{1,4}\d+ passed\b/m
fail mocha/failing /^\s*[1-9]\d* failing\b/m
ok mocha/passing /^\s*\d+ passing\b/m
fail node-test/fail /^(?:#|ℹ) fail [1-9]\d*\s*$/m
fail node-test/cancelled /^(?:#|ℹ) cancelled [1-9]\d*\s*$/m
ok node-test/pass /^(?:#|ℹ) fail 0\s*$/m
fail tap/not-ok /^not ok \d+ (?!.*# (?:TODO|SKIP))/m
fail tap/failed /^# (?:failed|fail) +[1-9]\d*(?: |$)/m
fail ava/failed /^\s*[1-9]\d* (?:tests?|uncaught exceptions?|unhandled rejections?) failed\s*$/m
ok ava/passed /^\s*\d+ tests? passed\s*$/m
fail playwright/failed /^\s{2,}[1-9]\d* (?:failed|interrupted|did not run)\s*$/m
ok playwright/passed /^\s{2,}\d+ passed \([\d.]+m?s\)/m
fail cypress/failed /✖\s+[1-9]\d* of \d+ failed/m
ok cypress/passed /All specs passed!/m
fail karma/failed /^.{0,80}Executed \d+ of \d+.{0,40}\([1-9]\d* FAILED\)/m
ok karma/passed /^(?:TOTAL: |.{0,80}Executed \d+ of \d+ )SUCCESS/m
fail bun/failed /^\s*[1-9]\d* fail\s*$/m
ok bun/passed /^\s*0 fail\s*$/m
fail deno/failed /^(?:FAILED \| |error: Test failed)/m
ok deno/passed /^ok \| \d+ passed/m

family py-tests behind-runner
test python : /(?:^|\/)manage\.py$/ ~ /^test$/
test python : /(?:^|\/)(?:run_?tests?|runtests|test_[\w.-]+)\.py$/
test manage.py : /^test$/
test runtests.py bin/test pytest py.test unittest nosetests nose2 tox nox
fail pytest/summary-failed /^(?:=+ )?(?:\d+ [a-z]+, ){0,6}[1-9]\d* (?:failed|errors?)\b.{0,200} in [\d.]+s/m
fail pytest/failed-test /^(?:FAILED|ERROR) [^\s:]+\.py(?:::|\b)/m
fail pytest/internal /^(?:INTERNALERROR>|ImportError while loading conftest|ERROR: (?:usage|file or directory not found|not found)|!+ (?:Interrupted|stopping after))/m
fail pytest/assert weak /^E {3,7}(?:assert |\w*(?:Error|Exception)\b|Failed:)/m
fail pytest/verbose-failed /^[^\s:]+\.py::\S+ (?:FAILED|ERROR)\b/m
fail pytest/none /^(?:=+ )?no tests (?:ran|collected).{0,60} in [\d.]+s/m
ok pytest/summary-passed /^(?:=+ )?\d+ passed\b(?:, \d+ (?:skipped|deselected|xfailed|xpassed|warnings?|subtests passed))* in [\d.]+s/m
fail unittest/failed /^FAILED \((?:failures|errors|unexpected successes|skipped|expected failures)=/m
fail unittest/case /^(?:FAIL|ERROR): \w+ \([\w.]+\)/m
ok unittest/ok /^OK(?: \((?:skipped|expected failures)=[^)\n]{1,60}\))?\s*$/m
fail tox/failed /^\s*(?:[\w.-]+: FAIL\b|ERROR: +[\w.-]+: commands failed|evaluation failed)/m
ok tox/passed /^\s*congratulations :\)/m
fail nox/failed /^nox > Session \S+ failed/m

family go behind-runner
test gotestsum ginkgo richgo
- gofmt goimports gofumpt
test go : /^test$/
build go : /^(?:build|install)$/
lint go : /^vet$/
- go
fail go/package-failed of=test /^FAIL(?:\t| +\S|\s*$)/m
fail go/test-failed of=test /^\s*--- FAIL: /m
fail go/panic weak /^panic: /m
fail go/build-failed /^.{0,200}\[(?:build|setup) failed\]/m
fail go/compile /^(?:\.{0,2}\/)?[^\s:()]{1,300}\.go:\d+:\d+: (?:undefined|cannot |syntax error|declared and not used|imported and not used|missing |too many |not enough |invalid |expected |"[^"\n]{1,200}" imported and not used|\S+ (?:redeclared|undefined|declared and not used))/m
fail go/compile-header /^# \S{1,300}(?: \[\S{1,300}\])?\n(?:\.{0,2}\/)?[^\s:()]{1,300}\.go:\d+:\d+: /m
fail go/import-cycle /^package \S{1,300}\n\s+imports /m
fail go/vet /^vet: /m
fail go/module /^go: (?:\S+: )?(?:cannot|could not|no |module|go\.mod|errors? |unknown|finding|updates to go\.mod|inconsistent|build failed|downloading .* failed)/m
fail go/no-package /^(?:no required module provides package|package \S+ is not in |cannot find (?:package|module))/m
fail go/exit-status weak /^exit status [1-9]\d*\s*$/m
ok go/ok-package of=test /^ok {1,3}\t?\s*\S+\s+(?:[\d.]+s|\(cached\))/m
ok go/pass of=test /^PASS\s*$/m
ok gotestsum/done of=test /^DONE \d+ tests(?:, \d+ skipped)? in /m
fail gotestsum/failed of=test /^DONE \d+ tests(?:, \d+ skipped)?, [1-9]\d* (?:failures?|errors?)/m

family rust behind-runner
build rustc wasm-pack
test cargo : /^(?:test|t|nextest|tarpaulin|llvm-cov)$/
build cargo : /^(?:build|b|install)$/
typecheck cargo : /^(?:check|c)$/
lint cargo : /^(?:clippy|fmt|deny|audit)$/
deploy cargo : /^publish$/
- cargo
fail cargo/test-failed of=test /^test result: FAILED\./m
fail cargo/test-case-failed of=test /^test \S.{0,300} \.\.\. FAILED/m
fail cargo/could-not-compile /^error: could not compile /m
fail rustc/error-code /^error\[E\d{4}\]: /m
fail rustc/error weak /^error: /m
fail rustc/aborting /^error: aborting due to /m
fail rust/panicked /^thread '[^'\n]{1,200}' (?:\(\d+\) )?panicked at /m
fail nextest/failed of=test /^\s*Summary \[[^\]\n]{1,40}\] .{0,120}\b[1-9]\d* (?:failed|timed out)\b/m
fail rustfmt/diff of=lint /^Diff in \S+/m
ok cargo/test-ok of=test /^test result: ok\./m
ok nextest/ok of=test /^\s*Summary \[[^\]\n]{1,40}\]\s+\d+ tests? run: \d+ passed/m
ok cargo/finished /^\s*Finished (?:\x60?\w+\x60? (?:profile|\[)|dev |release |test )/m

family tsc behind-runner
build vite next nuxt astro remix ng expo bun : /^build$/
- vite next nuxt astro remix ng expo
typecheck deno : /^check$/
typecheck tsc vue-tsc svelte-check tsgo attw
build tsup esbuild webpack rollup parcel rspack swc unbuild
fail tsc/error of=typecheck /^.{0,300}(?:\(\d+,\d+\)|:\d+:\d+)(?::| -) error TS\d{2,5}:/m
fail tsc/global-error of=typecheck /^error TS\d{2,5}: /m
fail tsc/found /^Found [1-9]\d* errors?(?: in |\.|, )/m
ok tsc/none /^(?:.{0,40} - )?Found 0 errors\./m
fail svelte-check/found of=typecheck /^svelte-check found [1-9]\d* errors?/m
ok svelte-check/none of=typecheck /^svelte-check found 0 errors/m
fail esbuild/error of=build /^(?:✘|X) \[ERROR\] /m
fail webpack/error of=build /^(?:ERROR in |webpack .{0,60}compiled with [1-9]\d* errors?)/m
ok webpack/ok of=build /^webpack .{0,60}compiled (?:successfully|with \d+ warnings?)/m
fail vite/failed of=build /^(?:error during build:|\[vite\]: Rollup failed|✗ Build failed|\[!\] )/m
ok vite/built of=build /^✓ built in /m
fail next/failed of=build /^(?:Failed to compile\.|> Build (?:error|failed)|Build error occurred)/m
ok next/ok of=build /^\s*(?:✓|▲) Compiled successfully/m
fail tsup/failed of=build /^(?:DTS|ESM|CJS) Build error/m

family linters behind-runner
lint prettier black isort ~ /^(?:-c|-l|--check(?:-only)?|--list-different|--diff)$/
- prettier black isort
lint ruff : /^format$/ ~ /^--check$/
- ruff : /^format$/
lint deno : /^(?:lint|fmt)$/
lint eslint eslint_d biome stylelint oxlint standard xo ruff flake8 pylint bandit pre-commit golangci-lint staticcheck revive
lint shellcheck rubocop ktlint detekt swiftlint yamllint markdownlint hadolint actionlint phpcs credo knip
typecheck mypy dmypy pyright basedpyright ty pyre phpstan sorbet
fail eslint/errors of=lint /^✖ \d+ problems? \([1-9]\d* errors?/m
ok eslint/warnings-only of=lint /^✖ \d+ problems? \(0 errors/m
fail eslint/too-many-warnings of=lint /^ESLint found too many warnings/m
fail eslint/line of=lint /^\s+\d+:\d+ {2,}error {2,}\S/m
fail eslint/crash of=lint /^Oops! Something went wrong!/m
fail biome/found of=lint /^Found [1-9]\d* errors?\.$/m
fail biome/some-errors of=lint /^\s*× (?:Some errors were emitted|The file contains diagnostics)/m
ok biome/clean of=lint /^Checked \d+ files? in .{1,20}\. No fixes applied\./m
fail prettier/issues of=lint /^\[warn\] Code style issues (?:found|were found) in /m
fail prettier/error weak of=lint /^\[error\] /m
ok prettier/clean of=lint /^All matched files use Prettier code style!/m
fail oxlint/found of=lint /^Found \d+ warnings? and [1-9]\d* errors?\./m
ok oxlint/clean of=lint /^Found \d+ warnings? and 0 errors\./m
fail ruff/found of=lint /^Found [1-9]\d* errors?(?: \(\d+ fixed, [1-9]\d* remaining\))?\.$/m
fail ruff/would-reformat of=lint /^(?:Would reformat: |\d+ files? would be reformatted)/m
ok ruff/clean of=lint /^All checks passed!/m
fail black/would-reformat of=lint /^(?:would reformat |error: cannot format )/m
fail flake8/line of=lint /^[^\s:]{1,300}\.pyi?:\d+:\d+: [A-Z]{1,4}\d{3,4}:? /m
fail pylint/error of=lint /^[^\s:]{1,300}\.py:\d+:\d+: [EF]\d{4}: /m
fail mypy/found of=typecheck /^Found [1-9]\d* errors? in \d+ files? /m
fail mypy/line of=typecheck /^[^\s:]{1,300}\.pyi?:\d+(?::\d+)?: error: /m
ok mypy/clean of=typecheck /^Success: no issues found in /m
fail pyright/found of=typecheck /^[1-9]\d* errors?, \d+ warnings?/m
ok pyright/clean of=typecheck /^0 errors, \d+ warnings?/m
fail golangci/issues of=lint /^[1-9]\d* issues?[:.]/m
fail golangci/line of=lint /^[^\s:]{1,300}\.go:\d+(?::\d+)?: .{1,600} \(\w+\)$/m
fail golangci/broken of=lint /^(?:level=error|ERRO) .{0,40}(?:Running error|can't load|context loading failed)/m
ok golangci/clean of=lint /^0 issues\./m
fail shellcheck/finding of=lint /^\s*\^-{1,}\^? SC\d{4} \(error|^In \S+ line \d+:$/m
fail rubocop/offenses of=lint /^\d+ files? inspected, [1-9]\d* offenses? detected/m
ok rubocop/clean of=lint /^\d+ files? inspected, no offenses detected/m
fail pre-commit/failed of=lint /\.{4,}(?:\([^)\n]{1,60}\))?Failed\s*$/m
fail phpstan/found of=typecheck /^\s*\[ERROR\] Found [1-9]\d* errors?/m
ok phpstan/clean of=typecheck /^\s*\[OK\] No errors/m

family jvm-dotnet behind-runner
build javac kotlinc msbuild
fail maven/failure /^\[INFO\] BUILD FAILURE/m
fail maven/error /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|Tests run:|There are test failures|\S+\.java:)/m
fail maven/tests of=test /^(?:\[\w+\] )?Tests run: \d+, Failures: (?:[1-9]\d*|0, Errors: [1-9])/m
ok maven/success /^\[INFO\] BUILD SUCCESS/m
fail gradle/failed /^(?:BUILD FAILED(?: in |\s*$)|FAILURE: Build (?:failed|completed with))/m
fail gradle/task-failed /^> Task :\S+ FAILED/m
ok gradle/successful /^BUILD SUCCESSFUL(?: in |\s*$)/m
fail sbt/error weak /^\[error\] /m
ok sbt/success /^\[success\] Total time/m
fail javac/error of=build /^[^\s:]{1,300}\.(?:java|kt|scala):\d+(?::\d+)?: error: /m
fail java/exception /^Exception in thread "[^"\n]{1,100}" /m
fail bazel/error weak /^ERROR: /m
fail bazel/failed /^(?:FAILED: Build did NOT complete|INFO: Build (?:did NOT complete|completed, \d+ tests? FAILED))/m
ok bazel/ok /^INFO: Build completed successfully/m
fail dotnet/build-failed of=build /^\s*Build FAILED\./m
fail dotnet/error of=build /^.{0,300}: error (?:[A-Z]{2,6}\d{3,5}|MSB\d{4}): /m
fail dotnet/test-failed of=test /^(?:Failed! {1,3}- Failed: +[1-9]|Test Run Failed\.|\s*Failed: +[1-9]\d*\s*$)/m
ok dotnet/build-ok of=build /^\s*Build succeeded\b/m
ok dotnet/test-ok of=test /^(?:Passed! {1,3}- Failed: +0|Test Run Successful\.)/m
fail xcode/failed /^\*\* (?:BUILD|TEST|ARCHIVE|CLEAN) FAILED \*\*/m
ok xcode/ok /^\*\* (?:BUILD|TEST|ARCHIVE) SUCCEEDED \*\*/m
fail swift/error of=build /^[^\s:]{1,300}\.swift:\d+:\d+: error: /m
fail swift/tests-failed of=test /^\s*Executed \d+ tests?, with [1-9]\d* failures?/m
ok swift/tests-ok of=test /^\s*Executed \d+ tests?, with 0 failures/m
fail flutter/failed /^(?:\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*: Some tests failed\.|[1-9]\d* issues? found\.)/m
ok flutter/ok /^(?:\d\d:\d\d \+\d+(?: ~\d+)?: All tests passed!|No issues found!)/m

family other-tests behind-runner
test mix stack cabal : /^test$/
build mix : /^compile$/
lint mix : /^credo$/
- mix
test rails artisan : /^test$/
test php : /^artisan$/ ~ /^test$/
test ruby ~ /_(?:test|spec)\.rb$/
test rspec minitest phpunit pest prove bats busted
build stack cabal
fail rspec/failed of=test /^\d+ examples?, (?:[1-9]\d* failures?|\d+ failures?,.{0,40} [1-9]\d* errors? occurred)/m
ok rspec/passed of=test /^\d+ examples?, 0 failures/m
fail minitest/failed of=test /^\d+ (?:runs|tests), \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9]\d* errors)/m
ok minitest/passed of=test /^\d+ (?:runs|tests), \d+ assertions, 0 failures, 0 errors/m
fail phpunit/failed of=test /^(?:FAILURES!|ERRORS!|Tests: \d+, Assertions: \d+, .{0,40}(?:Errors|Failures): [1-9]|There (?:was|were) \d+ (?:failures?|errors?):)/m
ok phpunit/passed of=test /^OK \(\d+ tests?, \d+ assertions?\)/m
fail pest/failed of=test /^\s*Tests:\s+[1-9]\d* (?:failed|errors?)/m
fail exunit/failed of=test /^(?:\d+ doctests?, )?\d+ tests?, [1-9]\d* failures?/m
ok exunit/passed of=test /^(?:\d+ doctests?, )?\d+ tests?, 0 failures/m
fail elixir/compile of=build /^\*\* \((?:Compile|Syntax|Token|Mix)\w*Error\)|^== Compilation error in file/m
fail prove/failed of=test /^Result: FAIL/m
ok prove/passed of=test /^Result: PASS/m
fail bats/failed of=test /^(?:\s*✗ |\d+ tests?, [1-9]\d* failures?)/m

family make behind-runner
build cmake ninja meson gcc g++ cc clang clang++ ld scons zig
test ctest
fail make/stopped /^(?:g?make|mingw32-make)(?:\[\d+\])?: \*\*\* /m
fail ninja/stopped of=build /^ninja: (?:build stopped|error|fatal)/m
fail ninja/failed weak /^FAILED: /m
fail cmake/error of=build /^(?:CMake Error(?: at |:)|-- Configuring incomplete, errors occurred!)/m
fail cc/error of=build /^[^\s:]{1,300}\.(?:c|cc|cpp|cxx|h|hpp|m|mm|zig|cu):\d+:(?:\d+:)? (?:fatal )?error: /m
fail cc/link of=build /^(?:collect2: error|ld: (?:symbol\(s\) not found|library not found|error)|clang: error: |gcc: (?:fatal )?error: |\S{1,300} undefined reference to )/m
fail ctest/failed of=test /^(?:\d+% tests passed, [1-9]\d* tests failed|The following tests FAILED:|Errors while running CTest)/m
ok ctest/ok of=test /^100% tests passed/m
fail gtest/failed of=test /^\[ {2}FAILED {2}\] /m
ok gtest/ok of=test /^\[ {2}PASSED {2}\] \d+ tests?/m
fail just/failed /^error: Recipe \x60[^\x60\n]{1,100}\x60 (?:failed|was terminated)/m
fail task/failed /^task: (?:Failed to run task|\[?Task .{1,80} does not exist)/m
fail mise/failed /^(?:\[[\w:.-]{1,60}\] )?(?:mise )?ERROR (?:task failed|no tasks? |error |Config|Failed|Run with)/m
fail turbo/failed /^\s*(?:Failed: {2,}\S|ERROR {2}run failed)/m
fail nx/failed /^\s*(?:NX {2,3}Ran target .{0,120}failed|Failed tasks:|✖ {2}[1-9]\d*\/\d+ (?:targets )?failed)/m
ok nx/ok /^\s*NX {2,3}Successfully ran targets? /m

family packages behind-runner
fail npm/error /^npm (?:ERR!|error) (?!(?:A complete log|\s*$))/m
fail pnpm/error /^\s*(?:ERR_PNPM_|ELIFECYCLE|ERROR {2})\S*\s/m
fail yarn/error /^(?:error Command failed with exit code [1-9]|error (?:An unexpected error|Couldn't find|Package)|➤ YN0000: .{0,20}Failed with errors|Usage Error: )/m
fail bun/script /^error: (?:script "[^"\n]{1,100}" (?:exited with code|was terminated)|Script not found|\S+ failed to resolve|No version matching)/m
fail pip/error /^(?:ERROR: (?:Could not|No matching|Cannot|Failed|Exception|Invalid|Package)|error: (?:subprocess-exited-with-error|externally-managed-environment))/m
fail uv/error weak /^(?:\s*× (?:No solution found|Failed to)|error: (?:Failed to|No |The |Project|Distribution))/m
fail bundler/error /^(?:Could not find gem|Bundler (?:could not|was unable)|An error occurred while installing)/m
fail apt/error /^E: (?:Unable|Package|Could not|Failed|Sub-process|Version)/m
ok npm/installed /^(?:added \d+ packages?|up to date,|changed \d+ packages?|removed \d+ packages?)/m
ok pip/installed /^Successfully installed /m

family git
deploy gh : /^release$/ ~ /^create$/
push gh : /^pr$/ ~ /^merge$/
fail git/fatal /^fatal: /m
fail git/error /^error: (?:pathspec|failed to push|Your local changes|The following untracked|cannot |could not |unable to |patch failed|you need to|commit is not possible|Merging is not|src refspec|RPC failed|unknown (?:option|switch)|branch |.{1,80} is not (?:something|a))/m
fail git/rejected of=push /^ ! \[(?:remote )?rejected\]/m
fail git/conflict /^(?:CONFLICT \(|Automatic merge failed|error: could not apply )/m
fail git/hook of=commit /^(?:husky - \S+ (?:hook exited|script failed)|lefthook: .{0,60}fail|pre-\w{1,20} hook (?:declined|failed)| ! \[remote rejected\] .{0,200}hook declined)/m
fail git/nothing weak only=commit of=commit /^(?:nothing to commit|no changes added to commit|nothing added to commit)/m
fail git/unknown /^git: '[^'\n]{1,60}' is not a git command/m
ok git/committed of=commit /^\[[^\]\n]{1,120} [0-9a-f]{7,40}\] /m
ok git/pushed of=push /^ {1,3}[*+ ]?\s?(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\[new (?:branch|tag)\])\s/m

family services
none * : /^(?:logs|ps|inspect|images|get|describe|top|stats|events|show|output)$/
none * ~ /^logs$/
build docker podman nerdctl : /^buildx?$/
build docker podman nerdctl : /^compose$/ ~ /^build$/
deploy docker podman nerdctl : /^push$/
build docker-compose : /^build$/
deploy gcloud ~ /^deploy$/
deploy kubectl : /^(?:apply|rollout|set)$/
deploy helm : /^(?:install|upgrade)$/
deploy terraform tofu : /^apply$/
deploy pulumi : /^up$/
deploy vercel : /^(?:deploy)?$/
deploy netlify fly flyctl firebase serverless sls cdk sam eb wrangler : /^deploy$/
deploy wrangler : /^publish$/
deploy ansible_playbook : /./
deploy twine : /^upload$/
deploy goreleaser : /^release$/
- docker podman nerdctl docker-compose gcloud aws az oc gsutil kubectl helm terraform tofu pulumi vercel netlify fly flyctl
- firebase serverless sls cdk sam eb wrangler ansible_playbook twine goreleaser
fail docker/solve of=build /^(?:ERROR: )?failed to (?:solve|build)\b|^ERROR: failed to /m
fail docker/daemon /^(?:docker: )?(?:Error response from daemon:|Cannot connect to the Docker daemon|error during connect:)/m
fail docker/context /^(?:unable to prepare context: |docker: '[^'\n]{1,60}' is not a docker command|(?:docker: )?unknown command: docker )/m
fail docker/step of=build /^The command '[^\n]{1,400}' returned a non-zero code: [1-9]/m
fail compose/exited /^\S{1,80} exited with code [1-9]\d*/m
fail compose/error /^(?:no such service: |service "[^"\n]{1,80}" (?:is not running|depends on)|no configuration file provided)/m
fail kubectl/error /^(?:Error from server|error: |The connection to the server .{1,80} was refused|Unable to connect to the server)/m
fail terraform/error /^(?:│ )?Error: /m
ok terraform/applied of=deploy /^Apply complete!/m
fail cloud/error /^(?:ERROR: \(gcloud|An error occurred \(|aws: error:|usage: aws )/m
ok docker/built of=build /^(?:Successfully (?:built|tagged) |#\d+ DONE |=> => naming to )/m

family http exit-lies
- curl wget http https xh httpie
- gh : /^api$/
fail curl/error /^curl: \(\d+\) /m
fail wget/error /(?:ERROR [45]\d\d: |^wget: unable to resolve|failed: (?:Connection refused|Connection timed out|Name or service not known))/m
fail http/status after /^(?:< )?HTTP\/[\d.]{1,3} \d\d\d\b/gm then / [45]\d\d$/
fail gh/http /^gh: .{1,200}\(HTTP [45]\d\d\)/m
ok http/ok-status after /^(?:< )?HTTP\/[\d.]{1,3} \d\d\d\b/gm then / 2\d\d$/

family checkers
fail check/where /^(?:[A-Za-z]:)?[^\s:()]{1,300}\.\w{1,12}[:(]\d+(?:[:,]\d+)?\)?:?\s+(?!(?:warning|info|note|hint)\b)\S/m
fail check/counted /^\W{0,4}(?:Summary: |Found |Total:? |.{0,40}: )?[1-9]\d* (?:issues?|errors?|problems?|violations?|offen[cs]es?|failures?|findings?|misspellings?)\b(?! \(0 errors)/m
ok check/none /^\W{0,4}(?:Summary: |Found )?(?:0|no) (?:issues?|errors?|problems?)\b/im

family ci-views exit-lies
- gh : /^run$/ ~ /^(?:view|watch)$/
- gh : /^pr$/ ~ /^checks$/
fail ci/failed-job /^X \S/m
fail ci/failed-check /\tfail\t/m
fail ci/conclusion /"(?:conclusion|state|bucket)": ?"(?:failure|FAILURE|timed_out|fail)"/m

family shell
fail shell/not-found /^(?:(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|fi)?sh|\(eval\)|-bash|[\w./-]{1,120}\.(?:sh|bash|zsh))(?::[a-z]{1,20})?(?::(?: line)? ?\d+)?:(?: [a-z]{1,20}:)? (?:command not found: \S|\S{1,200}: (?:command )?not found|no such file or directory: )/m
fail shell/fish-not-found /^fish: Unknown command:? /m
fail shell/no-file /^(?:(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|fi)?sh|\(eval\)|-bash|[\w./-]{1,120}\.(?:sh|bash|zsh))(?::[a-z]{1,20})?(?::(?: line)? ?\d+)?:(?: [a-z]{1,20}:)? \S{1,300}: (?:No such file or directory|Permission denied|Is a directory|cannot execute|bad interpreter)/im
fail shell/permission /^(?:(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|fi)?sh|\(eval\)|-bash|[\w./-]{1,120}\.(?:sh|bash|zsh))(?::[a-z]{1,20})?(?::(?: line)? ?\d+)?:(?: [a-z]{1,20}:)? permission denied:/m
fail shell/syntax /^(?:(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k|fi)?sh|\(eval\)|-bash|[\w./-]{1,120}\.(?:sh|bash|zsh))(?::[a-z]{1,20})?(?:: -c)?(?::(?: line)? ?\d+)?:(?: [a-z]{1,20}:)? (?:syntax error|unexpected EOF|parse error|unmatched |bad substitution|unbound variable|no matches found)|^(?:zsh|\(eval\)).{0,20}: (?:parse error|unmatched|bad pattern)/m
fail shell/crash /^(?:\S{1,200}: line \d+: +\d+ )?(?:Segmentation fault|Bus error|Aborted|Killed|Illegal instruction|Floating point exception)(?: |:|\s*\(core dumped\)|\s*$)/m
fail shell/powershell /^\S{1,200} : The term '[^'\n]{1,200}' is not recognized|^'[^'\n]{1,200}' is not recognized as an internal or external command/m

family crash
fail crash/python /^Traceback \(most recent call last\):/m
fail crash/python-syntax /^(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError): /m
fail crash/python-file /^(?:[\w./-]{0,100}python[\d.]*): (?:can't open file|No module named)/m
fail crash/node /^(?:Uncaught )?(?:\w{0,40}Error)(?: \[\w+\])?: .{0,400}\n(?:.{0,300}\n){0,3}\s+at /m
fail crash/node-internal /^node:internal\/|^Node\.js v\d+\.\d+\.\d+\s*$/m
fail crash/go /^panic: .{0,400}\n(?:.{0,200}\n){0,4}goroutine \d+ \[/m
fail crash/go-fatal /^fatal error: (?:all goroutines|concurrent map|stack overflow|unexpected signal)/m
fail crash/rust /^thread '[^'\n]{1,200}' (?:\(\d+\) )?panicked at /m
fail crash/java /^Exception in thread "[^"\n]{1,100}" |^Caused by: [\w.]{1,200}(?:Exception|Error)\b/m
fail crash/ruby /^\S{1,300}\.rb:\d+:in .{1,200}\(\w+(?:Error|Exception)\)/m
fail crash/php /^(?:PHP )?(?:Fatal|Parse) error: {1,2}/m
fail crash/dotnet /^Unhandled [Ee]xception[.:]/m`
