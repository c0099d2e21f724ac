// Text of the On-air room of the desk.

const INCIDENTS: Record<string, string> = {
  'edge-old': '冇新聲音',
  'encoder-lost': '編碼器斷線',
  silence: '靜音',
  'jobs-waiting': '工序塞住',
  'jobs-failing': '工序失敗',
  'database-slow': '資料庫慢',
  'provider-failing': '付款渠道出錯',
  'reports-unplaced': '收聽回報未入庫',
  'clock-off': '機器時鐘唔準',
};

/** Names of figures in the words of staff; the value follows. */
const FIGURES: Record<string, (value: number) => string> = {
  seconds: (value) => `${value} 秒`,
  milliseconds: (value) => `${value} 毫秒`,
  jobs: (value) => `${value} 個工序`,
  failed: (value) => `${value} 宗失敗`,
  succeeded: (value) => `${value} 宗成功`,
  reports: (value) => `${value} 份回報`,
  milliseconds_fast: (value) => `比資料庫快 ${(value / 1_000).toFixed(1)} 秒`,
  milliseconds_slow: (value) => `比資料庫慢 ${(value / 1_000).toFixed(1)} 秒`,
};

/** What to do first, where one sentence says it. */
const FIRST_STEPS: Record<string, string> = {
  'clock-off':
    '喺呢部機用 NTP 對時（chronyc makestep），唔使重開。部部機都差一樣多，就係資料庫部機唔準。差超過 10 秒，編碼器會轉去第二部機。',
};

function lengthText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} 分鐘`;
  return `${Math.floor(seconds / 3_600)} 小時 ${Math.floor((seconds % 3_600) / 60)} 分鐘`;
}

export const deskOnAirText = {
  messages: '出全站通告（颱風、暴雨、服務暫停）',
  title: '播出',
  age: (seconds: number) => `${seconds} 秒前`,
  readAt: (seconds: number) => (seconds < 1 ? '啱啱更新' : `${seconds} 秒前更新`),
  stale: (seconds: number) => `更新唔到。呢度係 ${seconds} 秒前嘅情況。`,
  edge: '最新聲音',
  none: '未有聲音',
  good: '播緊',
  late: '慢咗',
  off: '斷咗',
  behind: (seconds: number) => `聲音遲 ${seconds} 秒`,
  silence: (seconds: number) => `靜音 ${seconds} 秒`,
  renditions: '音質',
  encoders: '編碼器',
  noEncoders: '未登記編碼器。',
  onAir: '播出緊',
  standby: '後備',
  withdrawn: '已收回',
  heard: (seconds: number) => `上次收到 ${seconds} 秒前`,
  neverHeard: '未收過',
  waiting: (segments: number) => `${segments} 段等緊`,
  listeners: '而家聽緊',
  people: (count: number) => `${count} 人`,
  coverage: (percent: number) => `${percent}% 播放器有回報`,
  jobs: '工序',
  due: '等緊做',
  dueWords: (count: number, oldest: number) => (count === 0 ? '冇' : `${count} 個，最舊等咗 ${oldest} 秒`),
  running: '做緊',
  count: (count: number) => `${count} 個`,
  failed: '失敗',
  noFailed: '冇失敗嘅工序。',
  givenUp: '唔會再試',
  retries: '會再試',
  loudness: '響度',
  lufs: (value: number) => `${value.toFixed(1).replace('-', '−')} LUFS`,
  tooQuiet: '細聲到量唔到',
  notMeasured: '未量度',
  measured: (seconds: number) => `${seconds} 秒前量`,
  switchTo: (name: string) => `轉去 ${name}`,
  withdraw: (name: string) => `收回 ${name} 密鑰`,
  withdrawCaptions: (name: string) => `收回 ${name} 字幕密鑰`,
  encoderName: '編碼器名',
  nameRule: '英文字母、數字、點、橫線',
  issue: '發密鑰',
  captioners: '字幕員',
  noCaptioners: '未登記字幕員。',
  captionerName: '字幕員名',
  issueCaptions: '發字幕密鑰',
  noCaptions: '呢排未收過字幕',
  lastCaption: (clock: string) => `${clock} 收過字幕`,
  tokenTitle: '新密鑰',
  tokenOnce: '而家抄低。閂咗就唔會再見到，唔見咗要再發過。',
  tokenKept: '抄低咗',
  tries: (attempts: number, max: number) => `試咗 ${attempts} 次，最多 ${max} 次`,
  moreJobs: '再睇舊啲',
  chooseAll: '全部揀晒',
  chosen: (count: number) => `揀咗 ${count} 個`,
  retryJobs: '重做',
  letGo: '放棄',
  incidents: '事故',
  noIncidents: '而家冇事故。有嘢唔妥會自動出現喺呢度。',
  incident: (kind: string, subject: string) => `${INCIDENTS[kind] ?? kind}${subject === '' ? '' : ` ${subject}`}`,
  firstStep: (kind: string): string | undefined => FIRST_STEPS[kind],
  figure: (name: string, value: number) => FIGURES[name]?.(value) ?? `${name} ${value}`,
  openFor: (seconds: number) => `${lengthText(seconds)}未完`,
  lasted: (seconds: number) => `歷時 ${lengthText(seconds)}`,
  closedItself: '自行恢復',
  closedBy: (who: string, words: string) => `${who}完結：${words}`,
  closeIncident: '完結',
  runbook: '處理步驟',
  history: '事故紀錄',
  closedIncidents: '已完結',
  noHistory: '未有完結咗嘅事故。',
  older: '再睇舊啲',
};
