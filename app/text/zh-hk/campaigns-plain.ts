import { clockHk } from '#shared/hk-time.ts';

/** Texts of the pages of campaigns made at the desk, besides their own. */
export const plainText = {
  kinds: { pledge: '眾籌', sale: '義賣' },
  tiers: '揀一個支持',
  goods: '貨品',
  deliveries: '點收貨',
  support: '即刻支持',
  order: '落單',
  perBuyer: (most: number) => `每人最多 ${most} 件`,

  status: {
    pledge: {
      0: { title: '籌備中', words: '仲未開始，開始嗰刻先可以支持。' },
      1: { title: '達標', words: '多謝你，目標已經達到，仲可以繼續支持。' },
      2: { title: '名額已滿', words: '有限額嘅都滿咗，其他仲可以支持。' },
      3: { title: '進行中', words: '未達標全數退款。' },
      4: { title: '已結束', words: '眾籌已經結束，多謝每一位支持者。' },
      5: { title: '額滿', words: '名額全部滿咗。有人未付款嘅話，會再放出嚟。' },
    },
    sale: {
      0: { title: '未開賣', words: '仲未開賣，開賣嗰刻先可以落單。' },
      2: { title: '售罄', words: '有限額嘅賣晒。有人未付款嘅話，會再放出嚟。' },
      3: { title: '發售中', words: '付款期間會為你留貨 10 分鐘。' },
      4: { title: '已結束', words: '發售已經結束，餘下訂單會陸續寄出。' },
      5: { title: '售罄', words: '賣晒。有人未付款嘅話，會再放出嚟。' },
    },
  } as Record<'pledge' | 'sale', Record<number, { title: string; words: string }>>,
  thanks: { pledge: '多謝你支持', sale: '落咗單，多謝幫襯' },
  thanksWords: {
    pledge: (no: number) => `你係第 ${no} 位支持者。`,
    sale: (no: number) => `第 ${no} 張訂單`,
  },
  failure: { pledge: '未成功，再試一次', sale: '落單唔成功' },
  preview: {
    note: (untilMs: number) => `預覽：未儲存嘅改動唔喺度，條連結 ${clockHk(new Date(untilMs))} 失效`,
    terms: '條款及細則（草稿）',
    noTerms: '未有條款。',
    gone: '睇唔到預覽',
    goneHint: '條連結過咗期或者唔完整。請返計劃嘅編輯頁再撳「開預覽頁」。',
  },
};
