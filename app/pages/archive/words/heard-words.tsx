import { useMemo } from 'react';
import type { PartView } from '#app/components/archive/replay-view.ts';
import { vodOf } from '#app/player/player.state.ts';
import { FollowButton } from '#app/player/replay/follow-button.tsx';
import { lineAt, type SaidLine } from '#app/player/replay/replay-words.ts';
import { useFollow } from '#app/player/replay/use-follow.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { usePlayer } from '#app/player/use-player.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import styles from '../replay.module.css';
import { TranscriptLine } from './transcript-line.tsx';

export { loadWords } from '#app/player/replay/replay-words.ts';

/** The instant of a part that is heard; null while the player has something else. */
function useHeardMs(sectionId: number): number | null {
  const session = vodOf(usePlayer().player);
  if (session === null || !isReplay(session.source) || session.source.sectionId !== sectionId) return null;
  const { details } = session.source;
  return details === null ? null : details.startsAtMs + session.positionMs;
}

/** The whole transcript of a part that was pressed, which follows the sound. The current line is marked but not announced. */
export function HeardWords({
  archiveId,
  part,
  partsCount,
  said,
}: {
  archiveId: number;
  part: PartView;
  partsCount: number;
  said: readonly SaidLine[];
}) {
  const heardMs = useHeardMs(part.id);
  const current = heardMs === null ? -1 : lineAt(said, heardMs);
  const lines = useMemo(() => said.map(({ fromMs, words }) => ({ atMs: fromMs, words })), [said]);
  const { list, isFollowing, follow, reading } = useFollow(current, lines);
  return (
    <section aria-labelledby="words">
      <SectionHeading
        id="words"
        act={<FollowButton isFollowing={isFollowing} onPress={follow} className={styles.follow} />}
      >
        {partsCount > 1 ? archiveText.transcriptOf(part.no) : archiveText.words}
      </SectionHeading>
      {/* Events bubble from the links inside; a press on one plays from it, and the list follows again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ol ref={list} className={styles.lines} {...reading} onClick={follow}>
        {lines.map((line, index) => (
          <TranscriptLine
            key={`${line.atMs} ${index}`}
            archiveId={archiveId}
            part={part}
            line={line}
            isCurrent={index === current}
          />
        ))}
      </ol>
    </section>
  );
}
