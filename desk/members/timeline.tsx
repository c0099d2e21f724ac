import { Link } from 'react-router';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { reasonText } from '#app/text/zh-hk/desk-reasons.ts';
import { deskMembersText as text, mailText } from '#app/text/zh-hk/desk-members.ts';
import { exactHk } from '#shared/money.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel } from '../frame/panel.tsx';
import type { TimelineItem } from './member.types.ts';
import { momentOf } from './moment.ts';
import styles from './timeline.module.css';

const PARTS = ['all', 'access', 'money', 'messages', 'staff'];
const BAD = new Set(['failed', 'undelivered', 'blocked', 'timed-out', 'review']);

const textOrNothing = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function titleOf({ source, what, detail }: TimelineItem): string {
  if (source === 'staff') return actionText(what);
  if (source === 'order')
    return `${text.source['order']}　${(detail['items'] as string[] | undefined)?.join('、') ?? ''}`;
  if (source === 'mail') return mailText(what);
  return text.what[source]?.[what] ?? `${text.source[source]} ${what}`;
}

function mailWords({ sent_ts: sent, error }: Record<string, unknown>): string {
  if (typeof sent === 'number') return text.sentAt(momentOf(sent));
  return typeof error === 'string' ? text.mailFault(error) : text.notSent;
}

function detailOf({ source, what, detail }: TimelineItem): string {
  if (source === 'staff') {
    const [who, reason] = [textOrNothing(detail['who']), reasonText(what, textOrNothing(detail['reason']))];
    return reason === '' ? who : text.by(who, reason);
  }
  if (source === 'mail') return mailWords(detail);
  const { cents, order_id: order, device, name } = detail;
  return [
    textOrNothing(device),
    textOrNothing(name),
    typeof order === 'number' ? text.order(order) : '',
    typeof cents === 'number' ? exactHk(cents) : '',
    source === 'order' ? (text.orderState[what] ?? what) : '',
  ]
    .filter(Boolean)
    .join('　');
}

const isBad = ({ source, what, detail }: TimelineItem): boolean =>
  BAD.has(what) || (source === 'mail' && typeof detail['error'] === 'string' && detail['sent_ts'] === undefined);

/** What happened to a member, newest first. */
export function Timeline({
  memberId,
  items,
  next_before: next,
  show,
  before,
}: {
  memberId: number;
  items: TimelineItem[];
  next_before: string | null;
  show: string | null;
  before: string | null;
}) {
  const part: Record<string, string> = show === null ? {} : { show };
  return (
    <Panel title={text.timeline}>
      <nav className={styles.parts} aria-label={text.timeline}>
        {PARTS.map((name) => (
          <Link
            key={name}
            to={deskPaths.member(memberId, name === 'all' ? undefined : { show: name })}
            aria-current={(show ?? 'all') === name ? 'true' : undefined}
            preventScrollReset
          >
            {text.parts[name]}
          </Link>
        ))}
      </nav>
      {items.length === 0 && <p className={styles.empty}>{text.noTimeline}</p>}
      <ol className={styles.items}>
        {items.map((item) => (
          <li key={item.id} data-tone={isBad(item) ? 'bad' : item.source === 'staff' ? 'staff' : undefined}>
            <b>{titleOf(item)}</b>
            <time dateTime={new Date(item.at_ts * 1000).toISOString()}>{momentOf(item.at_ts)}</time>
            <span>{detailOf(item)}</span>
          </li>
        ))}
      </ol>
      {(next !== null || before !== null) && (
        <p className={styles.more}>
          {before !== null && (
            <Link to={deskPaths.member(memberId, part)} preventScrollReset>
              {text.newest}
            </Link>
          )}
          {next !== null && (
            <Link to={deskPaths.member(memberId, { ...part, before: next })} preventScrollReset>
              {text.older}
            </Link>
          )}
        </p>
      )}
    </Panel>
  );
}
