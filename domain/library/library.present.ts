import { presentProgram } from '#domain/programs/programs.ts';
import type { BookmarkItem, Marked } from './bookmarks.ts';
import type { FavouriteItem } from './favourites.ts';
import type { HistoryItem } from './history.ts';
import type { Item } from './items.ts';
import type { Removal } from './library.ts';
import { secondsInto } from './library.rules.ts';
import type { ItemWire } from './library.schema.ts';
import type { Added, PlaylistItem } from './playlist.ts';

const seconds = (at: Date): number => at.getTime() / 1000;

function presentItem({ section, bookmarkId, favouriteId, historyId }: Item): ItemWire {
  return {
    ...section.wire,
    user_playlist_id: null,
    program_archive_section_id: section.id,
    path: `/api/programarchives/playback/${section.id}`,
    user_bookmark_id: bookmarkId,
    user_favourite_id: favouriteId,
    user_history_id: historyId,
    is_auto: false,
  };
}

export const presentPlaylistItem = (item: PlaylistItem) => ({
  ...presentItem(item),
  user_playlist_id: item.entryId,
  is_auto: item.isAuto,
});

export const presentHistoryItem = (item: HistoryItem) => ({
  ...presentItem(item),
  user_history_id: item.entryId,
  played_ts: seconds(item.playedAt),
});

export const presentBookmark = (item: BookmarkItem) => ({
  ...presentItem(item),
  user_bookmark_id: item.bookmark.id,
  at: seconds(item.bookmark.at),
  position: secondsInto(item.section, item.bookmark.at),
  note: item.bookmark.note,
  words: item.bookmark.words,
});

export const presentMarked = ({ id, revision, at, words, isNew }: Marked) => ({
  user_bookmark_id: id,
  revision,
  at: seconds(at),
  words,
  is_new: isNew,
});

export const presentFavourite = ({ id, program }: FavouriteItem) => ({
  user_favourite_id: id,
  status: 1 as const,
  program_id: program.id,
  program: presentProgram(program),
});

const presentLeftOut = ({ alreadyThere, noRoom }: { alreadyThere: number; noRoom: number }) => ({
  already_there: alreadyThere,
  no_room: noRoom,
});

export const presentAdded = ({ items, added, leftOut, revision }: Added) => ({
  items: items.map(presentPlaylistItem),
  added,
  left_out: presentLeftOut(leftOut),
  revision,
});

export const presentRemoval = ({ list, revision, removed }: Removal) => ({ list, revision, removed });

export const presentUndone = ({
  restored,
  leftOut,
  revision,
}: {
  restored: number;
  leftOut: { alreadyThere: number; noRoom: number };
  revision: number;
}) => ({ restored, left_out: presentLeftOut(leftOut), revision });
