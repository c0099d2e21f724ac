/** Cheques and deposits. */
export const offlineText = {
  title: '支票或銀行入數',
  description: '用支票或者銀行入數訂閱 365 日計劃。',
  lead: '收到申請後 10 個工作天內有結果，不計星期六、日及公眾假期。只限 365 日計劃，最多 2 份。',
  labels: {
    plans365: '365 日計劃',
    extra30days: '加日數，每 30 日',
    payment_method: '付款方法',
    receipt: '支票或入數紙的相片',
  },
  plansChoice: (count: number, amount: string) => (count === 0 ? '不加計劃，只加日數' : `${count} 份，${amount}`),
  extraChoice: (count: number, amount: string) => (count === 0 ? '不加日數' : `加 ${count * 30} 日，${amount}`),
  methods: { 1: '支票', 2: '銀行入數' } as Readonly<Record<number, string>>,
  /** accepted formats, matching what is actually accepted. */
  receiptHint: 'PNG 或 JPEG 圖片，上限 5 MB。金額和日期要清楚，相片內的位置資料會刪去。可在送出申請後補交。',
  /** Prices of a plan and its additional days. */
  totalWords: (plan: string, extra: string) =>
    `每份 365 日計劃 ${plan}；每加 30 日 ${extra}。入數或支票金額要與總額相同。`,
  total: '入數或支票金額',
  where: '付款資料',
  payee: '收款人',
  bank: '銀行',
  account: '帳號',
  postal: '支票請寄',
  submit: '送出申請',
  addReceipt: '補交相片',
  pendingTitle: '你有一份申請正在處理',
  pending: (day: string) => `最遲 ${day} 有結果，會電郵通知你。完成或者取消後，才可再申請。`,
  cancel: '取消申請',
  none: '這個計劃現時不接受申請。',
  rows: '申請紀錄',
  row: (plans: number, extra: number, amount: string) =>
    [plans > 0 && `365 日計劃 ${plans} 份`, extra > 0 && `加 ${extra * 30} 日`, amount].filter(Boolean).join('，'),
  /** 1 and 2 have the same text. */
  states: { 1: '處理中', 2: '處理中', 3: '成功', 4: '已取消', 5: '未能批准' } as Readonly<Record<number, string>>,
  successTitle: '已收到申請',
  success: (day: string) => `我們會在 10 個工作天內處理，最遲 ${day} 有結果，會電郵通知你。批准後即時開通。`,
  failureTitle: '申請未能送出',
  failure: '沒有收到你的申請，亦沒有收費。請檢查資料和相片，再試一次。',
  again: '再試一次',
} as const;
