export const tutorial = {
  step: (step: number, of: number) => `${step} / ${of}`,
  steps: [
    { title: '揀節目', words: '每集分好一節節，撳節目圖就開始聽。' },
    { title: '砌播放清單', words: '最多 50 節，拖一拖就改次序，一路聽落去。' },
    { title: '加書籤', words: '聽到精彩位，撳一下書籤，下次由嗰一秒開始。' },
  ],
  skip: '略過',
  next: '下一步',
  start: '開始聽',
} as const;
