/** Created on demand: every page loads this module, and creating a formatter takes 80 ms on a phone. */
const englishDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** Static pages, recruitment, advertising, the stroke fund. */
export const infoText = {
  breadcrumb: '目前位置',
  updated: (date: string) => `最後更新：${date}`,
  /** Below an English text. */
  updatedEn: (day: string) => `Last updated: ${englishDay(day)}`,
  languages: '語言 Language',
  chinese: '繁體中文',
  english: 'English',
  related: '其他資料',
  relatedEn: 'Other pages',
  names: {
    aboutCR: '關於CR電台',
    aboutCRP: '關於CR製作',
    terms: '使用條款',
    privacy: '私隱政策',
    copyright: '版權聲明',
    faq: '常見問題',
    tou: '訂閱服務條款',
    usernotice: '用戶須知',
  },
  /** Names of the pages that also exist in English. */
  namesEn: {
    aboutCR: 'About CR Radio',
    aboutCRP: 'About CR Productions',
    terms: 'Terms of use',
    privacy: 'Privacy policy',
    copyright: 'Copyright notice',
  },
  guide: '節目重溫使用指南',
  guideParts: '指南目錄',
  previousPart: '上一部分',
  nextPart: '下一部分',
  liveFaq: '網上直播常見問題',
  adService: '廣告服務',
  contactSales: '聯絡廣告部',
  recruitment: {
    title: '加入我們',
    titleOf: (company: string) => `加入我們：${company}`,
    description: 'CR電台旗下三間公司嘅職位空缺：職責、要求同點樣申請。',
    companies: { CR: '電台', CRP: '製作公司', CRi: '互動科技' },
    companiesLabel: '公司',
    all: '全部職位',
    howToApply: '點樣申請',
    duties: '職責',
    requirements: '要求',
    posted: (date: string) => `刊登：${date}`,
    closes: (date: string) => `截止申請：${date}`,
    open: '收到足夠申請為止',
    none: '呢間公司暫時未有空缺，遲啲再嚟睇。',
    count: (openings: number) => `${openings} 個空缺`,
  },
  strokeFund: {
    raised: '籌得',
    families: '受惠家庭',
    familiesCount: (families: number) => `${families} 戶`,
    hkd: (amount: string) => `HK$${amount}`,
    year: (year: number) => `${year}年`,
    total: (years: number, amount: string, families: string) =>
      `${years} 年來共籌得 HK$${amount}，幫助 ${families} 個家庭。`,
  },
  footer: {
    legal: '條款及說明',
    company: '公司',
    contact: '聯絡我們',
    about: '關於我們',
    traffic: '路訊合作社',
  },
} as const;
