import type { Db } from '#db/database.ts';
import { members } from '#db/tables/members.ts';
import type { MemberServices } from '#domain/members/accounts.ts';
import { emailKeyOf } from '#domain/members/members.rules.ts';
import { createSessionMemory } from '#domain/auth/sessions.ts';

/** What the members' doors need, as one process has it: everybody is a person and every domain takes mail. */
export const createMemberServices = (db: Db, over: Partial<MemberServices> = {}): MemberServices => ({
  db,
  botCheck: { verify: async () => ({ verdict: 'passed' }) },
  mailDomains: { check: async () => 'accepts' },
  places: () => null,
  secretKey: 'a key for tests of thirty-two letters',
  siteUrl: 'https://radio.example',
  sessions: createSessionMemory(),
  hasBocReminder: false,
  hasArchive: false,
  countLogIn: () => {},
  ...over,
});

/** A member who registered long ago. */
export async function insertMember(
  db: Db,
  email: string,
  over: Partial<typeof members.$inferInsert> = {},
): Promise<number> {
  const [row] = await db
    .insert(members)
    .values({ email, emailKey: emailKeyOf(email), displayName: '大文', surname: '陳', givenName: '大文', ...over })
    .returning({ id: members.id });
  if (!row) throw new Error('no member');
  return row.id;
}
