const STEPS: Record<string, string> = {
  loudness: '量響度',
  picture: '壓畫面',
  join: '接駁',
  sound: '壓聲音',
  stills: '預覽圖',
  poster: '海報',
  publish: '上載',
};

/** Rooms of films in the making. */
export const filmsText = {
  title: '影片製作',
  note: '由檔案壓成影片',
  search: '篩選影片',
  pages: '影視版面同價錢',
  fields: { text: '名或者檔名', state: '狀態' },
  empty: '未有影片。喺上面揀個檔案，就會喺度出現。',
  noMatch: '冇影片符合篩選。',
  more: '再舊啲',
  columns: { name: '影片', state: '狀態', progress: '進度', page: '上架', added: '加入' },
  states: { making: '製作中', made: '做好', refused: '檔案有問題', failed: '機器有問題' },
  waiting: '等緊',
  percent: (share: number) => `${Math.floor(share * 100)}%`,
  progressOf: (name: string) => `「${name}」進度`,
  step: (name: string, share: number) => `${stepName(name)} ${Math.floor(share * 100)}%`,
  notShown: '未上架',
  pageOf: (title: string, part: 'film' | 'trailer') => (part === 'trailer' ? `${title}（預告）` : title),
  upload: {
    title: '加影片',
    name: '影片名（唔填：用檔名）',
    received: '收齊，檢查緊',
    open: '睇影片',
  },
  film: {
    back: '所有影片',
    facts: '資料',
    source: '檔案',
    length: '長度',
    reason: '點解同點做',
    page: '上架',
    steps: '步驟',
    step: stepName,
    done: '做好',
    notDone: '未做',
    acts: '做啲乜',
    retry: '再做',
    remove: '移除影片',
    removeWords: '1 小時內刪除聲畫，要另一個人批。上咗架嘅要先換另一套。',
    show: '上架',
    showPage: '版面',
    showPart: '做乜',
    parts: { film: '正片', trailer: '預告' },
    choosePage: '揀版面',
    replaces: '呢版已經有，撳咗會即刻換。',
    noPages: '未有影片版面。',
    notMade: '做好先可以上架。',
    captions: '字幕',
    noCaptions: '未有字幕。',
    caption: (label: string, lang: string, cues: number) => `${label}（${lang}），${cues} 句`,
    lang: '語言',
    label: '顯示名稱（唔填：用語言名）',
    langs: { 'zh-HK': '中文（香港）', en: '英文', ja: '日文', ko: '韓文' },
    addCaptions: '匯入字幕（.vtt）',
    chapters: '章節',
    noChapters: '未有章節。',
    addChapters: '匯入章節（.vtt）',
    chaptersWords: '每句一章，由嗰句開始計。新檔案會取代舊嘅。',
  },
};

/** `picture 3` as words. */
function stepName(name: string): string {
  const [kind = '', ...rest] = name.split(' ');
  return [STEPS[kind] ?? kind, ...rest].join(' ');
}

/** Why a file was refused, by the server's message. */
const REASONS: readonly [RegExp, (...found: string[]) => string][] = [
  [/^the file cannot be read/, () => '檔案讀唔到：壞咗，或者唔係影片。喺來源再抄一次。'],
  [/^the file has no video track/, () => '檔案冇畫面。淨係得聲嘅，當經典匯入。'],
  [/^the file has no audio track/, () => '檔案冇聲。加返條聲軌，細聲都得。'],
  [/^the audio track is silent/, () => '條聲軌由頭到尾冇聲，換返啱嗰條。'],
  [/^the audio track has no channels/, () => '條聲軌係空嘅，換返啱嗰條。'],
  [/^the file is encrypted/, () => '檔案加咗密，請供應商畀未加密嘅。'],
  [/^the installed ffmpeg/, () => '呢種編碼做唔到，請匯出做 H.264 同 AAC。'],
  [/^the file is Dolby Vision/, () => '呢種 Dolby Vision 做唔到，請供應商畀 HDR10 或者 Rec. 709。'],
  [/^the file does not state its duration/, () => '檔案冇講有幾長，可能抄漏咗，再抄一次。'],
  [/^the duration of (\S+) s is below/, (seconds) => `得 ${seconds} 秒，最少要 10 秒。`],
  [/^the duration of (.+) exceeds/, () => '長過 4 小時，請分開幾個檔案。'],
  [/^the video lasts .* but the audio/, () => '畫面同聲唔一樣長，其中一樣斷咗尾，再匯出一次。'],
  [/^the picture size (.+) is below/, (size) => `畫面太細（${size}）。`],
  [/^the picture size (.+) exceeds/, (size) => `畫面太大（${size}）。`],
  [/^the picture size (.+) has an/, (size) => `畫面比例唔似（${size}），睇吓檔案嘅像素比例。`],
  [
    /^the same file was already added as film (\d+), "(.*)"/,
    (film, name) => `同一個檔案加過喇：影片 ${film}「${name}」。`,
  ],
  [/^the stored copy of/, () => '原本嗰個檔案唔見咗。移除呢套，再加過。'],
  [
    /^encoding needs (\S+) GB .* only (\S+) GB/,
    (needed, free) => `磁碟位唔夠：要 ${needed} GB，得返 ${free} GB。請工程部清位。`,
  ],
];

/** A reason as editors read it; the server's own message if it is another. */
export function filmReason(reason: string): string {
  for (const [pattern, words] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return words(...found.slice(1));
  }
  return reason;
}
