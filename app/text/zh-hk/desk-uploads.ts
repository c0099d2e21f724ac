/** Text of files that are sent in pieces, in any room. */
export const uploadsText = {
  choose: '揀檔案上載',
  hint: (max: string, days: number) =>
    `大到 ${max} 都得。斷網、登出、重開都唔使由頭嚟過：揀返同一個檔案就會繼續。${days} 日冇郁嘅會刪除。`,
  percent: (share: number) => `${Math.floor(share * 100)}%`,
  progressOf: (name: string) => `「${name}」進度`,
  size: (bytes: number) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${Number((bytes / 1e9).toFixed(1))} GB`),
  sent: (percent: string, done: string, all: string) => `${percent}（${done} / ${all}）`,
  states: {
    sending: '上載緊，可以去做其他嘢，唔好閂呢個分頁',
    waiting: '連唔到，會自己再試',
    paused: '停咗',
    failed: '上載唔到',
  },
  kept: {
    receiving: '未完。揀返同一個檔案就會繼續',
    held: '用緊',
    added: '已經加咗',
    refused: '檔案有問題',
  },
  pause: '停一停',
  goOn: '繼續',
  cancel: '取消上載',
  dismiss: '知道',
  emptyFile: '呢個檔案係空嘅。',
  tooLarge: (max: string) => `檔案大過 ${max}，請分開幾個檔案。`,
  diskFull: '伺服器位唔夠，請叫工程部清位先。',
  loggedOut: (percent: string) => `登入時間過咗，停咗喺 ${percent}。登入返再撳「繼續」。`,
  noCode: '頁面有啲嘢攞唔到，請重新載入再試。',
  gone: (name: string) => `「${name}」喺另一個分頁取消咗，或者過咗期。揀返個檔案就由頭上載。`,
  notCancelled: '取消唔到，請再試。',
};
