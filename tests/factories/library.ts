import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { mediaStreams } from '#db/tables/media.ts';
import { createListedArchive } from '#domain/archive/listed-sections.ts';
import type { LibraryServices } from '#domain/library/library.ts';
import { dayHkOf } from '#shared/hk-time.ts';
import { createMemberCalls, type CallReply, type LoggedInMember } from './accounts/member-calls.ts';
import { insertSmallStation } from './station.ts';

export type RecordedPosition = Parameters<LibraryServices['recordPlaybackPosition']>[1];

/** Dependencies of lists; reported positions are added to `positions`. */
export const createLibraryServices = (db: Db, positions: RecordedPosition[] = []): LibraryServices => ({
  db,
  archive: createListedArchive({ freeMinutes: 5, replayDays: 365 }),
  recordPlaybackPosition: async (_db, event) => void positions.push(event),
  bookmarksAtMost: 200,
});

export interface Broadcast {
  id: number;
  programId: number;
  startsAt: Date;
  sections: number;
  streamId?: number;
  isClassic?: boolean;
}

/**
 * A broadcast with sections of ten minutes. A section's id is a hundred times that of its broadcast plus its number.
 */
export async function insertBroadcast(
  db: Db,
  { id, programId, startsAt, sections, streamId = 881, isClassic = false }: Broadcast,
): Promise<void> {
  const minute = (n: number) => new Date(startsAt.getTime() + n * 60_000);
  await db
    .insert(mediaStreams)
    .values({ id: streamId, kind: streamId < 10_000 ? 'channel' : 'tape', name: String(streamId) })
    .onConflictDoNothing();
  const edges = { startsAt, endsAt: minute(sections * 10) };
  const programClass = isClassic ? 2 : 1;
  await db
    .insert(programArchives)
    .values({ id, programId, streamId, dayHk: dayHkOf(startsAt), ...edges, isOver: true, programClass });
  await db.insert(archiveSections).values(
    Array.from({ length: sections }, (_, i) => ({
      id: id * 100 + i + 1,
      archiveId: id,
      sectionNo: i + 1,
      startsAt: minute(i * 10),
      endsAt: minute(i * 10 + 10),
    })),
  );
}

const DAY_ONE = new Date('2026-11-02T14:00:00+08:00');

/** Programme 1 with seven broadcasts of ten sections, 3 with one of two, 5 with a classic tape of three. */
export async function insertSmallArchive(db: Db): Promise<void> {
  await insertSmallStation(db);
  for (let i = 0; i < 7; i++) {
    const startsAt = new Date(DAY_ONE.getTime() + i * 86_400_000);
    await insertBroadcast(db, { id: i + 1, programId: 1, startsAt, sections: 10 });
  }
  await insertBroadcast(db, { id: 10, programId: 3, startsAt: DAY_ONE, sections: 2, streamId: 903 });
  await insertBroadcast(db, {
    id: 20,
    programId: 5,
    startsAt: DAY_ONE,
    sections: 3,
    streamId: 10_001,
    isClassic: true,
  });
}

/** The list APIs over a small archive, with subscribers. */
export async function createLibraryCalls(bare?: FastifyInstance) {
  const positions: RecordedPosition[] = [];
  const calls = await createMemberCalls(bare, { library: (db) => createLibraryServices(db, positions) });
  await insertSmallArchive(calls.db);

  async function send(as: LoggedInMember | null, method: string, path: string, body?: unknown): Promise<CallReply> {
    const reply = await calls.app.inject({
      method: method as 'GET' | 'POST' | 'DELETE' | 'PATCH',
      url: `/api/${path}`,
      headers: { ...(as && { cookie: as.cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const told = reply.json<{ response_code: number; response_message: string; response: unknown }>();
    return { status: reply.statusCode, headers: reply.headers, ...told };
  }

  return {
    ...calls,
    positions,
    send,
    /** The response of a successful call. Throws otherwise. */
    async get<T>(as: LoggedInMember, method: string, path: string, body?: unknown): Promise<T> {
      const { response_code: code, response } = await send(as, method, path, body);
      if (code !== 200) throw new Error(`${method} ${path} was refused: ${code} ${JSON.stringify(response)}`);
      return response as T;
    },
    /** The response code of a rejected call. */
    code: async (as: LoggedInMember | null, method: string, path: string, body?: unknown): Promise<number> =>
      (await send(as, method, path, body)).response_code,
  };
}
