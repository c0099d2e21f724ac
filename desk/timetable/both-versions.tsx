import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import type { Week } from './drafting.ts';
import { rowText } from './row-text.ts';
import type { SaveFault } from './save.ts';
import styles from './timetable.module.css';

const text = deskTimetableText.sets;

/** The two versions of a row that two people changed. */
export function BothVersions({ week, fault: { stale, drafted } }: { week: Week; fault: Omit<SaveFault, 'words'> }) {
  const pairs = [
    ...(stale ? [[stale.kind, text.seen, stale.seen] as const, [stale.kind, text.now, stale.now] as const] : []),
    ...(drafted
      ? [[drafted.kind, text.mine, drafted.mine] as const, [drafted.kind, text.theirs, drafted.theirs] as const]
      : []),
  ];
  if (pairs.length === 0) return null;
  return (
    <dl className={styles.versions}>
      {pairs.map(([kind, words, values]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{values === null ? text.gone : rowText(week, kind, values)}</dd>
        </div>
      ))}
    </dl>
  );
}
