/** Consent choices. Legal text, in formal written Chinese. */
export const consentText = {
  bar: {
    lead: 'Cookie 與私隱',
    words: '必要的 Cookie 用於登入及記住設定；你接受後，我們才使用統計及廣告 Cookie，為期一年。',
    /** The same for phones, beside the buttons. */
    short: '統計及廣告須你先接受。',
    /** For browsers with Global Privacy Control. */
    asksNot: '按瀏覽器要求，不作廣告追蹤。',
    settings: '設定',
    skip: '暫不接受',
    /** The same for phones, where four buttons share a row. */
    skipShort: '暫不',
    refuse: '全部拒絕',
    accept: '全部接受',
    acceptAsksNot: '接受統計',
  },
  title: 'Cookie 設定',
  lead: '你可隨時更改。選擇會在這個瀏覽器保留一年。',
  always: '一直開啟',
  purposes: {
    necessary: {
      name: '必要',
      words: '用於登入、付款、保安，以及記住你在這個瀏覽器的設定。網站沒有它們便不能運作。',
    },
    statistics: {
      name: '統計',
      words: '以每日更換的代號，計算有多少人收聽和閱讀，並找出播放問題。不同意時，我們只計算不能認出你的總數。',
    },
    advertising: {
      name: '廣告',
      words: '讓廣告商就廣告位置出價，並使用其 Cookie。不同意時，只會看到本台自己的廣告。',
    },
  },
  asksNot: '你的瀏覽器已要求不被追蹤（Global Privacy Control），所以廣告預設關閉。如你在這裏開啟，以你的選擇為準。',
  policy: '私隱政策',
  refuse: '全部拒絕',
  accept: '全部接受',
  save: '儲存',
  saved: 'Cookie 設定已儲存。',
  /** On the page with a member's data. */
  dataLead: '這個瀏覽器可使用哪些 Cookie，與帳戶分開儲存。',
  dataOpen: '更改 Cookie 設定',
} as const;
