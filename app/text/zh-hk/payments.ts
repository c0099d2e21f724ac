import { refundText } from './refunds.ts';
import type { Truth } from '#app/pages/checkout/payment-truth.ts';

interface Item {
  name: string;
  quantity: number;
}

/** A line of an order. */
export const itemOf = ({ name, quantity }: Item): string => (quantity > 1 ? `${name} × ${quantity}` : name);

/** What was ordered, in one line. */
export const itemsOf = (lines: readonly Item[]): string => lines.map(itemOf).join('、');

/** Payments and their outcome. In formal written Chinese. */
export const paymentsText = {
  checkout: {
    title: '付款',
    secure: '安全付款',
    order: '訂單',
    orderNumber: (number: string) => `訂單編號 ${number}`,
    today: '今日付款',
    leaving: (provider: string) => `你將會前往 ${provider} 的網頁付款，完成後會自動返回。`,
    providers: {
      paydollar: 'PayDollar',
      mpgs: 'Mastercard Payment Gateway',
      payme: 'PayMe',
      eft: 'eft Payments',
      jetco: 'JETCO',
    },
    /** The payment button shows the amount. */
    go: (amount: string) => `去付款 ${amount}`,
    soon: '正在前往付款網頁…',
    card: '卡號在付款公司的網頁輸入，不會經過本台。',
    noScripts: '這個付款方法要開 JavaScript。請開啟後再試，或者改用其他付款方法。',
    scriptFailed: '付款公司的網頁未能載入，可能被廣告攔截器擋住。請關閉後再試，或者改用其他付款方法。',
    providerFault: '付款公司的網頁未能開啟。請再試一次，或者改用其他付款方法。',
    loading: '正在載入付款網頁…',
    frame: '付款公司的付款欄位',
    again: '再試一次',
    other: '改用其他付款方法',
    cancel: '取消訂單',
    qrTitle: {
      payme: '用 PayMe 掃',
      alipay: '用支付寶香港掃',
      wechat: '用微信掃',
      card: '掃二維碼',
      jetco: '掃二維碼',
    },
    qr: (amount: string) => `付款 ${amount} 的二維碼`,
    steps: ['在手機打開程式，按「掃碼」', '核對金額和收款人「CR電台」', '在手機確認，這一頁會自動前往下一步'],
    openApp: '打開程式付款',
    openHere: '未能掃碼？在這部裝置打開（開新分頁）',
    otherPhone: '用另一部手機掃',
    left: (time: string) => `尚餘 ${time}`,
    /** For a provider that shows the outcome of a payment only on its own page. */
    endThere: (provider: string) => `${provider} 只在自己的網頁顯示付款結果。請在那裏完成或取消付款，然後返回本台。`,
    goBack: (provider: string) => `返回 ${provider} 網頁`,
  },
  waiting: {
    title: '等候付款結果',
    words: '我們正等候付款公司的答覆。請勿再次付款。',
    usual: '一般 10 秒內有結果。關閉這一頁亦不會重複收費，有結果會電郵通知你。',
    dial: '已等候的時間',
    waited: (seconds: number) => `已等候 ${seconds} 秒`,
    askNow: '而家查一次',
    offline: '暫時連不上網絡，連接後會繼續查詢。',
    unasked: '這間付款公司不設查詢，只會在你由它的網頁返回本台時告知結果。有結果會電郵通知你。',
    help: '如需協助',
    endThere: (provider: string) => `如果未完成，請在 ${provider} 的網頁完成或取消付款。`,
    toProvider: (provider: string) => `返回 ${provider} 網頁`,
    keptUntil: (moment: string) =>
      `訂單保留至 ${moment}。到時仍沒有結果，訂單會結束；其後才收到的款項，會開通所購項目或者全數退回。`,
    write: (number: string) => `等了很久仍沒有結果，請聯絡本台，並提供參考編號 ${number}。`,
    toWrite: '聯絡我們',
    logIn: '登入後查看付款結果',
    logInWords: '這張訂單在另一個瀏覽器開始。登入下單的帳戶，便可查看結果。請勿再次付款。',
  },
  truths: {
    success: { title: '付款成功', words: '已收到款項，計劃已經開通。' },
    opening: {
      title: '付款成功，正在開通',
      words: '已收到款項，約 30 分鐘內開通。如超過 30 分鐘仍未開通，款項會自動退回。',
    },
    refunded: { title: '已退款', words: '這張訂單的款項已經退回原來的付款方法，一般 7 日內到帳。' },
    returning: { title: '正在退款', words: '這張訂單的款項會退回原來的付款方法，一般 7 日內到帳。' },
    owed: { title: refundText.title, words: '這張訂單的款項會退回給你，尚未完成。' },
    processing: {
      title: '付款處理中',
      words: '我們仍在等候付款結果，請勿再次付款；有結果會電郵通知你。',
    },
    unpaid: { title: '未付款', words: '這張訂單尚未付款，沒有收費。' },
    failed: { title: '付款未能完成', words: '這次沒有收費。' },
    lapsed: { title: '付款時限已過', words: '付款公司在時限內沒有收到款項，這次沒有收費。' },
    cancelled: { title: '付款已取消', words: '這次沒有收費。' },
    closed: {
      title: '訂單已經結束',
      words: '這張訂單已取消或者過期。如果付款公司其後確認收到款項，會開通計劃或者全數退回；結果列於「會員紀錄」。',
    },
    expired: { title: '訂單已經過期', words: '在時限內沒有收到款項，這次沒有收費。' },
  } satisfies Record<Truth, { title: string; words: string }>,
  /** Follows a failure whose order is still open. */
  kept: '訂單仍然保留，可以再付款。',
  /** Nothing was to be paid, such as with a code. */
  free: { title: '毋須付款', words: '計劃已經開通，沒有收費。' },
  gift: {
    paid: '已收到款項，兌換碼如下。交給收禮的人，登入後在「兌換」輸入便可。',
    free: '毋須付款，兌換碼如下。交給收禮的人，登入後在「兌換」輸入便可。',
  },
  alreadyPaid: '這張訂單已經付款，按「上一頁」或者重新載入都不會再收費。',
  /** Why a bank or provider refused. */
  reasons: {
    declined: '銀行沒有批准這張卡。可以換一張卡，或者打卡背的電話查詢。',
    insufficientFunds: '銀行表示可用額不足。可以換一張卡，或者改用其他付款方法。',
    expiredCard: '這張卡已經到期，請換一張卡。',
    notAuthenticated: '未能完成銀行的身分核實。請再試，並留意銀行的通知。',
    providerDown: '付款公司暫停服務，請改用其他付款方法。',
  },
  details: {
    item: '項目',
    amount: '金額',
    returning: '正在退款',
    span: '有效',
    paidAt: '付款時間',
    next: '下次收費',
    nextWords: (day: string, amount: string) => `${day}，${amount}`,
    noNext: '不會自動收費',
    number: '參考編號',
    receipt: '收據',
    receiptNote: '收據已寄往你的電郵。',
    receiptLater: '收據稍後寄往你的電郵，亦可在「會員紀錄」下載。',
    gift: '兌換碼',
    giftWords: '有效期內任何會員都可以兌換，只限 1 次。',
  },
  buttons: {
    archive: '去重溫',
    onward: '繼續之前嘅頁面',
    history: '會員紀錄',
    plans: '睇計劃',
    event: '返到活動',
    receipt: (number: string, kind: 'receipt' | 'refund_note') =>
      `下載${kind === 'receipt' ? '收據' : '退款單'} ${number}（PDF）`,
  },
  cancel: {
    title: '未完成的付款',
    description: '取消未完成的訂單，或者繼續付款。',
    words: '付款公司表示尚未收到款項，這次沒有收費。訂單仍然保留，可以付款，或者取消。',
    /** Of a renewal, which is not cancelled alone. */
    wordsOfRenewal: '付款公司表示尚未收到款項，這次沒有收費。訂單仍然保留，可以再付款。',
    /** Before the first visit to the provider: the order was opened by the press that led here. */
    newTitle: '付款',
    newWords: '請選擇付款方法。訂單為你保留一段時間，逾時未付款便會自動取消。',
    cancel: '取消訂單',
    none: '你沒有未完成的訂單，沒有收費。',
  },
  history: {
    now: '我的計劃',
    nothing: '你現時沒有計劃。',
    buy: '睇計劃',
    until: (day: string) => `用到 ${day}`,
    renews: (day: string, amount: string) => `自動續訂：下次 ${day} 收費 ${amount}`,
    stopped: (day: string) => `已停止續訂，用到 ${day}，之後不會收費。`,
    stopping: '正在停止續訂，等候付款公司確認。',
    grace: (day: string, amount: string) => `未能扣款 ${amount}。寬限期至 ${day}，其間照聽；之前付款，計劃不會中斷。`,
    /** Around the number, which is displayed large. */
    daysLeft: { before: '尚餘', unit: '日' },
    lastDay: '今日是最後一日',
    dial: '計劃日數',
    states: {
      running: '使用中',
      grace: '未能扣款',
      stopping: '正在停止續訂',
      stopped: '已停止續訂',
    },
    nextPlan: (name: string) => `下次續訂轉為${name}。`,
    changePlan: '轉計劃',
    changeCard: '換卡',
    stop: '停止續訂',
    resume: '恢復續訂',
    payNow: (amount: string) => `付款 ${amount}`,
    payments: '付款',
    none: '未有付款紀錄',
    openOrder: '繼續付款',
    offline: '支票及銀行入數申請',
    year: (year: number) => `下載 ${year}年付款總結（PDF）`,
    refund: (amount: string) => `已退款 ${amount}`,
    returning: (amount: string) => `正在退款 ${amount}`,
  },
} as const;
