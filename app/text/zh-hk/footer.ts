/** The footer of every page. Its texts are in the HTML; no browser loads this module. */
export const footer = {
  footTagline: ['三個頻道，一個香港。', '廿四小時同你一齊。'],
  footListen: '收聽',
  footContent: '內容',
  footSites: '更多',
  status: '服務狀況',
  bulletin: '即時簡報',
  lite: '慳數據版',
  footApps: '下載手機程式',
  stores: { ios: 'App Store', android: 'Google Play', huawei: '華為 AppGallery' },
  appCardTitle: (app: string) => `下載${app}`,
  appCardScan: '用手機鏡頭掃一掃，直接去應用程式商店。',
  appCode: (app: string) => `下載${app}嘅二維碼`,
  /** Placeholders for external sites in the demo. */
  outside: {
    my903: 'my903',
    facebook: 'Facebook 專頁',
    youtube: 'YouTube 頻道',
    instagram: 'Instagram',
  },
  outsideWords: '呢度係示範，真正嘅網站喺本台以外。電台設定好地址之後，連結會直接帶你去。',
  appCardNote: '或者喺呢度揀商店：',
  facebook: 'Facebook 專頁',
  youtube: 'YouTube 頻道',
  instagram: 'Instagram',
  copyright: '© 2026 CR電台。版權所有，未經書面同意，不得轉載。',
} as const;
