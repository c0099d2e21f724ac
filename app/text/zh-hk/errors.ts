/** What the visitor reads when a page or a call fails. */
export const errors = {
  notFoundTitle: '呢個頻率收唔到',
  notFoundWords: '你要嘅頁面唔喺度，可能搬咗、改咗名，或者網址打錯咗。',
  failedTitle: '訊號受到干擾',
  failedWords: '伺服器一時未能回應。請再試一次；如果仍然不行，請過幾分鐘再來。',
  retry: '再試一次',
  goHome: '返主頁',
  listen: '聽直播',
  status: (code: number) => `錯誤代碼 ${code}`,
  elsewhere: '不如去：',
  storeTitle: (app: string, store: string) => `${store}：${app}`,
  storeWords: '呢度係示範，未有真正嘅商店連結。電台設定好地址之後，呢一頁會直接帶你去下載。',
} as const;
