import { AddToPlaylistButton } from '#app/components/library/list-buttons.tsx';
import { useSoundingSection } from '#app/player/sounding-section.ts';
import { archiveText } from '#app/text/zh-hk/archive.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import { clockHk } from '#shared/hk-time.ts';
import styles from './part-list.module.css';
import { ReplayLink } from './replay-link.tsx';
import { isFreeAt, type PartView } from './replay-view.ts';
import type { OwnPosition } from './use-own-positions.ts';

/** Tag of a part that is the same for all visitors. */
const offerOf = ({ freeSeconds }: PartView): string =>
  freeSeconds > 0 ? archiveText.freeTag(Math.round(freeSeconds / 60)) : archiveText.planTag;

/** The parts of a broadcast, each with a play button and, for subscribers, their position once known. */
export function PartList({
  archiveId,
  name,
  parts,
  isEnded,
  positions,
}: {
  archiveId: number;
  /** Title of the broadcast, for screen readers. */
  name: string;
  parts: readonly PartView[];
  isEnded: boolean;
  /** By part number; null until loaded, and for visitors without positions. */
  positions: ReadonlyMap<number, OwnPosition> | null;
}) {
  const sounding = useSoundingSection();
  return (
    <ol className={styles.parts}>
      {parts.map((part) => {
        const position = positions?.get(part.id);
        const clock = clockHk(new Date(part.startsAtMs));
        return (
          <li key={part.id} data-sounding={part.id === sounding || undefined}>
            {isEnded ? (
              <span />
            ) : (
              <ReplayLink
                start={{ archiveId, sectionId: part.id, isFree: isFreeAt(part) }}
                pageAtMs={part.no > 1 ? part.startsAtMs : undefined}
                label={part.id === sounding ? archiveText.pausePart(part.no) : archiveText.playPart(part.no, clock)}
                className={styles.play}
              >
                <Icon name={part.id === sounding ? 'pause' : 'play'} fill />
              </ReplayLink>
            )}
            <div>
              <b>{archiveText.part(part.no)}</b> {part.title && <span>{part.title}</span>}
            </div>
            <span className={styles.length}>{archiveText.length((part.endsAtMs - part.startsAtMs) / 1000)}</span>
            <span className={styles.tag}>
              {position === undefined
                ? positions === null && !isEnded && offerOf(part)
                : archiveText.heardTo(clockHk(new Date(position.atMs)))}
            </span>
            {!isEnded && (
              <AddToPlaylistButton
                what={{ sectionId: part.id }}
                name={libraryText.named(name, archiveText.part(part.no))}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}
