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
