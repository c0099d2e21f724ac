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
