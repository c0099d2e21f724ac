import type { BulletinTopic } from '#domain/bulletins/bulletins.rules.ts';

/** The short replay of news, traffic and weather. */
export const bulletinText = {
  title: '即時簡報',
  description: '一撳就聽到最新嘅新聞、交通同天氣，幾分鐘聽完。',
  topics: { news: '新聞', traffic: '交通', weather: '天氣' } satisfies Record<BulletinTopic, string>,
  play: '播放即時簡報',
  pause: '暫停即時簡報',
  retry: '再試播放即時簡報',
  length: (minutes: number, seconds: number) =>
    [minutes > 0 ? `${minutes} 分` : '', seconds > 0 ? `${seconds} 秒` : ''].filter(Boolean).join(' '),
  newest: (clock: string) => `${clock} 最新`,
  parts: '今次有咩聽',
  /** A part may begin and end within a minute. */
  span: (from: string, to: string) => (from === to ? from : `${from} 至 ${to}`),
  said: '講咗啲乜',
  none: '暫時未有簡報，整點新聞之後就有。',
  subscribe: '用 Podcast App 追簡報（RSS）',
  plain: '直接開聲檔',
  // IN FEEDS: formal written Chinese, as they are read outside the site
  feedDescription: '最新的新聞、交通及天氣簡報，由 CR電台各台播出的簡報合成，免費收聽。',
  episode: (day: string, clock: string) => `即時簡報　${day} ${clock}`,
} as const;
