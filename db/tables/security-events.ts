import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#db/columns.ts';
import { members } from './members.ts';

/** Security events of an account: mailed to the member and listed in the account. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    userAgent: text('user_agent').notNull(),
    remoteIp: text('remote_ip').notNull(),
    /** Values for the text, such as the name of a passkey. */
    detail: jsonb('detail').$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index('security_events_member_idx').on(t.memberId, t.createdAt)],
);
