/** What the site says over a page. Money is spoken of in written Chinese. */
export const dialogs = {
  close: '關閉',
  ok: '知道',
} as const;

export const prompts = {
  later: '遲啲先',
  understood: '知道',
  changeCard: '更新信用卡',
  cardExpiring: { title: '信用卡即將到期', words: '請更新付款卡，以免續訂中斷。' },
  bocReminder: { title: '付款提示', words: '你的中銀卡需要重新授權，請在續訂日前完成。' },
} as const;

export const offer = {
  title: '重溫優惠',
  poster: '重溫優惠海報：250 日任你重溫',
  currency: 'HK$',
  price: '388',
  span: '聽足 250 日',
  words: '三台節目重溫，想聽邊集就邊集。',
  buy: '立即購買',
  later: '遲啲先',
} as const;

export const tutorial = {
  step: (step: number, of: number) => `${step} / ${of}`,
  steps: [
    { title: '揀節目', words: '每個節目按節數分好，㩒節目圖就開始聽。' },
    { title: '砌清單', words: '最多 50 節，拖一拖就改次序，一路聽落去。' },
    { title: '落書籤', words: '聽到正嘅位，㩒一下書籤，下次由嗰一秒開始。' },
  ],
  skip: '略過',
  next: '下一步',
  start: '開始使用',
} as const;
