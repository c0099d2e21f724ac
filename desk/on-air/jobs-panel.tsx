import { useEffect, useEffectEvent, useState } from 'react';
import { deskOnAirText as text } from '#app/text/zh-hk/desk-on-air.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionButton } from '../actions/action-button.tsx';
import { call } from '../call.ts';
import { Panel } from '../frame/panel.tsx';
import { useLiveRead } from '../live/live.ts';
import type { FailedJobs, OnAir } from './on-air.types.ts';
import styles from './on-air-page.module.css';

const FAILED = '/api/staff/jobs/failed';
const MAX_JOBS = 50;
const POLL_MS = 15_000;

/** The backlog of jobs, and failed ones, to be retried or dropped. */
export function JobsPanel({
  jobs,
  failed: first,
  readAtMs: firstAtMs,
}: {
  jobs: OnAir['jobs'];
  failed: FailedJobs;
  readAtMs: number;
}) {
  const { value, read } = useLiveRead(FAILED, first, { kind: 'jobs', pollMs: POLL_MS, firstAtMs });
  const [more, setMore] = useState<{ of: FailedJobs; pages: FailedJobs[] }>({ of: value, pages: [] });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const pages = [value, ...(more.of === value ? more.pages : [])];
  const items = pages.flatMap((page) => page.items);
  const next = pages.at(-1)!.next_before_id;
  const ids = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  // A job that fails sends no event, but is counted in the station's state.
  const counts = JSON.stringify(jobs.failed);
  const readAgain = useEffectEvent(read);
  useEffect(() => void readAgain(), [counts]);

  const choose = (id: number, isChosen: boolean) => {
    const others = [...chosen].filter((other) => other !== id);
    setChosen(new Set(isChosen ? [...others, id] : others));
  };
  const loadMore = async () => {
    const page = await call<FailedJobs>(`${FAILED}?before_id=${next}`).catch(() => null);
    if (page) setMore({ of: value, pages: [...pages.slice(1), page] });
  };
  const done = () => {
    setChosen(new Set());
    void read();
  };
  return (
    <Panel title={text.jobs}>
      <dl className={styles.facts}>
        <dt>{text.due}</dt>
        <dd>{text.dueWords(jobs.due, Math.round(jobs.oldest_due_seconds))}</dd>
        <dt>{text.running}</dt>
        <dd>{text.count(jobs.running)}</dd>
      </dl>
      <h3 className={styles.head}>{text.failed}</h3>
      {items.length === 0 && <p className={styles.empty}>{text.noFailed}</p>}
      <ul className={styles.rows}>
        {items.map(({ id, task, attempts, max_attempts: max, is_given_up: isGivenUp, error }) => (
          <li key={id}>
            <label className={styles.job}>
              <input type="checkbox" checked={chosen.has(id)} onChange={({ target }) => choose(id, target.checked)} />
              <b>{`${task} #${id}`}</b>
            </label>
            <span className={styles.badge} data-tone={isGivenUp ? 'off' : 'late'}>
              {isGivenUp ? text.givenUp : text.retries}
            </span>
            <span className={styles.note}>{text.tries(attempts, max)}</span>
            <code className={styles.error}>{error}</code>
          </li>
        ))}
      </ul>
      {next !== null && (
        <p className={styles.empty}>
          <Button size="small" tone="outline" onClick={() => void loadMore()}>
            {text.moreJobs}
          </Button>
        </p>
      )}
      {items.length > 0 && (
        <div className={styles.bulk}>
          <Button
            size="small"
            tone="outline"
            onClick={() => setChosen(new Set(items.slice(0, MAX_JOBS).map(({ id }) => id)))}
          >
            {text.chooseAll}
          </Button>
          <span role="status">{text.chosen(ids.length)}</span>
          <ActionButton
            size="small"
            action="jobs.retry"
            input={{ job_ids: ids }}
            words={text.retryJobs}
            disabled={ids.length === 0 || ids.length > MAX_JOBS}
            onDone={done}
          />
          <ActionButton
            size="small"
            tone="outline"
            action="jobs.let-go"
            input={{ job_ids: ids }}
            words={text.letGo}
            disabled={ids.length === 0 || ids.length > MAX_JOBS}
            onDone={done}
          />
        </div>
      )}
    </Panel>
  );
}
