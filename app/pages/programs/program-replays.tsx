import { PartList } from '#app/components/archive/part-list.tsx';
import { ReplayRow } from '#app/components/archive/replay-row.tsx';
import type { ReplayView } from '#app/components/archive/replay-view.ts';
import { useOwnPositions } from '#app/components/archive/use-own-positions.ts';
import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { BREAK } from '#shared/text/break-mark.ts';
import type { DayHk } from '#shared/hk-time.ts';
import styles from './program-replays.module.css';

/** Replays of a programme, with their sections, and the station's description. */
export function ProgramReplays({
  replays,
  notice,
  today,
}: {
  replays: ReplayView[];
  notice: string | null;
  today: DayHk;
}) {
  const positions = useOwnPositions(
    replays.flatMap(({ isEnded, parts }) => (isEnded ? [] : parts.map(({ id }) => id))),
  );
  return (
    <section aria-labelledby="replays" className={styles.replays}>
      <SectionHeading id="replays" more={{ href: paths.archives(), words: replaysText.allReplays }}>
        {replaysText.replays}
      </SectionHeading>
      {notice && <p className={styles.notice}>{notice}</p>}
      <ul>
        {replays.map((replay, at) => (
          <ReplayRow key={replay.id} replay={replay} today={today}>
            <details className={styles.parts} open={at === 0}>
              <summary>
                <span className="vh">{timeText.showDay(replay, today)} </span>
                {archiveText.partsTitle}
              </summary>
              <PartList
                archiveId={replay.id}
                name={`${replay.title.replaceAll(BREAK, '')} ${timeText.showDay(replay, today)}`}
                parts={replay.parts}
                isEnded={replay.isEnded}
                positions={positions}
              />
            </details>
          </ReplayRow>
        ))}
      </ul>
    </section>
  );
}
