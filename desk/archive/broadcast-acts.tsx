import { useState } from 'react';
import { archiveText } from '#app/text/zh-hk/desk-archive.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useMay } from '../actions/use-may.ts';
import { VttButton } from '../actions/vtt-button.tsx';
import { Panel } from '../frame/panel.tsx';
import type { Broadcast, Removal } from './archive.types.ts';
import styles from './archive.module.css';

const text = archiveText.broadcast;
const DAY_S = 86_400;

/** Hong Kong time for a `datetime-local` field, and back. */
const fieldOf = (seconds: number): string =>
  dateTimeHk(new Date(seconds * 1000))
    .slice(0, 19)
    .replace(' ', 'T');
const secondsOf = (field: string): number => Date.parse(`${field}+08:00`) / 1000;

function Show({ archiveId }: { archiveId: number }) {
  const [until, setUntil] = useState('');
  if (!useMay('archive.show')) return null;
  // Until the end of that day.
  const ends = until === '' ? {} : { available_until_ts: secondsOf(`${until}T00:00:00`) + DAY_S };
  return (
    <>
      <p className={styles.quiet}>{text.showWords}</p>
      <label>
        {text.showUntil}
        <input type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </label>
      <ActionButton action="archive.show" input={{ archive_id: archiveId, ...ends }} words={text.show} />
    </>
  );
}

function RemoveSpan({ broadcast }: { broadcast: Broadcast }) {
  const [from, setFrom] = useState(fieldOf(broadcast.starts_ts));
  const [to, setTo] = useState(fieldOf(broadcast.ends_ts));
  const [why, setWhy] = useState<Removal['why']>('rights');
  if (!useMay('archive.remove-span')) return null;
  const [starts, ends] = [secondsOf(from), secondsOf(to)];
  const isGood = ends > starts;
  return (
    <Panel title={text.span}>
      <div className={styles.form}>
        <p className={styles.quiet}>{text.spanWords}</p>
        <label>
          {text.from}
          <input type="datetime-local" step={1} value={from} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label>
          {text.to}
          <input
            type="datetime-local"
            step={1}
            value={to}
            aria-invalid={!isGood}
            onChange={({ target }) => setTo(target.value)}
          />
        </label>
        <label>
          {text.why}
          <select value={why} onChange={({ target }) => setWhy(target.value as Removal['why'])}>
            {Object.entries(text.whys).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {!isGood && <p role="alert">{text.badSpan}</p>}
        <ActionButton
          action="archive.remove-span"
          input={{ stream_id: broadcast.stream_id, starts_ts: starts, ends_ts: ends, why }}
          words={text.remove(isGood ? Math.round(ends - starts) : 0)}
          tone="danger"
          disabled={!isGood}
        />
      </div>
    </Panel>
  );
}

/** What the caller may do with a broadcast. */
export function BroadcastActs({ broadcast }: { broadcast: Broadcast }) {
  const { archive_id: archiveId, state, starts_ts: starts, ends_ts: ends } = broadcast;
  const mayEdit = useMay('archive.hide');
  const mayTakeDown = useMay('archive.take-down');
  const input = { archive_id: archiveId };
  const lengthMs = (ends - starts) * 1000;
  return (
    <>
      <Panel title={text.acts}>
        {!mayEdit && !mayTakeDown && <p className={styles.pad}>{text.noActs}</p>}
        {mayEdit && (
          <div className={styles.form}>
            {state === 'shown' ? (
              <>
                <p className={styles.quiet}>{text.hideWords}</p>
                <ActionButton action="archive.hide" input={input} words={text.hide} tone="outline" />
              </>
            ) : (
              <Show archiveId={archiveId} />
            )}
          </div>
        )}
        {mayTakeDown && state !== 'taken_down' && (
          <div className={styles.form}>
            <p className={styles.quiet}>{text.takeDownWords}</p>
            <ActionButton action="archive.take-down" input={input} words={text.takeDown} tone="danger" />
          </div>
        )}
        {mayEdit && (
          <div className={styles.form}>
            <p className={styles.quiet}>{text.importWords}</p>
            <VttButton action="archive.import-transcript" input={input} words={text.transcript} lengthMs={lengthMs} />
            <VttButton action="archive.import-rundown" input={input} words={text.rundown} lengthMs={lengthMs} />
          </div>
        )}
      </Panel>
      <RemoveSpan broadcast={broadcast} />
    </>
  );
}
