import { sql } from 'drizzle-orm';
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Digits-only ids, because they appear in URLs. */
export const id = () => integer('id').primaryKey().generatedByDefaultAsIdentity();

/** An instant with millisecond precision. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** A Hong Kong calendar day as text, `2026-11-21`. */
export const dayHk = customType<{ data: string; driverData: string }>({ dataType: () => 'date' });

/** Names as a list for a check constraint: `'a', 'b'`. */
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Bytes, such as a hash. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
