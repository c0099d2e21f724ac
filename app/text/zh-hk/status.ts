import type { StatusPart } from '#domain/status/status.rules.ts';
import { channelText } from './channels.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return `${seconds} 秒`;
  const [hours, left] = [Math.floor(seconds / 3_600), Math.round((seconds % 3_600) / 60)];
  if (hours === 0) return `${left} 分鐘`;
  return left === 0 ? `${hours} 小時` : `${hours} 小時 ${left} 分鐘`;
};

/** The status page and its feed. */
export const statusText = {
  title: '服務狀況',
  description: '三個頻道有冇聲、網站、付款同電郵過去 90 日嘅狀況，由聲音紀錄計出嚟。',
  intro: '頻道有冇聲，係由我哋發出嘅聲音紀錄逐秒計，唔使人報。其餘每分鐘查一次。',
  now: '而家',
  allGood: '樣樣正常',
  troubled: (parts: number) => `${parts} 樣有事，我哋處理緊`,
  part: {
    881: channelText[881].name,
    903: channelText[903].name,
    864: channelText[864].name,
    site: '網站',
    payments: '付款',
    mail: '電郵',
  } satisfies Record<StatusPart, string>,
  good: '正常',
  days: '過去 90 日',
  ago: '90 日前',
  today: '今日',
  /** Summary of a part's days. */
  summary: ({
    part,
    days,
    bad,
    unknown,
    seconds,
  }: {
    part: StatusPart;
    days: number;
    bad: number;
    unknown: number;
    seconds: number;
  }) => {
    if (unknown === days) return '未有量度';
    return [
      bad === 0
        ? '有量度嘅日子全部正常'
        : `${bad} 日有事，合共 ${minutes(seconds)}${part === 'site' || part === 'payments' || part === 'mail' ? '' : '冇聲'}`,
      ...(unknown > 0 ? [`${unknown} 日冇量度`] : []),
    ].join('，');
  },
  legend: { good: '正常', bad: '有事', unknown: '冇量度' },
  badDays: '有事嘅日子',
  lasted: minutes,
  incidents: '事件',
  noIncidents: '過去 90 日未有事件。',
  incident: {
    'edge-old': '直播訊號中斷',
    silence: '直播冇聲',
    'database-slow': '網頁開得慢',
    'provider-failing': '有一種付款方法唔成功，未成功嘅唔會收錢',
    'jobs-waiting': '電郵同通知遲咗寄出',
    'jobs-failing': '有電郵寄唔出，會再試',
  },
  since: '由',
  goesOn: '仲處理緊',
  feed: '用 RSS 訂閱事件',
} as const;

export type ToldIncident = keyof typeof statusText.incident;
