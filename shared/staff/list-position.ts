import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';

// The last row of a page of a list in editorial order, in the address of the next page.

export interface ListPosition {
  position: number;
  id: number;
}

export const positionText = ({ position, id }: ListPosition): string => `${position}~${id}`;

export const listPositionSchema = z
  .string()
  .regex(/^-?\d{1,9}~\d{1,9}$/)
  .transform((text): ListPosition => {
    const [position = '', id = ''] = text.split('~');
    return { position: Number(position), id: Math.min(Number(id), MAX_ID) };
  });

/** The rows of a page and the position after them, from a query for one row more than `limit`. */
export function pageOf<Row extends ListPosition>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next: ListPosition | null = rows.length > limit && last ? { position: last.position, id: last.id } : null;
  return { items, next };
}
