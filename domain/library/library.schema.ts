import { z } from 'zod';
import { archiveSectionSchema } from '#domain/archive/archive.schema.ts';
import { programSchema } from '#domain/programs/programs.schema.ts';
import { isPossibleId } from '#shared/ids.ts';
import { DIRECTIONS, FAVOURITE_PROGRAMS_AT_ONCE, KEYWORD_LETTERS, LIST_KINDS, NOTE_LETTERS } from './library.rules.ts';

const id = z.number().refine(isPossibleId, 'not a valid number');
const ids = z.array(id).max(200);
const direction = z.enum(DIRECTIONS).describe('Adds the neighbours after it or before it');
/** Longer than any section. */
const seconds = z.number().min(0).max(86_400);
/** An instant of a stream, from 1900 to 2100: a tape may predate the epoch. */
const instant = z
  .number()
  .min(-2_208_988_800)
  .max(4_102_444_800)
  .describe('Unix seconds, milliseconds as a fraction: the instant of the stream itself');

/** Multi-line text without NUL, control characters or lone surrogates. */
const isText = (value: string) => value.isWellFormed() && !/[^\P{Cc}\n]/u.test(value);
export const noteSchema = z
  .string()
  .refine((note) => Array.from(note).length <= NOTE_LETTERS && isText(note), 'at most 500 letters of text');

const except = ids.optional().describe('Sections of these entries are left out');
const fetchItems = z.boolean().optional().describe('Answers the whole list');

export const addBodySchema = z.object({
  program_id: id.optional().describe('For its newest broadcast'),
  program_archive_id: id.optional(),
  program_archive_section_id: id.optional().describe('The finest that is named counts'),
  is_auto: z.boolean().optional().describe('It comes by itself, and was not chosen'),
  direction: direction.optional(),
  fetch: fetchItems,
});

const intoPlaylist = {
  all: z.boolean().optional(),
  user_playlist_id: id.optional().describe('The entry after which it goes; the end where none is named'),
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
  position: seconds.optional().describe('Seconds into the section; its beginning where neither is given'),
  at: instant.optional(),
  note: noteSchema.optional(),
  just_said: z
    .boolean()
    .optional()
    .describe('Marks the sentence that was said there from its beginning, where there is a transcript'),
});
export const sectionPlaybackBodySchema = z.object({
  user_playlist_id: id.optional(),
  program_archive_section_id: id,
  program_archive_id: id.optional(),
  position: seconds.describe('Seconds into the section'),
  at: instant.optional(),
});

export const removePlaylistBodySchema = z.object({
  user_playlist_id: id.optional().describe('An entry of either list'),
  all: z.boolean().optional(),
  exclude_user_playlist_id_list: ids.optional().describe('Entries that stay where all others go'),
});
export const removeFavouriteBodySchema = z.object({ program_id: id.optional(), all: z.boolean().optional() });
export const removeHistoryBodySchema = z.object({ user_history_id: id.optional(), all: z.boolean().optional() });
export const removeBookmarkBodySchema = z.object({ user_bookmark_id: id });
export const undoBodySchema = z.object({ list: z.enum(LIST_KINDS), revision: z.number().refine(isPossibleId) });

export const orderParamsSchema = z.object({ id: z.coerce.number().refine(isPossibleId) });
export const orderBodySchema = z.object({
  target_archive_Id: id.describe('The entry that moves'),
  moved_archive_predecessor: id.nullable().describe('The entry it follows; null: first'),
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
    .describe('Words that the programme, the broadcast and the part together must have'),
});
export const recordingSchema = z.object({ is_paused: z.boolean() });
export const favouriteProgramsQuerySchema = z.object(page(FAVOURITE_PROGRAMS_AT_ONCE, 60));

const wireId = z.number().int();
const revision = z.number().int().describe('Raised by each change: a list with an older one is old');
const ts = (about: string) => z.number().describe(`Unix seconds, milliseconds as a fraction: ${about}`);

const itemSchema = archiveSectionSchema.extend({
  user_playlist_id: wireId.nullable(),
  program_archive_section_id: wireId,
  path: z.string().describe('The call that tells its playback path'),
  user_bookmark_id: wireId.nullable().describe('The first bookmark in it'),
  user_favourite_id: wireId.nullable(),
  user_history_id: wireId.nullable(),
  is_auto: z.boolean().describe('Came as the neighbour of what was chosen'),
});
export type ItemWire = z.infer<typeof itemSchema>;

export const playlistReplySchema = z.object({ items: z.array(itemSchema), revision });
export const historyReplySchema = z.object({
  items: z.array(itemSchema.extend({ played_ts: ts('when it was played last') })),
  next_offset: z.number().int().nullable().describe('Null: that was the last page'),
  is_paused: z.boolean().describe('What is heard is not recorded now'),
  revision,
});
export const bookmarksReplySchema = z.object({
  items: z.array(
    itemSchema.extend({
      at: ts('the moment'),
      position: z.number().describe('Seconds into the section it lies in now'),
      note: z.string(),
      words: z.string().nullable().describe('What was being said'),
    }),
  ),
  revision,
});
const favouriteSchema = z.object({
  user_favourite_id: wireId,
  status: z.literal(1).describe('1: active'),
  program_id: wireId,
  program: programSchema,
});
export const favouritesReplySchema = z.object({ items: z.array(favouriteSchema), revision });
export const favouriteReplySchema = z.object({
  user_favourite_id: wireId,
  status: z.literal(1),
  program_id: wireId,
  items: z.array(favouriteSchema).optional().describe('The list, where `fetch` asked for it'),
  revision,
});
export const favouriteIdsReplySchema = z.object({ program_ids: z.array(wireId) });
export const favouriteProgramsReplySchema = z.object({
  programs: z.array(programSchema).describe('By the newest broadcast, then by number, highest first'),
  total: z.number().int(),
});

const leftOut = z.object({
  already_there: z.number().int(),
  no_room: z.number().int().describe('What the full list did not take'),
});
export const addedReplySchema = z.object({
  items: z.array(itemSchema).describe('What was added; the whole list where `fetch` asked for it'),
  added: z.number().int(),
  left_out: leftOut,
  revision,
});
export const historyEntryReplySchema = z.object({
  user_history_id: wireId.nullable().describe('Null: the member has paused what is recorded'),
  revision,
});
export const bookmarkReplySchema = z.object({
  user_bookmark_id: wireId,
  revision,
  at: ts('the moment that is marked'),
  words: z.string().nullable().describe('What was being said'),
  is_new: z.boolean().describe('False where it was marked before'),
});
export const removedReplySchema = z.object({
  list: z.enum(LIST_KINDS),
  revision: revision.describe('Names the removal to /api/playlist/undo, for an hour'),
  removed: z.number().int(),
});
export const undoneReplySchema = z.object({ restored: z.number().int(), left_out: leftOut, revision });
export const orderReplySchema = z.object({ revision });
export const nothingReplySchema = z.object({});
