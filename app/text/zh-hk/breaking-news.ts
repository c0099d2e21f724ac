/** Text of the strip of breaking news on every page. */
export const breakingNewsText = {
  labels: { breaking: '突發', weather: '天氣', service: '通告' },
  dismiss: '收起消息',
};
