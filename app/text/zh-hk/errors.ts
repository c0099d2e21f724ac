/** What the visitor reads when a page or a call fails. */
export const errors = {
  notFoundTitle: '收唔到呢個頻率',
  notFoundWords: '呢一頁可能改咗名、落咗架，或者網址打錯咗。',
  failedTitle: '訊號受到干擾',
  failedWords: '伺服器一時未能回應。請再試一次；如果仍然不行，請過幾分鐘再來。',
  retry: '再試一次',
  goHome: '返主頁',
  status: (code: number) => `錯誤代碼 ${code}`,
  elsewhere: '不如聽住直播先',
  frequency: '40.4',
  storeTitle: (app: string, store: string) => `${store}：${app}`,
  storeWords: '呢度係示範，未有真正嘅商店連結。電台設定好地址之後，呢一頁會直接帶你去下載。',
} as const;
