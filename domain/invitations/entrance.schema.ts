import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { line } from '#shared/text/line-schema.ts';
import { DOOR_NAME_MAX, MAX_SCANS } from './entrance.rules.ts';
import { MAX_SEATS } from './invitations.rules.ts';

/** Somebody let in, or a correction. */
const doorScanSchema = z
  .strictObject({
    id: z.uuid().describe('Made by the phone; sent twice it counts once'),
    invitation_id: z.number().int().min(1).max(MAX_ID),
    door: line(DOOR_NAME_MAX).min(1).describe('As the phone calls itself'),
    seats: z.number().int().min(1).max(MAX_SEATS).optional().describe('People let in'),
    corrects: z.uuid().optional().describe('A scan to take back, instead of seats'),
    at_ts: z.number().describe('Unix seconds by the clock of the phone'),
  })
  .refine(({ seats, corrects }) => (seats === undefined) !== (corrects === undefined), 'either seats or corrects');
export type SentScan = z.infer<typeof doorScanSchema>;

export const doorScansSchema = z.array(doorScanSchema).min(1).max(MAX_SCANS);
