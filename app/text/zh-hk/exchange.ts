/** What machines of others show: formal written Chinese. */
export const exchangeText = {
  /** Short names of RadioDNS have at most 8 characters, medium ones 16. */
  shortNames: { 881: '雷霆881', 903: '叱咤903', 864: 'AM864' },
  traffic: 'CR電台　隧道交通情況',
  trafficDescription: '主要隧道的封閉及擠塞情況。',
  closed: (tunnel: string) => `${tunnel}封閉`,
  slow: (tunnel: string, minutes: number) => `${tunnel}行車緩慢，約需 ${minutes} 分鐘`,
  jammed: (tunnel: string, minutes: number) => `${tunnel}擠塞，約需 ${minutes} 分鐘`,
} as const;
