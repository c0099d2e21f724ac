/** The list of what was missed, over another page. */
export const missedBoxText = {
  title: (channel: string) => `${channel} 一覽補聽`,
  close: '閂咗佢',
  loading: '搵緊今個節目播過啲乜…',
  none: '今個節目未有段落可以補聽。',
  failed: '暫時攞唔到補聽清單。',
  retry: '再試一次',
} as const;
