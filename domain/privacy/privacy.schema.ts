import { z } from 'zod';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const deletionReplySchema = z.object({
  erase_ts: ts('time of erasure, after which the deletion cannot be cancelled'),
});
export const personalDataReplySchema = z.object({
  exported_ts: ts('time of the export'),
  user_id: id,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
