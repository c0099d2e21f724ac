import { clockHk, dayHkOf } from '#shared/hk-time.ts';
import { timeText } from './time.ts';

const momentOf = (ms: number) => `${timeText.date(dayHkOf(new Date(ms)))} ${clockHk(new Date(ms))}`;

/** A replay that is given to a friend. */
export const replayGiftsText = {
  title: '送一集畀朋友',
  description: '每個月送一集節目重溫畀一位朋友。',
  give: '送呢一集畀朋友',
  lead: '有計劃嘅你，每個月可以送一集畀一位朋友。朋友唔使有計劃，登入接受之後聽得 48 小時，同一時間一部裝置。',
  giveOf: (title: string, date: string) => `送《${title}》${date}`,
  make: '攞連結',
  made: '連結得呢一條，第一個接受嘅人先有得聽。離開呢版之後唔會再見到。',
  address: '畀朋友嘅連結',
  copy: '複製連結',
  copied: '已經複製連結。',
  copyFailed: '複製唔到，請揀住連結再複製。',
  choose: '喺你想送嗰集嘅版面撳「送呢一集畀朋友」。',
  toArchives: '去重溫',
  used: '今個月嘅已經送咗，下個月再送過。',
  needsPlan: '要有節目重溫計劃先送得。',
  plans: '睇計劃',
  cannot: '呢一集而家送唔到。',
  mine: '我送過嘅',
  none: '你未送過。',
  gone: '已收起嘅節目',
  states: {
    waiting: '等緊朋友接受',
    accepted: '朋友已經接受',
    over: '朋友已經接受',
    withdrawn: '你收返咗',
    lapsed: '冇人接受，已經失效',
  },
  withdraw: '收返',
  withdrawOf: (title: string) => `收返《${title}》`,
  withdrawn: '已經收返，今個月可以再送。',
  accept: {
    title: (title: string, date: string) => `有人送咗《${title}》${date}畀你聽`,
    words: '撳接受之後開始計 48 小時，同一時間一部裝置。',
    press: '接受',
    own: '呢條係你送出嘅連結，畀返朋友開。',
    gone: '呢條連結用唔到：可能已經有人接受、過咗 7 日，或者收返咗。',
    mine: (ms: number) => `呢一集聽到 ${momentOf(ms)}。`,
    listen: '去聽',
  },
} as const;
