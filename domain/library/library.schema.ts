import { z } from 'zod';
import { archiveSectionSchema } from '#domain/archive/archive.schema.ts';
import { programSchema } from '#domain/programs/programs.schema.ts';
import { isPossibleId } from '#shared/ids.ts';
import { DIRECTIONS, FAVOURITE_PROGRAMS_AT_ONCE, KEYWORD_LETTERS, LIST_KINDS, NOTE_LETTERS } from './library.rules.ts';

const id = z.number().refine(isPossibleId, 'not a valid number');
const ids = z.array(id).max(200);
const direction = z
  .enum(DIRECTIONS)
  .describe('Also adds the neighbouring sections: forward, those after it; backward, those before it');
/** Longer than any section. */
const seconds = z.number().min(0).max(86_400);
/** An instant of a stream, from 1900 to 2100: a tape may predate the epoch. */
const instant = z
  .number()
  .min(-2_208_988_800)
  .max(4_102_444_800)
  .describe('Unix seconds with fractional milliseconds: instant of the stream');

/** Multi-line text without NUL, control characters or lone surrogates. */
const isText = (value: string) => value.isWellFormed() && !/[^\P{Cc}\n]/u.test(value);
export const noteSchema = z
  .string()
  .refine((note) => Array.from(note).length <= NOTE_LETTERS && isText(note), 'at most 500 letters of text');

const except = ids.optional().describe('Entries whose sections are excluded');
const fetchItems = z.boolean().optional().describe('Whether to return the whole list');

export const addBodySchema = z.object({
  program_id: id.optional().describe('ID of the programme whose newest broadcast is added'),
  program_archive_id: id.optional(),
  program_archive_section_id: id.optional().describe('ID of the section; the most specific ID given takes precedence'),
  is_auto: z.boolean().optional().describe('Whether the item is added automatically rather than chosen by the member'),
  direction: direction.optional(),
  fetch: fetchItems,
});

const intoPlaylist = {
  all: z.boolean().optional(),
  user_playlist_id: id.optional().describe('ID of the entry after which to insert; at the end if absent'),
  direction: direction.optional(),
  exclude_user_playlist_id_list: except,
};
export const favouriteToPlaylistBodySchema = z.object({ user_favourite_id: id.optional(), ...intoPlaylist });
export const historyToPlaylistBodySchema = z.object({ user_history_id: id.optional(), ...intoPlaylist });

export const favouriteBodySchema = z.object({ program_id: id, fetch: fetchItems });
export const historyBodySchema = z.object({ program_archive_section_id: id, program_archive_id: id.optional() });
export const bookmarkBodySchema = z.object({
  program_archive_section_id: id,
  program_archive_id: id.optional(),
  position: seconds.optional().describe('Seconds from the start of the section; the start if neither is given'),
  at: instant.optional(),
  note: noteSchema.optional(),
  just_said: z
    .boolean()
    .optional()
    .describe('Whether to set the bookmark at the start of the sentence being spoken, if there is a transcript'),
});
export const sectionPlaybackBodySchema = z.object({
  user_playlist_id: id.optional(),
  program_archive_section_id: id,
  program_archive_id: id.optional(),
  position: seconds.describe('Seconds from the start of the section'),
  at: instant.optional(),
});

export const removePlaylistBodySchema = z.object({
  user_playlist_id: id.optional().describe('ID of the entry, in either list'),
  all: z.boolean().optional(),
  exclude_user_playlist_id_list: ids.optional().describe('Entries to keep when all others are removed'),
});
export const removeFavouriteBodySchema = z.object({ program_id: id.optional(), all: z.boolean().optional() });
export const removeHistoryBodySchema = z.object({ user_history_id: id.optional(), all: z.boolean().optional() });
export const removeBookmarkBodySchema = z.object({ user_bookmark_id: id });
export const undoBodySchema = z.object({ list: z.enum(LIST_KINDS), revision: z.number().refine(isPossibleId) });

export const orderParamsSchema = z.object({ id: z.coerce.number().refine(isPossibleId) });
export const orderBodySchema = z.object({
  target_archive_Id: id.describe('ID of the entry to move'),
  moved_archive_predecessor: id
    .nullable()
    .describe('ID of the entry that will precede it; null to move it to the start'),
});

const page = (first: number, most: number) => ({
  limit: z.coerce.number().int().min(1).max(most).default(first),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
});
export const historyQuerySchema = z.object({
  ...page(20, 200),
  keyword: z
    .string()
    .max(2 * KEYWORD_LETTERS)
    .optional()
    .describe(
      'Search terms, all of which must occur in the names of the programme, broadcast and section taken together',
    ),
});
export const recordingSchema = z.object({ is_paused: z.boolean() });
export const favouriteProgramsQuerySchema = z.object(page(FAVOURITE_PROGRAMS_AT_ONCE, 60));

const wireId = z.number().int();
const revision = z
  .number()
  .int()
  .describe('Revision of the list, incremented with each change; a list with a lower revision is outdated');
const ts = (about: string) => z.number().describe(`Unix seconds with fractional milliseconds: ${about}`);

const itemSchema = archiveSectionSchema.extend({
  user_playlist_id: wireId.nullable(),
  program_archive_section_id: wireId,
  path: z.string().describe('Path of the call that returns the playback URLs'),
  user_bookmark_id: wireId.nullable().describe('ID of the first bookmark in the section'),
  user_favourite_id: wireId.nullable(),
  user_history_id: wireId.nullable(),
  is_auto: z.boolean().describe('Whether the item was added automatically, as a neighbour of a chosen one'),
});
export type ItemWire = z.infer<typeof itemSchema>;

export const playlistReplySchema = z.object({ items: z.array(itemSchema), revision });
export const historyReplySchema = z.object({
  items: z.array(itemSchema.extend({ played_ts: ts('last playback') })),
  next_offset: z.number().int().nullable().describe('Offset of the next page; null if this is the last'),
  is_paused: z.boolean().describe('Whether recording of the listening history is paused'),
  revision,
});
export const bookmarksReplySchema = z.object({
  items: z.array(
    itemSchema.extend({
      at: ts('instant of the bookmark'),
      position: z.number().describe('Seconds from the start of the section that currently contains it'),
      note: z.string(),
      words: z.string().nullable().describe('Words spoken at that moment'),
    }),
  ),
  revision,
});
const favouriteSchema = z.object({
  user_favourite_id: wireId,
  status: z.literal(1).describe('Status; 1 is active'),
  program_id: wireId,
  program: programSchema,
});
export const favouritesReplySchema = z.object({ items: z.array(favouriteSchema), revision });
export const favouriteReplySchema = z.object({
  user_favourite_id: wireId,
  status: z.literal(1),
  program_id: wireId,
  items: z.array(favouriteSchema).optional().describe('The whole list, if requested by `fetch`'),
  revision,
});
export const favouriteIdsReplySchema = z.object({ program_ids: z.array(wireId) });
export const favouriteProgramsReplySchema = z.object({
  programs: z.array(programSchema).describe('Sorted by newest broadcast, then by ID, both descending'),
  total: z.number().int(),
});

const leftOut = z.object({
  already_there: z.number().int(),
  no_room: z.number().int().describe('Number of items not added because the list is full'),
});
export const addedReplySchema = z.object({
  items: z.array(itemSchema).describe('Added items, or the whole list if requested by `fetch`'),
  added: z.number().int(),
  left_out: leftOut,
  revision,
});
export const historyEntryReplySchema = z.object({
  user_history_id: wireId.nullable().describe('ID of the entry; null if the member has paused recording'),
  revision,
});
export const bookmarkReplySchema = z.object({
  user_bookmark_id: wireId,
  revision,
  at: ts('instant of the bookmark'),
  words: z.string().nullable().describe('Words spoken at that moment'),
  is_new: z.boolean().describe('Whether the bookmark is new; false if it already existed'),
});
export const removedReplySchema = z.object({
  list: z.enum(LIST_KINDS),
  revision: revision.describe('Identifies the removal in calls to /api/playlist/undo, for one hour'),
  removed: z.number().int(),
});
export const undoneReplySchema = z.object({ restored: z.number().int(), left_out: leftOut, revision });
export const orderReplySchema = z.object({ revision });
export const nothingReplySchema = z.object({});
