import { useEffect, useState } from 'react';
import { Form, Link, useLoaderData, useNavigation, type LoaderFunctionArgs } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk } from '#shared/hk-time.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { AuditRow, type AuditItem } from './audit-row.tsx';
import styles from './audit-page.module.css';

const FILTERS = ['who', 'action', 'subject', 'from', 'to', 'before_id'] as const;
const text = deskText.audit;

interface Loaded {
  items: AuditItem[];
  next_before_id: number | null;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

/** The filter is in the address, so that a view can be sent to a colleague. */
export async function loadAudit({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const given = new URL(request.url).searchParams;
  const filter: Loaded['filter'] = {};
  for (const name of FILTERS) {
    const value = given.get(name)?.trim();
    if (value) filter[name] = value;
  }
  const { subject, ...plain } = filter;
  const query = new URLSearchParams(plain);
  const [kind, id] = subject?.split(/:(.*)/s) ?? [];
  if (kind && id) {
    query.set('subject_kind', kind);
    query.set('subject_id', id);
  }
  return { ...(await call<Omit<Loaded, 'filter'>>(`/api/staff/audit?${query}`, undefined, request.signal)), filter };
}

/** The state of the hash chain, verified when the room is opened. */
function ChainState() {
  const [state, setState] = useState<{ events: number; faults: unknown[]; checked_ts: number } | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const mine = new AbortController();
    void call<Exclude<typeof state, 'failed' | null>>('/api/staff/audit/check', undefined, mine.signal).then(
      setState,
      () => mine.signal.aborted || setState('failed'),
    );
    return () => mine.abort();
  }, [attempt]);
  if (state === 'failed')
    return (
      <span role="status" className={styles.broken}>
        {text.unchecked}{' '}
        <Button
          size="small"
          tone="outline"
          onClick={() => {
            setState(null);
            setAttempt(attempt + 1);
          }}
        >
          {deskText.retry}
        </Button>
      </span>
    );
  if (state === null) return <span role="status">{text.checking}</span>;
  const { events, faults, checked_ts: at } = state;
  return (
    <span role="status" className={faults.length === 0 ? styles.intact : styles.broken}>
      {faults.length === 0
        ? text.intact(events, dateTimeHk(new Date(at * 1000)).slice(11, 16))
        : text.broken(faults.length)}
    </span>
  );
}

/** Manual actions of staff, newest first. */
export function AuditPage() {
  const { items, next_before_id: next, filter } = useLoaderData<Loaded>();
  const isLoading = useNavigation().state === 'loading';
  usePageTitle(text.title);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={text.title} note={text.note} />
      <Form className={styles.filters} role="search" aria-label={text.filters}>
        <label>
          {text.who}
          <input name="who" defaultValue={filter.who} maxLength={60} />
        </label>
        <label>
          {text.action}
          <select name="action" defaultValue={filter.action ?? ''}>
            <option value="">{text.anyAction}</option>
            {Object.entries(deskText.actions).map(([action, words]) => (
              <option key={action} value={action}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.subject}
          <input name="subject" defaultValue={filter.subject} placeholder={text.subjectHint} maxLength={140} />
        </label>
        <label>
          {text.from}
          <input name="from" type="date" defaultValue={filter.from} />
        </label>
        <label>
          {text.to}
          <input name="to" type="date" defaultValue={filter.to} />
        </label>
        <Button type="submit" disabled={isLoading}>
          {text.show}
        </Button>
        {isFiltered && <Link to={deskPaths.audit()}>{text.clear}</Link>}
      </Form>
      <Panel title={text.title} aside={<ChainState />}>
        {items.length === 0 && <p className={styles.empty}>{isFiltered ? text.noMatch : text.empty}</p>}
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <AuditRow item={item} />
            </li>
          ))}
        </ul>
        {next !== null && (
          <p className={styles.more}>
            <Link to={deskPaths.audit({ ...filter, before_id: String(next) })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
