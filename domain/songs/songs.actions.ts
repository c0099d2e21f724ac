import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { correctSong, getLockedSongMark } from './song-corrections.ts';
import { songWords } from './song-reports.schema.ts';

export interface SongActionServices {
  /** The broadcast that contains an instant: its programme, and the cache tags of its pages. */
  broadcastAt: (tx: Tx, streamId: number, at: Date) => Promise<{ programId: number; tags: string[] } | null>;
}

const correctInput = z.object({
  mark_id: z.number().int().min(1).max(MAX_ID),
  ...songWords,
  is_withdrawn: z.boolean().describe('It was not on air'),
  follows_automation: z.boolean().default(false).describe('Later reports of the automation change it again'),
});

/** What staff correct of songs by hand. */
export const songActions = ({ broadcastAt }: SongActionServices): StaffAction[] => [
  staffAction({
    name: 'songs.correct',
    permission: 'archive.edit',
    input: correctInput,
    needsReason: false,
    async scopesOf(tx, { mark_id: markId }) {
      const { streamId, startsAt } = await getLockedSongMark(tx, markId);
      const broadcast = await broadcastAt(tx, streamId, startsAt);
      return [
        { kind: 'channel', id: String(streamId) },
        ...(broadcast ? [{ kind: 'program' as const, id: String(broadcast.programId) }] : []),
      ];
    },
    async run(
      tx,
      { hand, now },
      { mark_id: markId, title, artist, is_withdrawn: isWithdrawn, follows_automation: follows },
    ) {
      const { streamId, startsAt } = await getLockedSongMark(tx, markId);
      const tags = (await broadcastAt(tx, streamId, startsAt))?.tags ?? [];
      const fields = { markId, title, artist, isWithdrawn, isByHand: !follows };
      const before = await correctSong(tx, { now, tags }, hand, fields);
      const input = {
        mark_id: markId,
        title: before.title,
        artist: before.artist,
        is_withdrawn: before.isWithdrawn,
        follows_automation: !before.isByHand,
      };
      return { undo: { action: 'songs.correct', input } };
    },
  }),
];
