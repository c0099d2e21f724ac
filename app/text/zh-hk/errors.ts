/** Error pages and failed calls. */
export const errors = {
  notFoundTitle: '收唔到呢個頻率',
  notFoundWords: '呢一頁可能改咗名、落咗架，或者網址打錯咗。',
  failedTitle: '呢頁暫時開唔到',
  failedWords: '伺服器冇回應。請再試一次；仲係唔得，過幾分鐘再嚟。',
  offlineTitle: '而家冇網絡',
  stored: '聽留低咗嘅重溫',
  offlineWords: '一連返網絡，呢一頁會自動載入。',
  retry: '再試一次',
  goHome: '返主頁',
  /** The countdown is announced once, at its start. */
  goingHome: (seconds: number) => `${seconds} 秒後返主頁`,
  stayHere: '留喺呢版',
  status: (code: number) => `錯誤代碼 ${code}`,
  elsewhere: '不如聽住直播先',
  frequency: '40.4',
  storeTitle: (app: string, store: string) => `${store}：${app}`,
  storeWords: '示範網站未有商店連結。',
} as const;
