import { PAGE_LIMITS } from '#shared/page-limits.ts';
import { count, digitsId, offset } from '#shared/http/query.ts';
import { z } from 'zod';
import { SITUATION_SEVERITIES } from './datex-situations.rules.ts';
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

const situationSchema = z.object({
  id: z.string().describe('ID of the situation record, the same as long as it lasts'),
  version: z.number().int().describe('Version of the record; grows'),
  type: z.enum(['AbnormalTraffic', 'RoadOrCarriagewayOrLaneManagement']).describe('Type of DATEX II'),
  detail: z.enum(['slowTraffic', 'queuingTraffic', 'tunnelClosed']).describe('What it is'),
  severity: z.enum(SITUATION_SEVERITIES),
  version_ts: z.number().int().describe('When it was observed, Unix seconds'),
  validity: z.object({
    status: z.literal('active'),
    overall_start_ts: z.number().int().describe('Start of the observation, Unix seconds'),
    overall_end_ts: z.number().int().nullable().describe('End unless it is observed again; null: not known'),
  }),
  location: z.object({
    name: z.string().describe('Name of the tunnel'),
    line: z
      .array(z.object({ latitude: z.number(), longitude: z.number() }))
      .describe('Its portals in WGS 84, to about a hundred metres'),
  }),
  travel_time_minutes: z.number().int().nullable().describe('Measured travel time; null: closed'),
  free_flow_minutes: z.number().int().describe('Travel time without traffic'),
});
export type SituationWire = z.infer<typeof situationSchema>;
export const situationsReplySchema = z.object({ situations: z.array(situationSchema) });
