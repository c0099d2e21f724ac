import { libraryText } from '#app/text/zh-hk/library.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Direction } from '#domain/library/library.rules.ts';
import styles from './library-buttons.module.css';

/** What goes into the playlist: a section, all of a broadcast, or a programme's newest broadcast. */
type Addable = { sectionId: number } | { broadcastId: number } | { programId: number };

const writtenOf = (what: Addable): string =>
  'sectionId' in what
    ? `section:${what.sectionId}`
    : 'broadcastId' in what
      ? `broadcast:${what.broadcastId}`
      : `program:${what.programId}`;

/**
 * Adds to the member's own playlist. It is there for who may add, once that is known, in room that is kept for it; it needs
 * no scripts of its own, so it may stand in what the browser never renders (`ListPresses` hears it).
 */
export function AddToPlaylistButton({
  what,
  name,
  direction,
  words,
}: {
  what: Addable;
  /** What it is, for who hears the page. */
  name: string;
  /** With its neighbours. */
  direction?: Direction;
  /** Seen beside its icon. */
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

/** Makes a programme a favourite, and none again. Whether it is one comes after load. */
export function FavouriteButton({
  programId,
  name,
  onPicture,
}: {
  programId: number;
  name: string;
  /** In the corner of a card, above its link. */
  onPicture?: true;
}) {
  return (
    <button
      type="button"
      className={onPicture ? `${styles.favourite} ${styles.onPicture}` : styles.favourite}
      data-favourite={programId}
      aria-pressed={false}
      aria-label={libraryText.favourite(name)}
    >
      <Icon name="heart" />
    </button>
  );
}
