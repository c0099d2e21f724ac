/** Moments of the programme on air that a listener may have missed. */
export const missedText = {
  title: '一覽補聽',
  bulletin: '新聞簡報',
  kinds: { section: '環節', bulletin: '簡報', song: '歌' },
  /** Before its name, for screen readers. */
  from: (clock: string) => `由 ${clock} 聽起：`,
} as const;
