/** The member menu. Loaded with it. */
export const memberMenu = {
  guest: '登入或者免費登記，管理你嘅會員帳戶。',
  logIn: '登入',
  register: '免費登記',
  loading: '檢查緊登入…',
  subscriber: '重溫訂戶',
  unverified: '電郵未驗證',
  items: '會員功能',
  account: '我的帳戶',
  settings: '設定',
  history: '會員紀錄',
  verifyPhone: '電話驗證',
  logOut: '登出',
  loggedOut: '已經登出',
} as const;
