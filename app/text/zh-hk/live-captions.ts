/** Captions of live sound. */
export const liveCaptionsText = {
  press: '字幕',
  loading: '載入緊字幕…',
  none: '呢段未有字幕。',
  failed: '暫時載入唔到字幕，再試緊。',
  notOpened: '開唔到字幕，請再試一次。',
  announce: '讀出字幕（讀屏程式）',
} as const;
