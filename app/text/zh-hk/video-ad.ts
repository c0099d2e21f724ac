/** Labels of a video ad. */
export const videoAdText = {
  label: '廣告',
  region: '影片廣告',
  coming: '影片就嚟開始',
  left: (seconds: number) => `廣告 · 仲有 ${seconds} 秒`,
  skip: '略過廣告',
  skipIn: (seconds: number) => `${seconds} 秒後可以略過`,
  why: '點解見到呢個廣告？',
  started: '廣告開始，播完就到你揀嘅影片。',
  maySkip: '可以略過廣告。',
  over: '廣告完咗。',
} as const;
