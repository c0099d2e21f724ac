/** Importing classics at the desk. */
export const classicsText = {
  title: '匯入經典',
  note: '舊聲帶變做重溫',
  back: '所有重溫',
  upload: {
    title: '聲音檔案',
    received: '收齊，可以匯入',
  },
  form: {
    title: '呢集係乜',
    again: (id: number) => `更正匯入 ${id}`,
    fresh: '由空白開始',
    program: '節目',
    choose: '揀節目',
    name: '題目（唔填：用節目名）',
    startsAt: '首播時間（香港時間）',
    until: '聽到嗰日為止（唔填：冇限期）',
    files: '聲音',
    filesNote: '揀一個檔案；兩個就要同一段聲、唔同音質。格式係 AAC（.m4a、.mp4、.aac），最高 128 kbit/s，最長 6 個鐘。',
    noFiles: '未有收齊嘅檔案。喺上面上載先。',
    file: (name: string, size: string) => `${name}（${size}）`,
    rundown: '環節',
    transcript: '逐字稿',
    optional: (what: string) => `${what}（.vtt，唔一定要）`,
    chosen: (what: string, name: string) => `${what}：${name}`,
    former: '上次嗰個',
    remove: (what: string) => `唔要${what}`,
    chooseFile: (what: string) => `揀${what}`,
    timed: '時間由聲音開頭計。',
    gone: '呢次匯入已經取消咗。填過嘅嘢仲喺度，再撳就當新一次匯入。',
    corrected: '呢次已經有人更正咗，匯入緊或者匯入咗。睇「匯入過嘅」。',
    future: '首播時間要係過去。',
    tooEarly: '首播時間要係 1959 年或者之後。',
    over: '限期要遲過今日。',
    tooMany: '最多揀兩個檔案。',
    submit: '開始匯入',
  },
  list: {
    title: '匯入過嘅',
    empty: '未有匯入。上載聲音，填好資料，撳「開始匯入」。',
    by: (who: string, at: string) => `${who}，${at}`,
    onAir: (at: string) => `首播 ${at}`,
    states: { importing: '匯入緊', imported: '匯入咗', refused: '資料有問題', failed: '機器有問題' },
    waiting: '等緊',
    steps: { read: '檢查檔案', store: '儲存聲音' },
    stepOf: (step: string, percent: string) => `${step} ${percent}`,
    progressOf: (name: string) => `「${name}」進度`,
    open: '睇重溫',
    correct: '更正再匯入',
    drop: '取消匯入',
  },
};

/** Why an import was refused, by the server's message. */
const REASONS: readonly [RegExp, (...found: string[]) => string][] = [
  [
    /^(.+) is (MP3|WAV|Ogg|FLAC|AIFF|Matroska|an MPEG)/,
    (file) => `「${file}」唔係 AAC。請匯出做 AAC（.m4a），再上載。`,
  ],
  [/^(.+) has an unknown format;/, (file) => `「${file}」唔係聲音檔案，或者壞咗。請匯出做 AAC（.m4a），再上載。`],
  [/^(.+) is (empty|invalid);/, (file) => `「${file}」壞咗。喺來源再抄一次，再上載。`],
  [/^(.+) has less than one second/, (file) => `「${file}」得唔夠 1 秒。`],
  [/^(.+) has (\d+) kbit\/s/, (file, rate) => `「${file}」有 ${rate} kbit/s，最高 128。請匯出低啲嘅音質。`],
  [/^both files have the same quality/, () => '兩個檔案同一音質。拎走一個，或者換另一個音質。'],
  [/^the durations of the files differ/, () => '兩個檔案唔一樣長，差多過 1 秒。要係同一段聲。'],
  [/^the sound lasts more than (\d+) hours/, (hours) => `長過 ${hours} 個鐘，請分開幾集。`],
  [/^cue (\d+) begins after/, (cue) => `環節或者逐字稿第 ${cue} 句，喺聲音完咗之後先開始。換過檔案再嚟。`],
  [/^line (\d+):/, (line) => `環節或者逐字稿第 ${line} 行讀唔到。換過檔案再嚟。`],
  [/^broadcast (\d+) of the programme/, (id) => `同重溫 ${id} 撞咗時間：嗰集仲聽得返。改首播時間，或者收起嗰集先。`],
  [/^a classic was on air in the past/, () => '首播時間加埋長度，去到將來。改首播時間。'],
  [/^programme \d+ does not exist/, () => '個節目冇咗。揀另一個節目。'],
  [/does not exist$/, () => '個聲音檔案冇咗，請再上載。'],
  [/^(.+?) (is|has) [^;]*;/, (file) => `「${file}」唔係 AAC-LC，或者壞咗。請匯出做 AAC（.m4a），再上載。`],
];

/** A reason as editors read it; the server's own message if it is another. */
export function classicReason(reason: string): string {
  for (const [pattern, words] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return words(...found.slice(1));
  }
  return reason;
}
