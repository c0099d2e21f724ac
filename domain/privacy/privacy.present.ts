import type { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import type { personalDataReplySchema } from './privacy.schema.ts';
import type { PersonalData } from './privacy.ts';

export const presentPersonalData = (data: PersonalData): z.input<typeof personalDataReplySchema> => ({
  exported_ts: unixSeconds(data.exportedAt),
  user_id: data.memberId,
  tables: data.tables,
});
