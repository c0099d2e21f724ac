/** A transcript beside the sound, and what sounded in a broadcast. */
export const heardWordsText = {
  follow: '跟返聽到嗰句',
  sounds: '播過嘅歌同簡報',
  bulletin: '新聞簡報',
  playFrom: (clock: string, name: string) => `由 ${clock} 聽起：${name}`,
} as const;
