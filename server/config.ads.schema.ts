import { z } from 'zod';
import { link } from './config.payments.schema.ts';

const port = z.coerce.number().int().min(1).max(65_535).optional();
/** `https://ads.example`, `https://*.ads.example`, or `https:` for any https origin. */
const ORIGIN = /^(https:|https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?)$/i;

const rows = z
  .array(
    z.object({
      bidder: z.string().regex(/^\w{1,40}$/, 'must be letters, digits and _'),
      params: z.record(z.string(), z.unknown()).default({}),
    }),
  )
  .max(30);

/** Parses the bidders of a variable. Throws if invalid. */
export const readBidders = (value: string): z.output<typeof rows> => rows.parse(JSON.parse(value));

const bidders = z
  .string()
  .refine((value) => {
    try {
      return value === '' || readBidders(value);
    } catch {
      return false;
    }
  }, 'must be JSON such as [{"bidder":"name","params":{}}], names of letters, digits and _')
  .default('');

/** Advertising variables, each with one sentence; part of the complete schema (config.schema.ts). */
export const adSettings = {
  ADS_URL: link
    .or(z.literal('off'))
    .default('')
    .describe(
      'public URL of the advertising origin, on a different host name than the site, routed to ADS_PORT; off: no advertising; empty: http://localhost:ADS_PORT in the demo, otherwise no advertising',
    ),
  ADS_PORT: port.describe('port of the advertising origin; empty: PORT + 2'),
  SANDBOX_ADS_PORT: port.describe(
    'port of the stand-ins for bidders and ad servers, only in the demo; empty: PORT + 3',
  ),
  AD_SERVER_TAG_URL: link
    .default('')
    .describe('URL of the ad server tag, with the API of Google Publisher Tag; empty: the stand-in in the demo'),
  AD_NETWORK_CODE: z
    .string()
    .regex(/^\/\d{1,20}(\/[\w.-]{1,60}){0,4}$/, 'must be such as /1234567/airwave')
    .default('/1234567/airwave')
    .describe('network code at the ad server and prefix of each ad slot'),
  AD_BIDDERS: bidders.describe(
    'bidders as JSON, [{"bidder":"name","params":{}}]: airwaveDemo is queried by the browser at params.endpoint, all others by the Prebid Server; empty: the bidders of the demo',
  ),
  AD_PREBID_SERVER_URL: link
    .default('')
    .describe('base URL of the Prebid Server; empty: the stand-in in the demo, otherwise none'),
  AD_PREBID_ACCOUNT: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .default('airwave')
    .describe('account at the Prebid Server'),
  AD_VAST_URL: link.default('').describe('URL of video advertising (VAST); empty: the stand-in in the demo'),
  AD_SEARCH_TAG_URL: link
    .default('')
    .describe(
      'URL of the tag for search advertisements, with the API of AdSense for Search; empty: the stand-in in the demo, otherwise none',
    ),
  AD_ORIGINS: z
    .string()
    .refine(
      (value) => value.split(/\s+/).every((origin) => origin === '' || ORIGIN.test(origin)),
      'must be origins separated by spaces, such as https://*.adhost.example',
    )
    .default('')
    .describe(
      'further origins that advertising may load from, separated by spaces; https: allows all encrypted origins',
    ),
};
