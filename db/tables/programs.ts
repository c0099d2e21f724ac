import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from '#db/columns.ts';
import { hosts } from '#db/tables/hosts.ts';

export const programCategories = pgTable('program_categories', {
  id: id(),
  name: text('name').notNull().unique(),
  position: integer('position').notNull().default(0),
});

export const programs = pgTable(
  'programs',
  {
    id: id(),
    /** Display title; Chinese on 881 and 903, often English on 864. */
    title: text('title').notNull(),
    titleChi: text('title_chi').notNull(),
    /** The readable part of its URL, `/program/12/放學後電台`. */
    slug: text('slug').notNull(),
    /** One sentence for lists and descriptions. */
    tagline: text('tagline').notNull().default(''),
    description: text('description').notNull().default(''),
    categoryId: integer('category_id')
      .notNull()
      .references(() => programCategories.id),
    /** ProgramType: MAIN 1, SUB 2; a sub-programme is a part of its parent. */
    programType: integer('program_type').notNull().default(1),
    parentProgramId: integer('parent_program_id').references((): AnyPgColumn => programs.id),
    channelBitwise: integer('channel_bitwise').notNull(),
    /** Reference of the key art in the picture store (shared/media/picture.ts). */
    keyart: text('keyart').notNull(),
    status: integer('status').notNull().default(1),
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // /program and /api/programs: one category, in list order
    index('programs_category_idx').on(t.categoryId, t.status, t.position),
    // programme page: its sub-programmes
    index('programs_parent_idx').on(t.parentProgramId),
    check('programs_type', sql`${t.programType} in (1, 2)`),
    check('programs_sub_has_parent', sql`(${t.programType} = 2) = (${t.parentProgramId} is not null)`),
    check('programs_channels', sql`${t.channelBitwise} between 1 and 7`),
    check('programs_status', sql`${t.status} in (0, 1, 2)`),
  ],
);

export const programHosts = pgTable(
  'program_hosts',
  {
    programId: integer('program_id')
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    hostId: integer('host_id')
      .notNull()
      .references(() => hosts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.programId, t.hostId] }),
    // host page: programmes of a host
    index('program_hosts_host_idx').on(t.hostId),
  ],
);
