// Our own labelled sentences (none taken from any data set): what a prompt says about the work just before it.
// complaint: also when praise and complaint are mixed. other: tasks, questions, facts; must not read as a verdict.

export type Said = "complaint" | "praise" | "accept" | "other"

const list = (said: Said, language: string, text: string) =>
  text
    .trim()
    .split("\n")
    .map(line => ({ said, language, text: line.trim() }))

export const SENTENCES = [
  ...list(
    "complaint",
    "en",
    `that's wrong
    No, use the other file
    no, I meant the header of the second table
    this doesn't work
    it still fails with the same error
    still failing
    the build is broken now
    the tests are failing on my machine
    you forgot to update the changelog
    you removed the cache layer and I never asked for that
    I said tabs, not spaces
    I told you to leave the lock file alone
    that is not what I asked for
    please undo that
    revert your last change
    undo it, the old version was right
    roll back that commit
    the sidebar is gone
    nothing happens when I click save
    the page is still blank after login
    it crashes as soon as I open settings
    I still get a 500 on submit
    now I get an error when the list is empty
    the dates are off by one day
    this isn't right, the totals should include tax
    I don't like this name at all
    that's way too complicated, just use a map
    you are overengineering this
    ugh, you broke the import again
    wtf, half of the file is missing
    no no no, not the production config
    the answer is incorrect, the default port is 8080
    that's not how our queue works
    the output looks garbled
    your fix broke the mobile layout
    not quite, the badge must be on the left
    Thanks, but that's wrong
    great, but the footer is still misaligned
    nice start, but the error message is not translated
    looks good except the delete button doesn't work
    the parser works now but the printer still crashes
    that did nothing
    it never returns
    the migration failed halfway
    we agreed on UTC, why is this local time?
    you didn't run the tests
    I asked for one function, you wrote four classes
    the link points to the wrong page
    this is worse than before
    stop changing the formatting
    don't touch the vendored code
    the endpoint isn't returning the new field
    the retry loop doesn't stop
    seriously? the same mistake again
    the second column is empty
    doesn’t work on Safari
    hmm, that's not what the spec says
    wrong file
    the icon doesn't show up
    👎
    this makes no sense, the id is already unique`,
  ),
  ...list(
    "praise",
    "en",
    `thanks!
    Thank you, that helped
    perfect
    great, that works
    it works now
    awesome work
    nice, exactly what I wanted
    works like a charm
    all tests pass now, great job
    that fixed it
    love it
    excellent, the layout looks great
    looks perfect to me
    much better
    well done
    brilliant, the report is correct now
    beautiful, thank you
    everything works as expected, thanks
    👍 works
    🎉 perfect`,
  ),
  ...list(
    "accept",
    "en",
    `yes
    yep
    yes please
    yeah, do it
    go ahead
    proceed
    sure, go for it
    ok, do that
    sounds good
    option 2
    option B please
    2
    b
    1 and 3
    both
    the first one
    let's do option 1
    let's go with the second approach
    please proceed
    continue
    yes, and keep the old flag for now
    go with A
    agreed
    do it
    ship it
    yes, rename it`,
  ),
  ...list(
    "other",
    "en",
    `fix the broken link in the footer
    explain how this works
    how does the undo feature work?
    add an undo button to the toolbar
    implement revert for draft orders
    write a test that fails when the token is missing
    rename the failed_jobs table to dead_jobs
    what happens if the upload fails?
    show a message when no results are found
    can you add a great-looking header to the page
    add error handling to the fetch call
    make the wrong-password message friendlier
    handle the case where the user is not found
    commit this
    push it to the branch
    now add pagination
    run the linter
    what does this function return?
    why did you pick a map here?
    where is the config loaded?
    why do we use two queues here?
    create a pull request with a nice description
    document the retry policy
    could we use a set instead of a list?
    next, move the helpers into their own module
    the API key is in the vault under staging
    here is the log from last night
    I am going to lunch, keep the branch as it is
    add a rollback step to the deploy script
    make it so that the worker restarts when it crashes
    which library would you use for charts?
    list all files that mention the old name
    please write a script that greps for broken links
    if the check fails, print the path and exit 1
    implement the wrong answer penalty for the quiz
    translate "that's wrong" to French
    summarise the error handling chapter
    add a test for the case that nothing is selected
    let's talk about the caching layer
    is there a good reason to keep both flags?
    update the docs for version 2
    add a nice progress bar
    remove the unused imports
    use the perfect hash library for the lookup table
    bump the version and tag it
    we have three environments: dev, staging and prod
    the meeting notes are in docs/notes.md
    can you check what the works council page says
    generate five failing examples for the tutorial
    fix: typo in the README`,
  ),
  ...list(
    "complaint",
    "de",
    `das ist falsch
    das funktioniert nicht
    die Tests schlagen immer noch fehl
    nein, ich meinte die andere Datei
    mach das rückgängig
    du hast die Hälfte vergessen
    das gefällt mir nicht
    der Build ist kaputt`,
  ),
  ...list("praise", "de", "danke, perfekt\n super, das funktioniert jetzt\n sehr gut"),
  ...list("accept", "de", "ja\n ja, mach das\n weiter\n einverstanden"),
  ...list("other", "de", "füge einen Test hinzu\n wie heißt die Funktion?\n schreibe die Doku für den Export"),
  ...list(
    "complaint",
    "fr",
    `c'est faux
    ça ne marche pas
    ça marche pas
    non, ce n'est pas ce que j'ai demandé
    les tests échouent toujours
    annule ça
    tu as oublié le fichier de configuration`,
  ),
  ...list("praise", "fr", "merci, parfait\n génial, ça marche"),
  ...list("accept", "fr", "oui\n d'accord\n vas-y"),
  ...list("other", "fr", "ajoute une page de connexion\n comment fonctionne le cache ?"),
  ...list(
    "complaint",
    "es",
    `está mal
    no funciona
    sigue sin compilar
    eso no es lo que pedí
    olvidaste los permisos
    deshaz eso`,
  ),
  ...list("praise", "es", "gracias, perfecto\n genial, funciona"),
  ...list("accept", "es", "sí\n vale\n adelante"),
  ...list("other", "es", "añade una página de ajustes\n crea un script de despliegue"),
  ...list("complaint", "pt", "está errado\n não funciona\n ainda dá erro\n você esqueceu o teste\n não gostei"),
  ...list("praise", "pt", "obrigado, perfeito\n ótimo"),
  ...list("accept", "pt", "sim\n pode continuar"),
  ...list("complaint", "it", "è sbagliato\n non funziona\n hai dimenticato il test\n annulla tutto"),
  ...list("praise", "it", "grazie, perfetto\n ottimo"),
  ...list("accept", "it", "va bene\n procedi"),
  ...list(
    "complaint",
    "ru",
    "не работает\n это неправильно\n всё ещё падает\n ты забыл про тесты\n откати это\n нет, не так",
  ),
  ...list("praise", "ru", "спасибо, отлично\n супер, работает"),
  ...list("accept", "ru", "да\n давай\n продолжай"),
  ...list("other", "ru", "добавь страницу настроек\n напиши тест для парсера"),
  ...list("complaint", "zh", "不对\n 这个不工作\n 还是报错\n 你忘了更新文档\n 撤销这个修改\n 测试失败了"),
  ...list("praise", "zh", "谢谢，很好\n 完美"),
  ...list("accept", "zh", "好的\n 可以\n 继续"),
  ...list("other", "zh", "添加一个登录页面\n 写一个单元测试"),
  ...list("complaint", "ja", "違います\n 動きません\n まだエラーが出ます\n 元に戻してください\n それは間違っています"),
  ...list("praise", "ja", "ありがとう、完璧です\n 素晴らしい"),
  ...list("accept", "ja", "はい\n お願いします\n 続けて"),
  ...list("other", "ja", "ログインページを追加してください\n テストを書いて"),
  ...list("complaint", "ko", "틀렸어요\n 작동하지 않아요\n 아직도 에러가 나요\n 되돌려 주세요\n 안 돼요"),
  ...list("praise", "ko", "감사합니다, 완벽해요\n 고마워요"),
  ...list("accept", "ko", "네\n 계속 진행해 주세요"),
  ...list("other", "ko", "로그인 페이지를 추가해 주세요\n 테스트를 작성해 주세요"),
  ...list("complaint", "pl", "nie działa\n to jest źle"),
  ...list("complaint", "tr", "çalışmıyor\n bu yanlış"),
  ...list("complaint", "nl", "dit werkt niet\n dat is niet goed"),
  // a second batch, written after the tables: at first sight 12 of 19 complaints were read, and one task misread
  ...list(
    "complaint",
    "en",
    `the dropdown closes by itself as soon as I hover over it
    hm, the numbers in the report don't add up
    this still has the old logo
    the export button does nothing
    you put the middleware in the wrong place
    I never said to upgrade react
    oh no, all my data is gone
    it takes forever to load now
    that's not the right table
    please put it back the way it was
    the regex matches way too much
    none of the images load
    the script exits with code 1 every time
    good idea, but it breaks the public API
    I can't log in anymore
    the new tests don't even run
    that answer is nonsense
    you ignored my second point completely
    why is it still using the old endpoint? I asked you to replace it`,
  ),
  ...list(
    "praise",
    "en",
    `wow, that's really fast now, great work
    yes! it works
    exactly what I needed, thank you so much
    tests are green, nice`,
  ),
  ...list(
    "accept",
    "en",
    "yes, that plan is fine\n ok go\n the second option please\n yup, go with your recommendation\n A",
  ),
  ...list(
    "other",
    "en",
    `write a migration that drops the legacy column
    what would it take to support dark mode?
    add a message for users who can't log in
    compare the two approaches and list their drawbacks
    every failed payment should be retried three times
    show me the diff
    now the same for the invoices page
    tag a release once the build is green
    does the cache survive a restart?
    we deploy on Fridays`,
  ),
] as const
