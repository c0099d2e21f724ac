/** Text of the strip of breaking news on every page. */
export const breakingNewsText = {
  label: '突發',
  dismiss: '收起突發消息',
};
