/** The button that follows something. */
export const followText = {
  follow: '跟',
  following: '跟開',
  of: (words: string, name: string) => `${words}：${name}`,
} as const;

/** On the page of traffic. */
export const followDistrictsText = {
  title: '跟你嗰區嘅路況',
  words: '撳「跟」，嗰區有路況消息，就會喺主頁見到。',
} as const;
