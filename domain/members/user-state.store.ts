import { eq } from 'drizzle-orm';
import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';

export async function findUser(db: Db, memberId: number) {
  const [row] = await db
    .select({
      displayName: members.displayName,
      userSetting: members.userSetting,
      mobileDefaultResolution: members.mobileDefaultResolution,
      archiveTutorialReadAt: members.archiveTutorialReadAt,
      createdAt: members.createdAt,
    })
    .from(members)
    .where(eq(members.id, memberId));
  return row ?? null;
}
