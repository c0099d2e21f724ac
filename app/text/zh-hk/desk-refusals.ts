// Why the desk refused something, and what to do next. The codes and what they name are in shared/staff/refusals.ts.
import { exactHk } from '#shared/money.ts';
import type { FactsOf, Refusal } from '#shared/staff/refusals.ts';
import { vttText } from './desk-archive.ts';
import { campaignsText } from './desk-campaigns.ts';

type Words = { [Why in Refusal]: string | ((facts: FactsOf<Why>) => string) };

/** A word of a table; the value as it is if the table has none. */
const wordOf = (table: Readonly<Record<string, string>>, value: string): string => table[value] ?? value;

const WORDS: Words = {
  // ACTIONS, APPROVALS AND JOBS
  'edited-since': (facts) => {
    const { changed_by: by } = facts as { changed_by?: string | null };
    return `${by ? `${by} ` : '有同事'}啱啱改過。重新載入睇最新嘅，再改。`;
  },
  'same-value': '同而家一樣，唔使改。',
  'differs-from-shown': '資料啱啱改咗。請睇清楚新嘅改動再撳一次。',
  'approval-differs': '資料改過，而家做會同提出嗰陣唔同。請唔批，叫提出嘅同事睇過再提一次。',
  'undone-already': '已經收回咗，唔使再收。',
  'changed-since-run': '之後有其他改動，收回唔到。睇咗「紀錄」再改。',
  'key-reused': '同一個要求內容唔同咗。重新載入再做。',
  'decided-already': '已經有人決定咗。撳「最近」就見到結果。',
  'job-decided': '已經有人決定咗，下面係而家嘅狀態。',
  'approval-expired': '過咗 24 小時，批唔到。請提出嘅同事再提一次。',
  'approval-needless': '呢個動作而家唔使第二個人批。請提出嘅同事直接做。',
  'asker-gone': '提出嘅同事而家冇權做呢樣嘢。請搵有權嘅同事再提一次。',
  'needs-second-person': '呢個動作要另一個人批，喺工作台做。',
  'jobs-running': '你有大批動作未做完。等佢做完，或者停咗一個先。',
  'job-not-running': '呢批而家冇喺度做。重新載入就見到去到邊。',
  'job-ended': '呢批已經完咗，繼續唔到。要再做，請由頭揀過。',
  'too-many-views': '一張清單最多儲存 20 個篩選，請先刪走一個。',

  // STAFF
  'account-exists': ({ email }) => `${email} 已經有帳戶。喺「權限」搵返佢，加角色就得。`,
  'account-not-invited': '佢已經入過嚟，或者停用咗，唔使再邀請。',
  'account-disabled': '呢個帳戶已經停用。',
  'role-held': '佢已經有呢個角色。重新載入就見到。',
  'no-administrator-left': '咁樣就冇人可以加角色。搵另一位做系統管理員先。',
  'role-for-emergencies': '呢個角色淨係緊急嗰陣用，加唔到。請揀另一個。',
  'address-not-valid': ({ email }) => `「${email}」唔似電郵地址，睇清楚再打。`,
  'name-length': ({ max }) => `名要有 1 至 ${max} 個字。`,
  'glass-broken': '佢之前用過緊急權限，未有人覆核。請系統管理員覆核先。',
  'second-authenticator-missing': '要登記兩個驗證工具先入得。再登記一個。',
  'too-many-passkeys': ({ max }) => `最多 ${max} 條通行密鑰。刪除一條先再加。`,
  'passkey-registered': '呢條通行密鑰登記咗。用另一個工具。',
  'passkey-not-verified': '驗證唔到呢條通行密鑰。再試，或者用另一個工具。',
  'app-registered': '驗證程式已經登記咗。要換，請移除舊嗰個先。',

  // SETTINGS AND LINES ON EVERY PAGE
  'switch-on': '已經開返咗。',
  'ends-within-days': ({ max }) => `結束時間要喺而家之後，最遲 ${max} 日之內。`,
  'ends-within-hours': ({ max }) => `結束時間要喺而家之後，開始咗之後最多 ${max} 小時。`,
  'days-out-of-bounds': ({ min, max }) => `日數要由 ${min} 至 ${max}。`,
  'mail-fixed': '呢封電郵嘅文字喺程式入面，改唔到。要改請搵工程部。',
  'line-shown': '已經有一條出緊。改嗰條，或者收咗先。',
  'line-replaced': '之後出過另一條。重新載入，改最新嗰條。',
  'line-over': '呢條已經收咗。',

  // WORDS, PICTURES, PROGRAMMES AND HOSTS
  'public-already': '已經公開咗。',
  'retired-already': '已經收起咗。',
  'picture-in-use': '呢張圖片仲有地方用緊。換走嗰度嘅圖片先。',
  'article-not-public': '呢篇文章未公開，或者已經收回。重新載入睇而家嘅狀態。',
  'article-not-published': '呢篇文章而家冇出。重新載入睇而家嘅狀態。',
  'article-public-already': '文章已經公開，唔可以改做遲啲先出。唔想人睇到，請收回。',
  'publication-past': '出街時間已經過咗。揀之後嘅時間；想而家就出，請揀「即刻」。',
  'withdrawal-too-early': '收回時間要遲過出嘅時間。',
  'too-much-text': '段落太多或者太長，請分開幾篇。',
  'live-blog-of-news': '新聞先有文字直播。請揀一篇新聞。',
  'live-blog-open': '文字直播已經開咗，可以直接寫。',
  'live-blog-closed': '文字直播已經完結。要再寫，先重開。',
  'live-blog-full': ({ max }) => `一個文字直播最多 ${max} 則。完結呢個，開一篇新嘅。`,
  'entry-withdrawn': '呢則已經收回。',
  'entry-not-withdrawn': '呢則冇收回過。重新載入睇而家嘅狀態。',
  'page-empty': '內文唔可以係空嘅。',
  'pin-not-of-shelf': ({ article_id: id }) => `文章 ${id} 唔屬於呢一欄，或者冇咗。移除佢先再儲存。`,
  'pin-twice': ({ article_id: id }) => `文章 ${id} 出現咗兩次。移除一個。`,
  'pin-over': ({ article_id: id }) => `文章 ${id} 嘅限期已經過咗。改遲啲，或者移除佢。`,
  'chart-not-saturday': '榜喺星期六公布，請揀星期六。',
  'songs-repeated': ({ positions }) => `第 ${positions.join('、')} 位同前面嘅歌一樣。每首歌只可以出現一次。`,

  // TIMETABLES
  'change-set-state': '呢組改動已經發布、排咗時間或者丟棄咗。重新載入睇最新嘅。',
  'change-set-full': ({ max }) => `一組最多 ${max} 個改動。發布呢組先，再開新一組。`,
  'change-set-empty': '呢組冇改動，唔使發布。',
  'nothing-to-change': '冇嘢要改。',
  'timetable-changed': '節目表啱啱有人改過。重新載入睇最新嘅，再改。',
  'timetable-clash': '有節目撞咗時間。跟住撞咗嗰幾行改好，再發布。',
  'program-of-other-channel': ({ program_id: id }) => `節目 ${id} 唔屬於呢個頻道。揀另一個，或者去「節目」改佢嘅頻道。`,

  // REPLAYS, CLASSICS AND THE STUDIO
  'span-backwards': '完結時間要遲過開始時間。',
  'neighbour-fixed': ({ broadcast_id: id }) =>
    `會撞到重溫 ${id}：佢嘅時間係同事定嘅，或者會冇晒。改咗嗰個先，或者揀另一個時間。`,
  'edges-of-timetable': '呢個時間由同事喺節目表定咗。要改，請去節目表改。',
  'edges-outside-tape': '超出咗錄音嘅頭尾。揀錄音入面嘅時間。',
  'broadcast-not-over': '節目未播完，播完先改得完結時間。',
  'edge-too-far': '每次最多可以移 3 個鐘。',
  'broadcast-too-short': '剩返太短。要收起成個，請用「收起」。',
  'end-in-future': '完結時間未到。揀而家之前嘅時間。',
  'part-of-mark': '播音室嘅記號會開一個環節，同埋畀佢個名。跟住嗰個記號嘅時間同名。',
  'parts-out-of-order': '環節要順住時間，同埋喺節目入面。',
  'classic-overlaps': '嗰個時間，呢個節目已經有一集聽得返。改首播時間，或者收起嗰集先。',
  'broadcast-at-that-time': ({ broadcast_id: id }) =>
    `嗰個時間，呢個節目已經有重溫 ${id}。改首播時間，或者收起嗰集先。`,
  'classic-not-past': '經典要係播過嘅。首播時間加埋長度，要早過而家。',
  'classic-not-available': '限期已經過咗，匯入咗都聽唔到。揀遲啲嘅限期。',
  'import-state': ({ state }) => (state === 'imported' ? '已經匯入咗。要收起，去重溫嗰頁。' : '匯入緊，等佢做完先。'),
  'file-not-ready': ({ file_name: name }) => `「${name}」未上載完，或者匯入緊。等佢完先，或者揀另一個檔案。`,
  'cue-changed': '頭先有同事改咗呢句，或者刪咗佢。',
  'cue-end': '新嘅一句要有完結時間，最多長 10 分鐘。',
  'cue-outside': '呢句嘅時間喺節目之外。',
  'too-many-studio-links': '播音室連結最多 50 條。請先收回唔再用嘅。',

  // FILMS AND UPLOADS
  'film-shown': '影片頁仲用緊佢。喺嗰頁換另一套先。',
  'film-not-encoded': ({ film_id: id }) => `影片 ${id} 未製作好。等佢做好再放上去。`,
  'film-state': ({ state }) => (state === 'made' ? '已經做好，唔使再試。' : '製作緊，等佢做完先。'),
  'too-many-chapters': ({ max }) => `最多 ${max} 章。合埋幾章先再匯入。`,
  'chapter-too-long': ({ chapter, max }) => `第 ${chapter} 章個名長過 ${max} 個字。改短佢再匯入。`,
  'chapter-twice': ({ chapter }) => `第 ${chapter} 章同上一章同一個時間開始。改好再匯入。`,
  'language-unknown': ({ lang }) => `「${lang}」唔係語言代號。用 zh-HK、en 呢類。`,
  'label-too-long': ({ max }) => `顯示名稱最多 ${max} 個字。`,
  'no-cues': '檔案入面冇句子。換另一個檔案。',
  'vtt-line': ({ line, code }) => vttText.line(line, wordOf(vttText.faults, code)),
  'vtt-late': ({ cue }) => vttText.late(cue),
  'too-many-uploads': ({ max }) => `同時最多上載 ${max} 個檔案。等一個完先，或者取消一個。`,
  'upload-moved': '另一個分頁都上載緊呢個檔案。留低一個分頁就得。',
  'upload-written': '另一個分頁都上載緊呢個檔案。留低一個分頁就得。',
  'upload-held': '呢個檔案用緊，取消唔到。等佢做完先。',

  // ENCODERS, INCIDENTS AND EVENTS
  'encoder-withdrawn': '呢部編碼器嘅密鑰已經收回，切換唔到。揀另一部。',
  'encoder-silent': '呢部編碼器而家冇送聲。開返佢，或者揀另一部。',
  'encoder-on-air': '已經用緊呢部編碼器。',
  'stream-not-live': '編碼器同字幕員淨係可以送頻道或者活動。揀返其中一個。',
  'incident-closed': '呢件事已經完結咗。',
  'event-phase': '活動去到呢個階段做唔到呢樣嘢。重新載入睇而家做得乜。',
  'event-not-cancelled': '取消咗嘅活動先可以全部退款。取消活動先，或者逐張訂單退。',
  'message-length': ({ max }) => `文字要有 1 至 ${max} 個字。`,
  'item-later': '開始時間唔可以遲過而家。',
  'item-started': '呢個環節已經開始咗，時間照舊。要改，先撳「未開始」。',

  // LETTERS
  'letter-changed': '頭先有人覆咗或者改咗呢封信。下面係而家嘅樣，睇過再做。',
  'letter-has-no-address': '寄信人冇留電郵，覆唔到。可以打電話，再完結。',
  'letter-open': '呢封信未完結，唔使重開。',
  'letter-closed': '呢封信已經完結。',
  'letter-not-for-air': '呢類來信唔會喺節目讀，畀唔到主持。',
  'letter-not-in-studio': '主持而家冇呢封信，唔使收返。',

  // MONEY
  'nothing-to-refund': '收咗嘅錢已經退晒，或者未收過錢，冇得再退。',
  'refund-too-large': ({ left_cents: cents }) =>
    cents > 0 ? `最多退到 ${exactHk(cents)}。改細啲銀碼。` : '已經退晒，冇得再退。',
  'value-used': ({ left_cents: cents }) =>
    `最多退到 ${exactHk(cents)}：其餘已經轉咗去另一個計劃，或者用咗。改細啲銀碼。`,
  'gift-redeemed': '份禮物已經有人換咗，退唔到。',
  'refund-waits': ({ left_cents: cents }) =>
    `呢張單有退款等緊第二個人批，${cents > 0 ? `除咗嗰筆，最多退到 ${exactHk(cents)}` : '冇得再退'}。去「待批」睇咗先。`,
  'refund-all-or-nothing': '訂單未完成，要退就全部退。',
  'rental-started': ({ left_cents: cents }) =>
    cents > 0
      ? `影片已經開始睇，最多退租金嘅一半做賠償：仲可以退 ${exactHk(cents)}。改細啲銀碼，或者畀佢另一套。`
      : '影片已經開始睇，租金嘅一半已經退咗，冇得再退。可以畀佢另一套。',
  'refunded-already': '呢筆退款已經完成，唔使再做。',
  'refund-withdrawn': '銀行已經取回款項，呢筆退款撤回咗，唔使再退。',
  'refund-under-way': '呢筆退款進行緊，等付款公司答覆先。',
  'refund-not-charged-back': '銀行冇取回呢筆款項，仲要退返畀客人。',
  'order-not-open': '未付款嘅訂單先取消得。已經付款嘅，請用退款。',
  'not-a-settlement': ({ provider }) => `呢個唔係 ${provider} 嘅結算檔案。揀返啱嘅供應商或者檔案。`,
  'member-gone': '呢位會員已經冇帳戶，寄唔到。可以列印出嚟畀佢。',
  'erasure-scheduled': '已經排咗刪除，唔使再做。',
  'outage-credited': ({ name }) => `「${name}」補過喇。如果係另一次，請用另一個名。`,
  'outage-overlaps': '同補過嘅一次重疊。淨係填未補嗰段時間。',
  'outage-other-end': '同一個開始時間補過，但完結唔同。由上次完結嗰刻開始，補返其餘嘅。',
  'outage-span': ({ max_days: max }) => `要填已經完咗嘅時間，最長 ${max} 日。`,
  'outage-not-past': '要填已經完咗嘅日子。',
  'application-decided': '呢個申請已經有人決定咗。重新載入就見到結果。',
  'day-in-future': '呢一日未到。揀今日或者之前。',
  'days-out-of-order': '最後一日要喺第一日或者之後。',
  'too-many-days': ({ max }) => `第一日要早過最後一日，最多 ${max} 日。`,
  'code-exists': '其中一個碼已經有咗，成批都冇開。換另一個碼再開。',
  'code-form': '碼要有 4 至 32 個英文字母或者數字。',
  'too-many-codes': ({ max }) => `一批要有 1 至 ${max} 個碼。`,
  'code-plan-or-purchase': '一批碼淨係可以畀計劃，或者畀單次購買。揀其中一樣。',
  'code-of-purchase': '單次購買嘅碼：優惠碼要有折扣，兌換碼要揀一樣。',
  'code-discount-or-days': '碼要有折扣或者日數，唔可以兩樣都有。',
  'code-days-of-plan': '日數要揀計劃，同埋用兌換碼、連結或者禮物。',
  'code-needs-days': '兌換碼要填日數。',

  // CAMPAIGNS
  'needs-items': '公開咗嘅計劃最少要有一個級別或者貨品。要停賣，請截止計劃。',
  'needs-delivery': '有貨品就要有送貨方法。',
  'needs-days': '有項目要支持者揀日子，唔可以冇日子揀。',
  'item-ordered': '有人買過或者留緊，價錢、種類同有冇限額改唔到。請收起呢個，加一個新嘅。',
  stock: ({ taken }) => `存貨唔可以少過賣咗加留緊嘅數（${taken}）。`,
  ordered: '已經有訂單，種類、目標、開始時間同日子改唔到。',
  later: '已經有人支持，籌款嘅截止時間唔可以推遲。',
  fewer: '已經有訂單，每人上限唔可以減。',
  past: '截止時間要喺而家之後。要即刻截止，請用「即刻截止」。',
  ended: '計劃已經完結，改唔到。',
  reserved: '呢個名用唔到，請揀另一個。',
  taken: '呢個名已經有計劃用咗，請揀另一個。',
  public: '計劃已經公開。',
  blocked: '仲有嘢未齊，未可以發布。',
  'no-terms': '冇新版本嘅條款可以發布。',
  coded: '呢個計劃嘅文字同條款喺網站程式入面。',
  wordless: '公開咗嘅計劃要有標題同引言。',
  many: '一個計劃最多 40 個項目。',
  stale: '項目啱啱有人改過，請重新載入再排。',
  'too-many-posts': ({ max }) => `一個計劃最多 ${max} 篇；請改舊嗰啲，唔好再加。`,
  'campaign-draft': '計劃仲係草稿。發布咗先做得。',
  'campaign-closed': '計劃已經截止。',
  'campaign-not-open': '計劃未開始。',
  'campaign-failed': '計劃已經當失敗處理咗，唔使再做。',
  'delivery-step': ({ from, to }) => {
    const [now, next] = [wordOf(campaignsText.deliveries.states, from), wordOf(campaignsText.deliveries.states, to)];
    return `呢張訂單而家係「${now}」，轉唔到做「${next}」。重新載入睇最新嘅。`;
  },
  'no-delivery-address': '買家未填送貨地址。請佢喺訂單連結填返先。',
  'day-not-of-campaign': ({ day }) => `${day} 唔係計劃嘅日子。睇清楚日子再填。`,

  // INVITATIONS
  'event-cancelled': '活動已經取消。',
  'replies-closed': '已經過咗回覆限期，唔可以再邀請。改遲咗限期先。',
  'too-many-invitations': ({ max }) => `一個活動最多邀請 ${max} 位。刪走啲先再匯入。`,
  'invited-before': '名單上面全部都邀請過喇。',

  // ADVERTISING
  'too-many-bookings': ({ max }) => `已經有 ${max} 個檔期，取消咗啲先再加。`,
  'booking-cancelled': '呢個檔期已經取消。要改，請恢復先。',
  'booking-over': '呢個檔期已經取消，或者完咗。',
  'booking-not-cancelled': '呢個檔期冇取消過，或者已經完咗。',
  'ad-blocked': '已經封鎖咗。',
  'ad-not-blocked': '已經解除封鎖。',
  'too-many-blocks': ({ max }) => `已經封鎖咗 ${max} 個，解除咗啲先再加。`,

  // MERGED MEMBERS
  'same-member': '兩個編號係同一個會員。',
  'kept-not-active': '留低嗰個帳戶唔係正常狀態，合併唔到。',
  'merged-not-active': '要併入嗰個帳戶唔係正常狀態，合併唔到。',
  'took-over-before': '呢個帳戶之前併入過另一個帳戶。請揀佢做留低嗰個。',
  'recurring-payment': '要併入嗰個帳戶仲有自動續訂。請會員先停續訂，等停好先再合併。',
  'open-order': '要併入嗰個帳戶有訂單未完。等佢付款、過期，或者跟進完先再合併。',
  'offline-application': '要併入嗰個帳戶有入數付款等緊審批。批完先再合併。',
  'two-plans': '兩個帳戶都有計劃未完。請先退一個，或者等一個完咗先再合併。',
  'plan-overlaps': '要併入嗰個帳戶嘅計劃，同留低嗰個以前嘅計劃日子重疊。請掉轉，留有計劃嗰個。',
  'in-a-family': '要併走嗰個帳戶仲喺家庭計劃入面。喺嗰位會員嗰頁移走佢先再合併。',
  'same-film': '兩個帳戶都租咗同一套影片。等一個睇完、過期或者退款先再合併。',
  'too-much': '要併入嗰個帳戶嘅紀錄太多，一次搬唔晒。請搵工程同事。',
  'not-merged': '呢個帳戶冇併入過另一個帳戶，或者已經還原咗。',
  'too-late': '合併過咗 7 日，還原唔到。',
  'being-erased': '其中一個帳戶等緊刪除，或者已經刪除，還原唔到。',
};

/** Refusals with a response code of their own, most of which members meet as well. */
const BY_CODE: Readonly<Record<string, string>> = {
  10003: '呢個會員帳戶已經停用，做唔到。',
  10011: '要再證明係你先做得。登出再登入，即刻再做。',
  30006: '呢個續訂冇停過、計劃已經完咗，或者銀行取回過付款，恢復唔到。請會員再訂過。',
  30007: '呢個續訂由付款公司定，恢復唔到。請會員等計劃完咗再訂過。',
  70013: '份禮物已經有人換咗，退唔到。',
  150005: '佢已經有呢套影片，睇完或者過期先可以再畀。',
};

/** Words for a response code; null if they depend on more than it. */
export const codeWords = (code: number | string | null): string | null => BY_CODE[String(code)] ?? null;

/** Words for a refusal, with what it names; null if the server is newer and knows another one. */
export function refusalWords(why: string, facts: object): string | null {
  const words = Object.hasOwn(WORDS, why) ? (WORDS[why as Refusal] as string | ((facts: object) => string)) : null;
  return typeof words === 'function' ? words(facts) : words;
}
