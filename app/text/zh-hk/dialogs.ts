/** What the site says over a page. Money is spoken of in written Chinese. */
export const dialogs = {
  close: '關閉',
  ok: '明白',
} as const;

export const prompts = {
  later: '遲啲先',
  understood: '明白',
  changeCard: '更新信用卡',
  cardExpiring: { title: '信用卡即將到期', words: '請在到期前更新信用卡，否則下次續訂未能扣款。' },
  bocReminder: { title: '中銀卡需要重新授權', words: '請在續訂日前完成授權，否則下次續訂未能扣款。' },
} as const;

export const offer = {
  title: '重溫優惠',
  poster: '重溫優惠海報：250 日任你重溫',
  currency: 'HK$',
  price: '388',
  span: '聽足 250 日，一次過收費',
  words: '三台節目重溫，想聽邊集就聽邊集。',
  buy: '睇計劃',
  later: '遲啲先',
} as const;

export const tutorial = {
  step: (step: number, of: number) => `${step} / ${of}`,
  steps: [
    { title: '揀節目', words: '每集分好一節節，撳節目圖就開始聽。' },
    { title: '砌播放清單', words: '最多 50 節，拖一拖就改次序，一路聽落去。' },
    { title: '加書籤', words: '聽到精彩位，撳一下書籤，下次由嗰一秒開始。' },
  ],
  skip: '略過',
  next: '下一步',
  start: '開始聽',
} as const;
