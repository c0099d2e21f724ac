import { memo } from 'react';
import { ReplayLink } from '#app/components/archive/replay-link.tsx';
import { isFreeAt, type PartView } from '#app/components/archive/replay-view.ts';
import { clockHk } from '#shared/hk-time.ts';

/** A line of a transcript: a press plays from it. */
export const TranscriptLine = memo(function TranscriptLine({
  archiveId,
  part,
  line: { atMs, words },
  isCurrent,
  isEnded = false,
}: {
  archiveId: number;
  part: PartView;
  line: { atMs: number; words: string };
  isCurrent: boolean;
  isEnded?: boolean;
}) {
  return (
    <li aria-current={isCurrent ? 'true' : undefined}>
      <time dateTime={new Date(atMs).toISOString()}>{clockHk(new Date(atMs))}</time>
      {isEnded ? (
        <span>{words}</span>
      ) : (
        <ReplayLink start={{ archiveId, sectionId: part.id, atMs, isFree: isFreeAt(part, atMs) }}>{words}</ReplayLink>
      )}
    </li>
  );
});
