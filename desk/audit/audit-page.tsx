import { useEffect, useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { actionNames, subjectKinds } from '#app/text/zh-hk/desk-names.ts';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { Button } from '#app/ui/button.tsx';
import { dateTimeHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import type { Undo } from '../actions/run-action.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { FilterForm, type FilterField } from '../lists/filter-form.tsx';
import { filterOf } from '../lists/filter-of.ts';
import { AuditRow, type AuditItem } from './audit-row.tsx';
import styles from './audit-page.module.css';

const FILTERS = ['area', 'who', 'action', 'subject_kind', 'subject_id', 'from', 'to', 'before_id'] as const;
const text = deskText.audit;
const FIELDS: readonly FilterField[] = [
  { name: 'area', label: text.area, kind: 'hidden' },
  { name: 'who', label: text.who, kind: 'text', maxLength: 60 },
  { name: 'action', label: text.action, kind: 'choice', choices: Object.entries(actionNames) },
  { name: 'subject_kind', label: text.subject, kind: 'choice', choices: subjectKinds },
  { name: 'subject_id', label: text.subjectId, kind: 'text', maxLength: 140 },
  { name: 'from', label: text.from, kind: 'date' },
  { name: 'to', label: text.to, kind: 'date' },
];

interface Loaded {
  items: AuditItem[];
  next_before_id: number | null;
  undos: Undo[];
  today: DayHk;
  filter: Partial<Record<(typeof FILTERS)[number], string>>;
}

export async function loadAudit({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const filter = filterOf(request.url, FILTERS);
  const query = new URLSearchParams(filter);
  const found = await call<Pick<Loaded, 'items' | 'next_before_id'>>(
    `/api/staff/audit?${query}`,
    undefined,
    request.signal,
  );
  const runs = [...new Set(found.items.flatMap(({ request_id: run }) => run ?? []))];
  const { items: undos } =
    runs.length === 0
      ? { items: [] }
      : await call<{ items: Undo[] }>(`/api/staff/undos?runs=${runs.join(',')}`, undefined, request.signal);
  return { ...found, undos, filter, today: dayHkOf(new Date()) };
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

/** One area of the audit, with the rest of the filter. */
function Areas({ filter }: { filter: Omit<Loaded['filter'], 'before_id'> }) {
  const { area: shown, ...rest } = filter;
  const areas = [[undefined, text.allAreas] as const, ...Object.entries(text.areas)];
  return (
    <nav aria-label={text.area}>
      <ul className={styles.areas}>
        {areas.map(([area, words]) => (
          <li key={words}>
            <Link
              to={deskPaths.audit({ ...rest, ...(area && { area }) })}
              aria-current={area === shown ? 'true' : undefined}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const dayOf = ({ at_ts: at }: AuditItem): DayHk => dayHkOf(new Date(at * 1000));

/** Manual actions of staff, newest first, under their Hong Kong days. */
export function AuditPage() {
  const { items, next_before_id: next, undos, today, filter } = useLoaderData<Loaded>();
  usePageTitle(text.title);
  const { before_id: _position, ...kept } = filter;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <RoomHead title={text.title} note={text.note} />
      <Areas filter={kept} />
      <FilterForm label={text.filters} fields={FIELDS} filter={filter} />
      <Panel title={text.title} aside={<ChainState />}>
        {items.length > 0 && (
          <p className={styles.export}>
            <a href={`/api/staff/audit.csv?${new URLSearchParams(kept)}`} download>
              {text.export}
            </a>{' '}
            <span>{text.exportNote}</span>
          </p>
        )}
        {items.length === 0 && <p className={styles.empty}>{isFiltered ? text.noMatch : text.empty}</p>}
        {[...Map.groupBy(items, dayOf)].map(([day, ofDay]) => (
          <section key={day}>
            <h3 className={styles.day}>
              {day === today ? text.today(timeText.fullDate(day)) : timeText.fullDate(day)}
            </h3>
            <ul>
              {ofDay.map((item) => (
                <li key={item.id}>
                  <AuditRow
                    item={item}
                    // Once a run, at the first of its events.
                    undo={undos.find(
                      ({ undo_of: run }) =>
                        run === item.request_id && items.findLast(({ request_id: other }) => other === run) === item,
                    )}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {next !== null && (
          <p className={styles.more}>
            <Link to={deskPaths.audit({ ...filter, before_id: String(next) })}>{text.more}</Link>
          </p>
        )}
      </Panel>
    </>
  );
}
