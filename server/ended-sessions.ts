import type { Database } from '#db/database.ts';
import type { Watch } from '#db/listening.ts';
import { hearSessionChanges } from '#domain/auth/auth.ts';
import { endLeasesWithoutSession } from '#domain/playback/playback.ts';
import type { MemberServices } from '#domain/members/members.ts';

/**
 * Listens for changed sessions: drops them from this process's cache and stops playback in ended ones. After a gap in
 * listening any session may have ended.
 */
export function hearEndedSessions(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  {
    sessions,
    clock,
    onFault,
  }: { sessions: MemberServices['sessions']; clock: () => Date; onFault: (error: unknown) => void },
): Promise<Watch> {
  const endLeases = (which: Parameters<typeof endLeasesWithoutSession>[1]) =>
    void endLeasesWithoutSession(db, which, clock()).catch(onFault);
  return hearSessionChanges(
    { pool },
    {
      drop(message) {
        sessions.drop(message);
        const [kind, id = ''] = message.split(':');
        endLeases(kind === 'session' ? { sessionId: Number(id) } : { memberId: Number(id) });
      },
      dropAll() {
        sessions.dropAll();
        endLeases('any');
      },
    },
  );
}
