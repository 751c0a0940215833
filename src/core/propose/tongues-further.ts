// Standing wishes in languages that tongues.ts knows only by short lists: standing words, bans, house habits, what cancels
// them, and the words that tell the language (none where the script does). Ground truth: everyday grammar.

export interface TongueWords {
  readonly name: string
  readonly wish: string
  readonly ban: string
  readonly habit: string
  readonly voided: string
  /** function words; two of them, or fewer and a standing word, tell the language */
  readonly tell: string | null
}

export const FURTHER: readonly TongueWords[] = [
  {
    name: "uk",
    wish: "завжди|відтепер|надалі|щоразу|кожного разу|запам'ятай|пам'ятай|я волію|мені подобається|хочу,? щоб|використовуй(?:те)?|лише|тільки",
    ban: "ніколи|не (?:використовуй|роби|додавай|пиши|чіпай|треба)|не можна|заборонено",
    habit: "ми (?:не )?(?:використовуємо|пишемо|робимо|деплоїмо)|у нас|у цьому (?:репозиторії|проєкті|проекті)",
    voided:
      "каже|сказав|сказала|нібито|можливо|якби|чому|падає|не працює|цього разу|зараз|поки|сьогодні|цей файл|у цьому файлі",
    tell: null,
  },
  {
    name: "ar",
    wish: "من الآن فصاعدا|دائما|دائمًا|في كل مرة|تذكر|أفضل|أريد أن|استخدم|فقط",
    ban: "أبدا|أبدًا|لا (?:تستخدم|تضف|تكتب|تلمس|تحذف)|ممنوع",
    habit: "نحن نستخدم|نستخدم|في هذا المشروع|لدينا",
    voided: "يقول|قال|ربما|لو|لماذا|يفشل|هذه المرة|اليوم|الآن(?! فصاعدا)|هذا الملف",
    tell: null,
  },
  {
    name: "he",
    wish: "תמיד|מעכשיו|מהיום|בכל פעם|זכור|תזכור|אני מעדיף|אני מעדיפה|רק",
    ban: "אף פעם|לעולם לא|אל (?:ת\\p{L}+)|אסור",
    habit: "אנחנו משתמשים|אצלנו|בפרויקט הזה",
    voided: "אומר|אמר|אולי|אם|למה|נכשל|הפעם|היום|הקובץ הזה",
    tell: null,
  },
  {
    name: "el",
    wish: "πάντα|από εδώ και πέρα|από τώρα|κάθε φορά|θυμήσου|προτιμώ|θέλω να|χρησιμοποίησε|μόνο",
    ban: "ποτέ|μη(?:ν)? \\p{L}+|απαγορεύεται",
    habit: "χρησιμοποιούμε|σε αυτό το (?:έργο|project|repo)",
    voided: "λέει|είπε|ίσως|αν |γιατί|αποτυγχάνει|αυτή τη φορά|σήμερα|αυτό το αρχείο",
    tell: null,
  },
  {
    name: "hi",
    wish: "हमेशा|अब से|आगे से|हर बार|याद रख\\p{L}*|मुझे पसंद|केवल|सिर्फ़|सिर्फ",
    ban: "कभी (?:नहीं|भी नहीं|मत)|मत |न करें",
    habit: "हम .{0,30}(?:करते|लिखते|रखते) हैं|इस प्रोजेक्ट में",
    voided: "कहता|कहा|शायद|अगर|क्यों|इस बार|आज|इस फ़ाइल",
    tell: null,
  },
  {
    name: "cs",
    wish: "vždy|vždycky|odteď|od teď|příště|pokaždé|pamatuj|preferuji|preferuju|chci,? abys|používej|piš|odpovídej|radši|raději",
    ban: "nikdy|nepoužívej|nedělej|nepiš|necommituj|nepřidávej|zakáz\\p{L}+",
    habit: "používáme|píšeme|u nás|v tomhle (?:repu|projektu)|v tomto (?:repozitáři|projektu)",
    voided: "říká|řekl|prý|možná|kdyby|proč|tentokrát|dnes|zatím|v tomhle souboru",
    tell: "je|jsou|se|na|pro|že|prosím|vždy|nikdy|kód|testy|commity|zprávy|používej|používáme|bez|před|každ\\p{L}+|piš|mi|ale|nebo|česky|anglicky",
  },
  {
    name: "da",
    wish: "altid|fra nu af|fremover|hver gang|husk|jeg foretrækker|jeg vil gerne|brug|skriv|svar|undgå|kun",
    ban: "aldrig|ikke|ingen|forbudt",
    habit: "vi (?:bruger|skriver|kører|deployer|holder)|hos os|i (?:det her|dette) (?:repo|projekt)",
    voided: "siger|sagde|ifølge|måske|ville|hvorfor|denne gang|lige nu|i dag|den her fil",
    tell: "og|det|at|jeg|vi|ikke|altid|aldrig|med|til|på|brug|bruger|skriv|svar|ingen|koden|tests|foretrækker|hver|gang|er|dansk|engelsk|før|kun|husk",
  },
  {
    name: "no",
    wish: "alltid|fra nå av|heretter|hver gang|husk|jeg foretrekker|jeg vil (?:gjerne|helst)|bruk|skriv|svar|unngå|kun|bare",
    ban: "aldri|ikke|ingen|forbudt",
    habit: "vi (?:bruker|skriver|kjører|deployer|holder)|hos oss|i (?:dette|det her) (?:repoet|prosjektet)",
    voided: "sier|sa|ifølge|kanskje|ville|hvorfor|denne gangen|akkurat nå|i dag|denne filen",
    tell: "og|det|å|jeg|vi|ikke|alltid|aldri|med|til|på|bruk|bruker|skriv|svar|ingen|koden|tester|foretrekker|hver|gang|er|norsk|engelsk|før|kun|husk",
  },
  {
    name: "fi",
    wish: "aina|tästä lähtien|jatkossa|joka kerta|muista|haluan että|pidän|käytä|kirjoita|vastaa|vältä|vain",
    ban: "älä|ei koskaan|ei saa|kielletty|ikinä",
    habit: "käytämme|kirjoitamme|meillä|tässä (?:projektissa|repossa)",
    voided: "sanoo|sanoi|ehkä|jos|miksi|tällä kertaa|tänään|nyt|tässä tiedostossa",
    tell: "ja|on|ei|aina|älä|käytä|käytämme|kirjoita|koodi|koodin|testit|suomeksi|englanniksi|että|kun|ennen|kiitos|vain|muista|joka|ikinä",
  },
  {
    name: "hu",
    wish: "mindig|mostantól|ezentúl|minden alkalommal|jegyezd meg|inkább|szeretném,? ha|használj|írj|válaszolj|kerüld|csak",
    ban: "soha|sose|ne (?:használj|írj|adj|commitolj|nyúlj)|tilos",
    habit: "használunk|írunk|nálunk|ebben a (?:projektben|repóban)",
    voided: "mondja|mondta|állítólag|talán|miért|ezúttal|most|ma |ebben a fájlban",
    tell: "és|nem|hogy|egy|az|mindig|soha|kérlek|használj|írj|kód|teszt\\p{L}*|magyarul|angolul|minden|csak|előtt|ne|van",
  },
  {
    name: "ro",
    wish: "întotdeauna|mereu|de acum (?:încolo|înainte)|pe viitor|de fiecare dată|ține minte|prefer|vreau să|folosește|scrie|răspunde|evită|doar",
    ban: "niciodată|nu (?:folosi|scrie|adăuga|face|atinge|comite)|interzis|fără",
    habit: "folosim|scriem|la noi|în (?:acest proiect|proiectul ăsta|acest repo)",
    voided: "spune|zice|spus|poate|dacă am|de ce|de data asta|acum(?! (?:încolo|înainte))|azi|acest fișier",
    tell: "și|nu|să|este|sunt|pentru|cu|întotdeauna|niciodată|folosește|folosim|te rog|scrie|cod|teste|română|engleză|fără|în|mereu|doar",
  },
  {
    name: "vi",
    wish: "luôn|từ giờ|từ nay|từ bây giờ|mỗi lần|hãy nhớ|nhớ là|tôi thích|mình thích|tôi muốn|chỉ dùng",
    ban: "không bao giờ|đừng|cấm",
    habit: "chúng tôi (?:dùng|viết)|bọn mình dùng|trong (?:dự án|repo) này",
    voided: "nói rằng|có lẽ|nếu|tại sao|lần này|hôm nay|file này",
    tell: "và|là|của|cho|không|luôn|dùng|viết|trong|này|tôi|mình|đừng|bằng|tiếng|khi|trước|code",
  },
  {
    name: "id",
    wish: "selalu|mulai sekarang|ke depannya|setiap kali|ingat|saya lebih suka|saya mau|gunakan|tulis|hindari|hanya",
    ban: "jangan|tidak boleh|dilarang|tanpa",
    habit: "kami (?:pakai|menggunakan|menulis)|kita pakai|di (?:proyek|repo) ini",
    voided: "katanya|bilang|mungkin|kalau|kenapa|mengapa|kali ini|hari ini|file ini",
    tell: "dan|yang|di|untuk|dengan|selalu|jangan|gunakan|pakai|saya|kami|tolong|tidak|bahasa|kode|setiap|sebelum|hanya|ini",
  },
]
