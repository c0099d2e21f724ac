import { span } from './player.ts';

/** Event player texts that films do not use. */
export const eventPlayerText = {
  player: (title: string) => `網上直播：${title}`,
  onAir: '直播中',
  replay: '重溫',
  enter: '入場',
  watch: '睇直播',
  goLive: '返到直播',
  fromStart: '由頭睇過',
  behind: (ms: number) => `落後 ${span(ms)}`,
  positionValue: (clock: string, behindMs: number, piece: string) =>
    [clock, behindMs > 0 ? `落後直播 ${span(behindMs)}` : '直播', piece === '' ? '' : `節目：${piece}`]
      .filter(Boolean)
      .join('，'),
  setList: '當晚節目',
  now: '而家',
  link: (title: string) => `複製連結：${title}`,
  linkCopied: '已複製連結',
  messages: '大會消息',
  hold: {
    title: '畫面暫停',
    since: (clock: string) => `${clock} 公布：`,
    expected: (clock: string) => `預計 ${clock} 繼續。`,
    stay: '唔使重新整理，返嚟會自動播。',
  },
  ended: '完場喇，多謝你嚟',
  soundOnly: { title: '唔方便睇？', words: '轉做淨聲音慳數據，可以閂螢幕。', listen: '淨聽', watch: '睇返畫面' },
  together: {
    title: '同步睇',
    words: '將連結畀朋友，大家睇到同一刻。',
    picture: '複製連結',
    sound: '電話出聲、電視出畫面',
    sounds: '呢部淨係出聲，畫面喺電視',
  },
  noTicket: { title: '你未有呢場嘅門票', words: '有票嘅帳戶先睇到。' },
  ticketElsewhere: '一張門票一部裝置。轉過嚟，嗰邊會停。',
} as const;
