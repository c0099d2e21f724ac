import { timeText } from './time.ts';

/** The open logbook of the status page. */
export const logbookText = {
  title: '公開帳簿',
  intro: '過去 30 日，由系統紀錄直接計出嚟，冇人手填過。少過 10 宗嘅唔講，免得認到人。',
  corrections: '更正過嘅文章',
  times: (count: number) => `${count} 次`,
  opening: '畀錢之後開通要幾耐',
  openingOf: ({ orders, p50Seconds, p95Seconds }: { orders: number; p50Seconds: number; p95Seconds: number }) =>
    `一半喺 ${p50Seconds} 秒內，95% 喺 ${p95Seconds} 秒內（${orders} 張單）`,
  recovery: '續費第一次收唔到，之後補返',
  recoveryOf: ({ failed, paid }: { failed: number; paid: number }) => `${failed} 宗入面 ${paid} 宗`,
  tooFew: '少過 10 宗',
  seal: '最新封咗嘅帳',
  sealOf: ({ dayHk }: { dayHk: string }) => timeText.fullDate(dayHk),
  noSeal: '未有',
  hash: '封條',
  hashNote: '封條由嗰日每一筆帳計出嚟，並連住前一日；改過任何一筆，往後嘅封條就唔同。',
} as const;
