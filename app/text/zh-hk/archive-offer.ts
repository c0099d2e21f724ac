export const offer = {
  title: '重溫優惠',
  poster: (days: number) => `重溫優惠海報：${days} 日任你重溫`,
  currency: 'HK$',
  span: (days: number) => `聽足 ${days} 日，一次過收費`,
  words: '三台節目重溫，想聽邊集就聽邊集。',
  buy: '睇計劃',
  later: '遲啲先',
} as const;
