import type { CSSProperties } from 'react';
import { screenPaths } from '#app/screen-paths.ts';
import { liveEventsText as text } from '#app/text/zh-hk/live-events.ts';
import type { StripWire } from '#domain/events/events.schema.ts';
import { clockOf, isOfAnEvening } from './when.ts';
import styles from './set-list.module.css';

/** The running order. Entries that have begun are chapters with a link to their moment. */
export function SetList({
  id,
  title,
  strip,
  doorsAtMs,
  isWide,
}: {
  id: number;
  title: string;
  strip: StripWire;
  doorsAtMs: number;
  /** Over the full width of the page, if there is space. */
  isWide: boolean;
}) {
  const hasBegun = strip.state === 'live' || strip.state === 'hold' || strip.state === 'replay';
  const endsAtMs = strip.end_ts * 1_000;
  const hasEnd = isOfAnEvening(doorsAtMs, endsAtMs);
  // Counted from the children, the columns would narrow with each entry that a slow device parses after it has painted.
  const columns = { '--entries': strip.set_list.length + (hasEnd ? 2 : 1) } as CSSProperties;
  return (
    <section aria-labelledby="set-list">
      <h2 id="set-list" className={styles.heading}>
        {text.setList}
      </h2>
      <ol
        className={isWide ? `${styles.setList} ${styles.along}` : styles.setList}
        style={isWide ? columns : undefined}
      >
        <li>
          <time dateTime={new Date(doorsAtMs).toISOString()}>{clockOf(doorsAtMs)}</time>
          <b>{text.doors}</b>
        </li>
        {strip.set_list.map((item) => {
          const atMs = (item.started_ts ?? item.planned_ts) * 1_000;
          const isChapter = hasBegun && atMs <= strip.now_ts * 1_000;
          const isOn = item.is_on && (strip.state === 'live' || strip.state === 'hold');
          return (
            <li key={item.position} aria-current={isOn ? 'step' : undefined}>
              <time dateTime={new Date(atMs).toISOString()}>{clockOf(atMs)}</time>
              {isChapter ? (
                <a
                  href={screenPaths.eventMoment(id, title, atMs)}
                  aria-label={text.playFrom(clockOf(atMs), item.title)}
                >
                  {item.title}
                </a>
              ) : (
                <b>{item.title}</b>
              )}
              {isOn && <span className={styles.now}>{text.now}</span>}
            </li>
          );
        })}
        {hasEnd && (
          <li>
            <time dateTime={new Date(endsAtMs).toISOString()}>{clockOf(endsAtMs)}</time>
            <b>{text.end}</b>
          </li>
        )}
      </ol>
    </section>
  );
}
