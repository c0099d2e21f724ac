/** The member menu. Loaded with it. */
export const memberMenu = {
  guest: '登入或者免費登記，管理你嘅會員帳戶。',
  logIn: '登入',
  register: '免費登記',
  loading: '檢查緊登入…',
  subscriber: '重溫訂戶',
  unverified: '電郵未驗證',
  items: '會員功能',
  /** A member's own pages, in the menu as beside them. */
  pages: {
    account: '帳戶資料',
    security: '登入與保安',
    phone: '電話驗證',
    devices: '收聽裝置',
    history: '會員紀錄',
    plans: '訂閱計劃',
    redeem: '兌換',
    promotion: '優惠',
    preferences: '設定',
    library: '我的收聽',
    songs: '我的歌曲',
    videos: '我的影片',
    live: '我的直播',
    data: '資料與私隱',
  },
  logOut: '登出',
  loggedOut: '已經登出',
} as const;
