import type { Db, Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { refused } from '#shared/staff/refusals.ts';
import { slugOf } from '../article-edit.rules.ts';
import {
  findBrokenColumnReferences,
  findEveryColumn,
  insertColumn,
  lockColumn,
  updateColumn,
  type ColumnFields,
  type EditableColumn,
} from './columns.store.ts';

/** Every column with its columnist, for the desk. */
export const listEveryColumn = ({ db }: { db: Db }) => findEveryColumn(db);

/**
 * Saves a column, or a new one if `id` is null. `conflict` if somebody has changed it since `seenAt`. Returns its id and
 * what it was.
 */
export async function saveColumn(
  tx: Tx,
  { hand, now }: { hand: Hand; now: Date },
  { id, seenAt, fields: given }: { id: number | null; seenAt: Date | null; fields: ColumnFields },
): Promise<{ id: number; former: EditableColumn | null }> {
  const fields = { ...given, slug: given.slug || slugOf(given.name) };
  const former = id === null ? null : await lockColumn(tx, id);
  if (id !== null && former === null) throw new DomainError('dataNotFound');
  if (former !== null && former.updatedAt.getTime() !== seenAt?.getTime()) throw refused('edited-since');
  const broken = await findBrokenColumnReferences(tx, fields);
  if (broken.length > 0)
    throw new DomainError('invalidParam', {
      fieldErrors: Object.fromEntries(broken.map((name) => [name, ['does not exist']])),
    });
  const columnId = former?.id ?? (await insertColumn(tx, fields, now));
  if (former) await updateColumn(tx, former.id, fields, now);
  await purgePages(tx, ['columns', 'articles:302']);
  const changed = (Object.keys(fields) as (keyof ColumnFields)[]).filter((name) => former?.[name] !== fields[name]);
  const only = (of: ColumnFields) =>
    Object.fromEntries(changed.map((name) => [name, of[name]])) as Partial<ColumnFields>;
  const event = { action: 'columns.save', subject: ['column', columnId] } as const;
  await recordAudit(tx, hand, { ...event, ...(former && { before: only(former) }), after: only(fields) }, now);
  return { id: columnId, former };
}
