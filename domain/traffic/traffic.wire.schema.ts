import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/http/query.ts';
import { z } from 'zod';
import { AREAS } from './traffic.schema.ts';

export const locationsParamsSchema = z.object({
  type: digitsId(
    'Category: filling station 1, tow truck 2, charging 3, car park 4, repairs 5, licences 6, public transport 7',
  ),
});
export const locationsQuerySchema = z.object({
  area: z.enum(AREAS).optional().describe('Hong Kong Island, Kowloon or New Territories; defaults to all'),
  count: count({ default: PAGE_LIMITS.trafficData, max: 60 }),
  offset: offset(),
});
export const locationsReplySchema = z.object({
  rows: z.array(
    z
      .object({
        id: z.number().int().describe('ID of the entry'),
        type: z.number().int().describe('Category, 1 to 7'),
        name: z.string().describe('Name'),
        address: z.string().describe('Address'),
        phone: z.string().describe('Phone number, formatted for display'),
        district: z.enum(AREAS).describe('Area of Hong Kong'),
        district_name: z.string().describe('Name of the district'),
        hours: z.string().describe('Opening hours'),
        details: z.string().describe('Further details, depending on the category'),
        latitude: z.number().nullable().describe('Latitude in degrees north'),
        longitude: z.number().nullable().describe('Longitude in degrees east'),
        last_checked_date: z.string().describe('Hong Kong date on which the entry was last checked, YYYY-MM-DD'),
      })
      .describe('An entry of the directory'),
  ),
  has_more: z.boolean().describe('Whether there are more entries'),
});
export type LocationWire = z.infer<typeof locationsReplySchema>['rows'][number];
