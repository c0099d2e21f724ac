import type { PartView } from '#app/components/archive/replay-view.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { paths } from '#app/paths.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from '../replay.module.css';
import { TranscriptLine } from './transcript-line.tsx';

/** After this long a line no longer counts as current. */
const SAID_AT_MS = 10_000;

/** The transcript, each line a link to its second. */
export function Transcript({
  archiveId,
  part,
  partsCount,
  lines,
  atMs,
  goesOnAtMs,
  isEnded,
}: {
  archiveId: number;
  part: PartView | undefined;
  partsCount: number;
  lines: { atMs: number; words: string }[];
  /** The moment in the URL. */
  atMs: number | null;
  /** Start of the next lines. */
  goesOnAtMs: number | null;
  isEnded: boolean;
}) {
  if (part === undefined) return null;
  const said = atMs === null ? undefined : lines.findLast((line) => line.atMs <= atMs + 1000);
  const saidAtMs = said && atMs !== null && atMs - said.atMs < SAID_AT_MS ? said.atMs : null;
  return (
    <section aria-labelledby="words">
      <SectionHeading id="words">
        {partsCount > 1 ? archiveText.transcriptOf(part.no) : archiveText.words}
      </SectionHeading>
      <ol className={styles.lines}>
        {lines.map((line) => (
          <TranscriptLine
            key={`${line.atMs} ${line.words}`}
            archiveId={archiveId}
            part={part}
            line={line}
            isCurrent={line.atMs === saidAtMs}
            isEnded={isEnded}
          />
        ))}
      </ol>
      {goesOnAtMs !== null && (
        <p className={styles.more}>
          <ButtonLink tone="outline" rel="nofollow" href={`${paths.replay(archiveId, { atMs: goesOnAtMs })}#words`}>
            {archiveText.wordsMore}
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
