import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Direction } from '#domain/library/library.rules.ts';
import styles from './library-buttons.module.css';

/** What is added to the playlist: a section, a whole broadcast, or a programme's newest broadcast. */
type Addable = { sectionId: number } | { broadcastId: number } | { programId: number };

const writtenOf = (what: Addable): string =>
  'sectionId' in what
    ? `section:${what.sectionId}`
    : 'broadcastId' in what
      ? `broadcast:${what.broadcastId}`
      : `program:${what.programId}`;

/**
 * Adds to the member's own playlist. Shown to members who may add, once that is known, in reserved space. Has no script
 * of its own, so it works in HTML that is never hydrated (`ListPresses` handles it).
 */
export function AddToPlaylistButton({
  what,
  name,
  direction,
  words,
}: {
  what: Addable;
  /** Its title, for screen readers. */
  name: string;
  /** With its neighbours. */
  direction?: Direction;
  /** Text beside the icon. */
  words?: string;
}) {
  const written = writtenOf(what);
  return (
    <button
      type="button"
      className={words === undefined ? styles.add : `${styles.add} ${styles.worded}`}
      data-add={direction === undefined ? written : `${written}:${direction}`}
      aria-label={libraryText.named(words ?? libraryText.add, name)}
    >
      <Icon name="list-plus" />
      {words}
    </button>
  );
}

/** Toggles a favourite programme. Its state arrives after load. */
export function FavouriteButton({
  programId,
  name,
  className,
}: {
  programId: number;
  name: string;
  className?: string | undefined;
}) {
  return (
    <button
      type="button"
      className={className ? `${styles.favourite} ${className}` : styles.favourite}
      data-favourite={programId}
      aria-pressed={false}
      aria-label={libraryText.favourite(name)}
    >
      <Icon name="heart" />
    </button>
  );
}
