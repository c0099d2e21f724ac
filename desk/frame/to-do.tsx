import { Link } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import type { LiveKind } from '#shared/staff/live.ts';
import { deskPaths } from '../desk-paths.ts';
import { useLiveRead } from '../live/live.ts';
import { Panel } from './panel.tsx';
import styles from './to-do.module.css';

const text = deskText.home.toDo;
const POLL_MS = 60_000;

interface Kind {
  name: keyof typeof text.kinds;
  /** Null: for everybody. */
  permission: string | null;
  path: string;
  live: LiveKind;
  /** Number waiting, from the reply of the call. */
  count: (reply: never) => number;
  to: string;
}

interface Listed {
  items: readonly unknown[];
}

const KINDS: readonly Kind[] = [
  {
    name: 'incidents',
    permission: 'on-air.see',
    path: '/api/staff/incidents',
    live: 'incidents',
    count: ({ open }: { open: readonly unknown[] }) => open.length,
    to: deskPaths.onAir(),
  },
  {
    name: 'jobs',
    permission: 'jobs.retry',
    path: '/api/staff/jobs/failed',
    live: 'jobs',
    count: ({ items }: Listed) => items.length,
    to: deskPaths.onAir(),
  },
  {
    name: 'approvals',
    permission: null,
    path: '/api/staff/approvals?state=open',
    live: 'approvals',
    count: ({ items }: { items: readonly { may_decide: boolean }[] }) =>
      items.filter(({ may_decide: mayDecide }) => mayDecide).length,
    to: deskPaths.approvals(),
  },
  {
    name: 'work',
    permission: 'money.see',
    path: '/api/staff/money/today',
    live: 'work',
    count: ({ open_work: kinds }: { open_work: readonly { items: number }[] }) =>
      kinds.reduce((sum, { items }) => sum + items, 0),
    to: deskPaths.money(),
  },
  {
    name: 'offline',
    permission: 'money.decide-offline',
    path: '/api/staff/money/offline',
    live: 'work',
    count: ({ items }: Listed) => items.length,
    to: deskPaths.offline(),
  },
  {
    name: 'letters',
    permission: 'letters.answer',
    path: '/api/staff/letters?state=open',
    live: 'work',
    count: ({ open }: { open: number }) => open,
    to: deskPaths.letters({ state: 'open' }),
  },
  {
    name: 'drafts',
    permission: 'articles.edit',
    path: '/api/staff/articles?state=draft&mine=1',
    live: 'work',
    count: ({ items }: Listed) => items.length,
    to: deskPaths.words({ state: 'draft', mine: '1' }),
  },
];

/** One kind of pending work; nothing if there is none. */
function Waiting({ kind: { name, path, live, count, to } }: { kind: Kind }) {
  const { value } = useLiveRead<unknown>(path, null, { kind: live, pollMs: POLL_MS });
  const waiting = value === null ? 0 : count(value as never);
  if (waiting === 0) return null;
  const [what, act] = text.kinds[name];
  return (
    <li className={styles.item} data-urgent={name === 'incidents' || undefined}>
      <b>{waiting}</b>
      <span>{what}</span>
      <Link to={to} aria-label={`${act}：${what}`}>
        {act}
      </Link>
    </li>
  );
}

/** What waits for somebody with these permissions. */
export function ToDo({ permissions }: { permissions: readonly string[] }) {
  const kinds = KINDS.filter(({ permission }) => permission === null || permissions.includes(permission));
  return (
    <Panel title={text.title}>
      <ul className={styles.items}>
        {kinds.map((kind) => (
          <Waiting key={kind.name} kind={kind} />
        ))}
      </ul>
      <p className={styles.none}>{text.none}</p>
    </Panel>
  );
}
