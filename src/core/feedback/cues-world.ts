// Cue tables beyond English: German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Ukrainian, Turkish, and
// by substring Chinese, Japanese, Korean; emoji. Ground truth: requirements D10 (no script may fall through to praise).
import type { Cue, CueTable } from "./cues.ts"
import { openings, phrases } from "./phrases.ts"

export const SPACED_WORLD: CueTable = {
  wrong: phrases(
    // German, Dutch
    "falsch|falsche|falschen|falscher|fehlerhaft|kaputt|nicht (?:richtig|korrekt|gut|ganz|das was|so)|stimmt (?:so )?nicht|unsinn|quatsch|schlecht|schlechter|schlimmer|mist|verkehrt|slechter|niet (?:goed|juist|correct)|fout|kapot",
    // French
    "faux|fausse|incorrecte?|mauvaise?|cassée?|pas (?:bon|bonne|correct|bien|ça|ce que)|n'importe quoi|nul|pire|moins bien",
    // Spanish, Portuguese, Italian
    "mal|incorrecto|incorrecta|equivocado|equivocada|roto|rota|no es (?:correcto|lo que|así)|errado|errada|quebrado|não é (?:isso|o que|assim)|ruim|está errad[oa]|peor|pior|peggio|sbagliato|sbagliata|rotto|scorretto|non è (?:corretto|giusto|quello)|non va bene",
    // Polish, Russian, Ukrainian, Turkish
    "źle|gorzej|błąd|błędne|zepsute|nie tak|неправильно|неверно|сломано|сломал[аои]?|не (?:так|то|верно|правильно)|плохо|ерунда|хуже|невірно|погано|yanlış|hatalı|bozuk|olmamış|kötü",
  ),
  fails: phrases(
    "(?:funktioniert|geht|klappt|läuft|kommt|erscheint|kompiliert|baut|startet)(?: \\S+){0,4} nicht|nicht (?:mehr )?(?:funktioniert|da|angezeigt|gefunden)|fehlgeschlagen|schlägt fehl|schlagen fehl|fehler|fehlt|fehlen|abgestürzt|werkt niet|doet het niet|mislukt",
    "(?:ne |n')?(?:marche|fonctionne|compile|passe|passent|s'affiche) (?:toujours |plus )?pas|(?:marche|fonctionne|compile) (?:pas|plus)|échoue|échouent|échoué|erreur|il manque|manque|manquent|plante|planté|rien ne",
    "no (?:me )?(?:funciona|compila|pasa|pasan|aparece|sale|carga|anda|sirve)|falla|fallan|falló|error|falta|faltan|não (?:está )?(?:funciona|funcionou|funcionando|compila|aparece|passa|roda)|falhou|falha|erro|non (?:funziona|compila|va|parte|passa|passano|appare)|fallisce|falliscono|fallito|errore|manca|mancano",
    "nie działa|nie kompiluje|brakuje|не (?:работает|компилируется|запускается|видно|собирается|проходит|проходят|показывает|помогло|появляется)|падает|падают|упал[аои]?|ошибка|ошибки|не вистачає|не працює|помилка|çalışmıyor|olmuyor|olmadı|hata",
  ),
  still: phrases(
    "immer noch|noch immer|weiterhin|schon wieder|wieder der gleiche|nog steeds|toujours (?:pas|le même|la même|cassé)|encore (?:la même|le même|une erreur)|todavía|sigue|aún|sigo|ainda|continua|ancora|sempre lo stesso|stesso errore|nadal|wciąż|всё ещё|все еще|всё еще|все ещё|по-прежнему|опять|снова та же|досі|hâlâ|hala|mismo error|mesmo erro|même erreur|gleiche fehler",
  ),
  blame: phrases(
    "du hast|hast du|warum hast du|ich (?:hatte|habe) gesagt|ich sagte|wie gesagt|das wollte ich nicht|ich wollte|tu as|vous avez|pourquoi as|pourquoi tu|j'ai dit|j'avais dit|je voulais|je t'ai|te dije|olvidaste|has (?:borrado|roto|olvidado)|por qué (?:has|no)|te pedí|quería|você (?:esqueceu|quebrou|apagou|removeu|não)|por que você|eu (?:disse|pedi|queria)|hai (?:dimenticato|rotto|cancellato)|perché (?:hai|non)|ho detto|ti avevo|volevo|zapomniałeś|dlaczego|ты (?:забыл|сломал|удалил|опять|не)|почему ты|зачем ты|я (?:же )?(?:сказал|просил|говорил|имел)|neden",
  ),
  dislike: phrases(
    "gefällt mir nicht|will ich nicht|mag ich nicht|brauche ich nicht|zu (?:viel|lang|kompliziert|langsam)|unnötig|je n'aime pas|je ne veux pas|trop (?:long|de|compliqué|lent)|inutile|no me gusta|no quiero|demasiado|innecesario|não gostei|não gosto|não quero|demais|desnecessário|non mi piace|non voglio|troppo|inutile|nie podoba|nie chcę|мне не нравится|не нравится|не нужно|не надо|слишком|лишнее|beğenmedim|istemiyorum",
  ),
  undo: phrases(
    "rückgängig|zurücksetzen|mach das (?:weg|zurück)|nimm das zurück|annule|annulez|annuler|reviens en arrière|remets|deshaz|deshacer|revierte|vuelve atrás|desfaz|desfaça|reverta|reverte|volta atrás|annulla|ripristina|torna indietro|cofnij|przywróć|откати|отмени|верни|удали это|geri al",
  ),
  vexed: phrases(
    "verdammt|scheiße|mensch|ernsthaft|putain|merde|bordel|sérieusement|joder|mierda|coño|en serio|porra|merda|caralho|cazzo|accidenti|kurwa|cholera|блин|чёрт|черт|блять|какого|yahu|lan",
  ),
  praise: phrases(
    "danke|super|perfekt|prima|klasse|toll|großartig|sehr gut|genau so|funktioniert jetzt|funktioniert|klappt|passt|bedankt|geweldig|merci|parfait|génial|super|excellent|bravo|très bien|nickel|ça marche|impeccable|gracias|perfecto|genial|excelente|muy bien|funciona|estupendo|obrigad[oa]|perfeito|ótimo|excelente|muito bom|muito bem|valeu|grazie|perfetto|ottimo|eccellente|fantastico|benissimo|dzięki|dziękuję|świetnie|idealnie|спасибо|отлично|супер|прекрасно|идеально|круто|молодец|здорово|хорошо|заработало|работает|дякую|чудово|teşekkürler|harika|mükemmel|süper",
  ),
  go: openings(
    "ja|jawohl|jo|gerne|mach das|mach weiter|weiter|einverstanden|los|leg los|klar|oui|ouais|d'accord|vas-y|allez-y|continue|continuez|ok vas-y|sí|si|claro|vale|adelante|continúa|sigue|hazlo|dale|sim|claro|pode|prossiga|continue|continua|vai|certo|procedi|vai avanti|va bene|d'accordo|fallo|tak|dobrze|kontynuuj|śmiało|да|ага|давай|продолжай|окей|ладно|согласен|поехали|делай|так|evet|tamam|devam",
  ),
  again: phrases(
    "noch ?mal|erneut|versuch(?:e|s)? es (?:noch ?mal|erneut)|réessaie|réessayez|encore une fois|inténtalo|de nuevo|otra vez|tenta (?:de novo|novamente)|tente (?:de novo|novamente)|de novo|novamente|riprova|di nuovo|spróbuj (?:ponownie|jeszcze)|jeszcze raz|попробуй (?:снова|ещё|еще)|ещё раз|еще раз|tekrar",
  ),
}

/** Matched anywhere in the normalised clause: these scripts put no blanks between words. */
export const UNSPACED_WORLD: CueTable = {
  wrong:
    /不对|错了|错的|错误的|不正确|有问题|搞错|不是我(?:想|要)|不行|太差|坏了|違う|違い(?:ます|ました)|ちがう|間違|おかしい|ダメ|だめ|正しくない|壊れ|よくない|틀렸|틀린|잘못|이상해|이상하|엉망|아니야|아닙니다|고장|별로/u,
  fails:
    /不(?:能|会|可以)?(?:工作|运行|显示|生效)|没(?:有)?(?:用|效果|反应|生效|工作|显示)|失败|报错|出错|崩溃|无法|缺少|少了|动かな|動かな|動きません|動いてい(?:ない|ません)|表示され(?:ない|ません)|失敗|エラー|落ち(?:る|ます|た)|できない|できません|通ら(?:ない|ず)|안\s?(?:돼|되|됩|나와|나옵|보여|떠)|작동하지|동작하지|실패|에러|오류|없어졌|빠졌|멈춰/u,
  still:
    /还是|仍然|依然|又(?:出|报|错|失败)|まだ|相変わらず|やっぱり|また(?:同じ|エラー|失敗)|同じエラー|여전히|아직도|아직|계속\s?(?:에러|오류|실패|나|안)|또\s?(?:에러|오류|같은|실패)/u,
  blame:
    /你(?:忘|没|把|删|改错|为什么|怎么|漏)|为什么(?:你|要|没)|我(?:说|要)的(?:是|不是)|我不是说|我让你|なぜ|なんで|どうして|と言った|言いました|頼んで(?:ない|いない)|忘れて|勝手に|왜|했잖아|말했|시킨\s?적|까먹|빼먹|라고\s?했/u,
  dislike:
    /不(?:喜欢|想要|需要|满意)|不要|太(?:长|多|复杂|慢|乱)|没必要|多余|いらない|要らない|不要です|好きじゃ|気に入ら|(?:長|多|遅|複雑)すぎ|やめて|싫|필요\s?없|마음에\s?안|너무\s?(?:길|많|복잡|느)|하지\s?마/u,
  undo: /撤销|撤回|回滚|恢复(?:原|到|之前)|改回|还原|退回|元に戻|戻して|取り消|やり直|되돌려|되돌리|롤백|취소해|원래대로|복구/u,
  vexed: /搞什么|什么鬼|靠|妈的|到底|ふざけ|くそ|いい加減|젠장|도대체|제발|씨발|아\s?진짜/u,
  praise:
    /谢谢|感谢|多谢|很好|太好|太棒|不错|完美|好的很|厉害|棒|没问题|可以了|好了|ありがとう|完璧|素晴らし|いいですね|いいね|良い|よくでき|動きました|動いた|助かり|最高|バッチリ|감사|고마워|고맙|완벽|좋아|좋네|좋습니다|훌륭|잘\s?(?:됩|돼|했|되네)|최고/u,
  go: /^(?:好的?|是的?|对|可以|行|继续|同意|没问题，?继续|开始吧|做吧|はい|うん|ええ|お願いします|続けて|進めて|どうぞ|オーケー|了解|네|예|응|그래|좋아요?|계속|진행|해\s?줘|그렇게)/u,
  again:
    /再(?:试|来|做|跑|检查|运行)(?:一?次|一?遍|试)?|重试|重新(?:做|来|跑|试)|もう一度|再試行|もう一回|再度|다시|재시도|한\s?번\s?더/u,
}

const HAPPY = /[👍👏🎉🙌💯✅❤💚🥳😀😃😄😁😊😍🤩🚀🔥👌🙏😎]|:\)|:-\)|:D|<3/u
const UNHAPPY = /[👎😡😠🤬😤😞😢😭🙄😒🤦❌💩😩😫☹🙁😕💔]|:\(|:-\(|>:\(/u

/** What the emoji of the user's own prose say. */
export function emojiCue(prose: string): Cue | null {
  if (UNHAPPY.test(prose)) return "vexed"
  return HAPPY.test(prose) ? "praise" : null
}
