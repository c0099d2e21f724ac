import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/http/query.ts';
import { z } from 'zod';
import { AREAS } from './traffic.schema.ts';

export const locationsParamsSchema = z.object({
  type: digitsId('Filling station 1, tow truck 2, charging 3, car park 4, repairs 5, licences 6, public transport 7'),
});
export const locationsQuerySchema = z.object({
  area: z.enum(AREAS).optional().describe('Hong Kong Island, Kowloon or New Territories; all when absent'),
  count: count({ default: PAGE_LIMITS.trafficData, max: 60 }),
  offset: offset(),
});
export const locationsReplySchema = z.object({
  rows: z.array(
    z
      .object({
        id: z.number().int().describe('Row'),
        type: z.number().int().describe('Kind, 1 to 7'),
        name: z.string().describe('Name'),
        address: z.string().describe('Address'),
        phone: z.string().describe('As it is written'),
        district: z.enum(AREAS).describe('Part of Hong Kong'),
        district_name: z.string().describe('District within it'),
        hours: z.string().describe('When it is open'),
        details: z.string().describe('What its kind needs to say'),
        latitude: z.number().nullable().describe('Degrees north'),
        longitude: z.number().nullable().describe('Degrees east'),
        last_checked_date: z.string().describe('Hong Kong day on which it was last checked, YYYY-MM-DD'),
      })
      .describe('A row of the directory'),
  ),
  has_more: z.boolean().describe('Whether more follow'),
});
export type LocationWire = z.infer<typeof locationsReplySchema>['rows'][number];
