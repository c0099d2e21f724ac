import type { CampaignTerms } from './campaigns.ts';

/** 粵語爆谷 365 日: a pledge campaign. */
export const popcornText = {
  name: '粵語爆谷 365 日',
  title: '粵語爆谷 365 日眾籌',
  description: '一年三百六十五日，日日爆一首。揀一日，我哋將你個名同嗰首歌喺嗰日播出街。',
  heading: ['一年三百六十五日，', '日日爆一首。'],
  lead: '我哋想同 365 位聽眾，一日一首，重新錄返 365 首廣東歌。你揀一日，我哋將你個名同嗰首歌，喺嗰日播出街。',
  support: '即刻支持',
  art: '一桶紅白間條爆谷，爆谷飛到成天都係',
  milestonesNote: '每去到一個爆谷位，多錄一批：30 萬錄 90 首，60 萬錄 180 首，90 萬錄 270 首，120 萬錄足 365 首。',
  refundNote: '未達標全數退款。',
  tiers: '揀桶爆谷',
  items: {
    small: { name: '細爆谷', lead: '名字入鳴謝名單', perks: ['全部 365 首串流', '名字喺網頁鳴謝'] },
    medium: {
      name: '中爆谷',
      lead: '揀一日，讀出你個名',
      perks: ['細爆谷全部', '揀一日，讀出你個名', '嗰首歌嘅手寫歌詞'],
    },
    large: { name: '大爆谷', lead: '黑膠同首播門票', perks: ['中爆谷全部', '十二吋精選黑膠', '首播音樂會 2 張門票'] },
    whole: { name: '包場', lead: '成間錄音室一日', perks: ['大爆谷全部', '入錄音室過一日', '嗰日 5 首都係你揀'] },
  } as Record<string, { name: string; lead: string; perks: readonly string[] }>,
  status: {
    0: { title: '籌備中', words: '仲未開始，開始嗰刻先可以支持。' },
    1: { title: '達標', words: '多謝你，目標已經達到。超額嘅錢會用嚟加印黑膠。' },
    2: { title: '名額已滿', words: '有名額嘅桶都滿咗，細爆谷仲可以支持。' },
    3: { title: '進行中', words: '未達標全數退款。' },
    4: { title: '已結束', words: '眾籌已經結束，多謝每一位支持者。' },
    5: { title: '售罄', words: '所有桶都清晒。有人未付款嘅話，會再放出嚟。' },
  } as Record<number, { title: string; words: string }>,
  thanks: '多謝你，爆咗',
  thanksWords: (no: number) => `你係第 ${no} 位支持者。`,
  failure: '未爆到，再試一次',
};

export const popcornTerms: readonly CampaignTerms[] = [
  {
    version: '3',
    since: '2026-10-28',
    clauses: [
      '眾籌期限及目標金額以眾籌主頁所示為準。',
      '付款時即時收取款項。截止時未達目標金額，所有款項會退回原來的付款方法；已過退款期限的付款方法由職員聯絡安排。',
      '每日只接受一位支持者；揀選的日子於付款期間保留，逾期未付款即放出。',
      '讀出的名字由本台核對，未獲採用會以電郵通知更改。',
      '達標後如未能完成全部日子，未播出部分按日數比例退款；已播出的日子及已寄出的物品不設退款。',
      '黑膠及其他物品預計 2027 年 3 月起寄出，延誤會以電郵通知。',
      '付款紀錄及姓名、地址等資料只用於本眾籌，完成後 90 日刪除；帳目按法例保留。',
    ],
  },
];
