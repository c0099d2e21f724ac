import { z } from 'zod';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const deletionReplySchema = z.object({ erase_ts: ts('from then on it cannot be taken back') });
export const personalDataReplySchema = z.object({
  exported_ts: ts('when this was read'),
  user_id: id,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
