/** Texts for replays on other pages. */
export const replaysText = {
  title: '重溫',
  replays: '節目重溫',
  allReplays: '所有重溫',
  hearAgain: '重溫',
  hearAgainOf: (title: string, clock: string) => `重溫 ${clock} 嘅${title}`,
  mostHeard: '近 7 日最多人聽',
  newestReplays: '最新重溫',
} as const;
