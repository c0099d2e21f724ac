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
      'public address of the advertising origin, which is another host name than the site and leads to ADS_PORT; off: no advertising; empty: in the demo http://localhost:ADS_PORT, else no advertising',
    ),
  ADS_PORT: port.describe('port of the advertising origin; empty: the second one after PORT'),
  SANDBOX_ADS_PORT: port.describe(
    'port of the stand-ins for bidders and ad servers, in the demo alone; empty: the third one after PORT',
  ),
  AD_SERVER_TAG_URL: link
    .default('')
    .describe('tag of the ad server, by the API of Google Publisher Tag; empty: that of the stand-ins in the demo'),
  AD_NETWORK_CODE: z
    .string()
    .regex(/^\/\d{1,20}(\/[\w.-]{1,60}){0,4}$/, 'must be such as /1234567/airwave')
    .default('/1234567/airwave')
    .describe('our number at the ad server and what stands before the name of each ad slot'),
  AD_BIDDERS: bidders.describe(
    'bidders as JSON, [{"bidder":"name","params":{}}]: airwaveDemo is asked by the browser at params.endpoint, all others by the Prebid Server; empty: those of the demo',
  ),
  AD_PREBID_SERVER_URL: link
    .default('')
    .describe('base address of the Prebid Server; empty: that of the stand-ins in the demo, else none is asked'),
  AD_PREBID_ACCOUNT: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .default('airwave')
    .describe('our account at the Prebid Server'),
  AD_VAST_URL: link
    .default('')
    .describe('address that answers with film advertising (VAST); empty: that of the stand-ins in the demo'),
  AD_SEARCH_TAG_URL: link
    .default('')
    .describe(
      'tag of text advertisements for searches, by the API of AdSense for Search; empty: that of the stand-ins in the demo, else none',
    ),
  AD_ORIGINS: z
    .string()
    .refine(
      (value) => value.split(/\s+/).every((origin) => origin === '' || ORIGIN.test(origin)),
      'must be origins with spaces between, such as https://*.adhost.example',
    )
    .default('')
    .describe(
      'origins that advertising may load from beside those named by the addresses above, with spaces between; https: lets in all that are encrypted',
    ),
};
