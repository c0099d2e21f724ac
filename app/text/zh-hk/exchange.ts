import type { TunnelKey } from '#domain/traffic/known-words.rules.ts';

/** Shown by third-party devices: formal written Chinese. */
export const exchangeText = {
  /** Short names of RadioDNS have at most 8 characters, medium ones 16. */
  shortNames: { 881: '雷霆881', 903: '叱咤903', 864: 'AM864' },
  tunnels: {
    'western-harbour': '西區海底隧道',
    'cross-harbour': '海底隧道',
    'eastern-harbour': '東區海底隧道',
    'lion-rock': '獅子山隧道',
    'tates-cairn': '大老山隧道',
    'tko-lam-tin': '將軍澳－藍田隧道',
  } satisfies Record<TunnelKey, string>,
  traffic: 'CR電台　隧道交通情況',
  trafficDescription: '主要隧道的封閉及擠塞情況。',
  closed: (tunnel: string) => `${tunnel}封閉`,
  slow: (tunnel: string, minutes: number) => `${tunnel}行車緩慢，約需 ${minutes} 分鐘`,
  jammed: (tunnel: string, minutes: number) => `${tunnel}擠塞，約需 ${minutes} 分鐘`,
} as const;
