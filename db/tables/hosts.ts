import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#db/columns.ts';

export const hosts = pgTable(
  'hosts',
  {
    id: id(),
    name: text('name').notNull(),
    nameEng: text('name_eng').notNull().default(''),
    slug: text('slug').notNull(),
    /** HostType: regular 1, guest 8. */
    hostType: integer('host_type').notNull().default(1),
    /** Channel bits; a guest also carries GUEST 8. */
    channelBitwise: integer('channel_bitwise').notNull(),
    tagline: text('tagline').notNull().default(''),
    bio: text('bio').notNull().default(''),
    /** Reference of the portrait in the picture store (shared/media/picture.ts). */
    picture: text('picture').notNull(),
    status: integer('status').notNull().default(1),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // /host: list order
    index('hosts_list_idx').on(t.status, t.position),
    check('hosts_type', sql`${t.hostType} in (1, 8)`),
    check('hosts_guest_flag', sql`(${t.hostType} = 8) = ((${t.channelBitwise} & 8) = 8)`),
    check('hosts_status', sql`${t.status} in (0, 1, 2)`),
  ],
);
