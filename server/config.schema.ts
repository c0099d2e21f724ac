import { isIP } from 'node:net';
import { z } from 'zod';
import { adSettings } from './config.ads.schema.ts';
import { databaseSettings } from './config.database.schema.ts';
import { deskSettings } from './config.desk.schema.ts';
import { link, paymentSettings } from './config.payments.schema.ts';
import { storageSettings } from './config.storage.schema.ts';
import { tracingSettings } from './config.tracing.schema.ts';

/** `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (!version || more.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** `10.0.0.53`, `10.0.0.53:5353`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? text) !== 0;
}

export const MAX_PORT = 65_535;
const port = z.coerce.number().int().min(1).max(MAX_PORT);
/** Number of proxies, or their addresses: trusting any proxy would accept whatever a visitor puts into the header. */
const proxies = z
  .string()
  .refine(
    (value) => /^\d$/.test(value) || value.split(',').every((address) => isNetwork(address.trim())),
    'must be a number from 0 to 9, or addresses and networks separated by commas',
  )
  .transform((value) => (/^\d$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim())));

/** Every variable of the product, each with one sentence. `.env.example` is generated from this. */
export const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production rejects demo secrets, the sandbox and the demo stations unless they are enabled explicitly'),
  HOST: z
    .string()
    .default('')
    .describe(
      'address the site listens on; empty: 127.0.0.1 in the demo, whose passwords are public, otherwise 0.0.0.0',
    ),
  PORT: port.default(8810).describe('port of the site, its APIs and its media'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .optional()
    .describe(
      'seconds, 0 to 5, during which a stopping process accepts requests while /readyz returns 503, so that a load balancer notices; empty: 0 in the demo, otherwise 3',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_PORT)
    .optional()
    .describe(
      'internal port of /metrics, /readyz with its reasons and /api/docs, at METRICS_HOST; empty: PORT + 1; 0: off',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address the internal port listens on; a non-loopback address requires METRICS_TOKEN'),
  METRICS_TOKEN: z
    .string()
    .regex(/^(\S{20,200})?$/, 'must have at least 20 characters, without spaces')
    .default('')
    .describe(
      'token required by the internal port (Authorization: Bearer …), at least 20 characters; empty: none, only on 127.0.0.1',
    ),
  SITE_URL: link
    .default('')
    .describe(
      'public URL of the site without a trailing slash, used in canonical links, https:// in production; empty: http://localhost:PORT',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('folder of all stored data: the embedded database, audio, pictures'),
  ...storageSettings,
  ...databaseSettings,
  ...tracingSettings,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('minimum log level'),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'proxies in front: the number that a request passes (each adds to X-Forwarded-For), or their addresses and networks separated by commas; 0: none, X-Forwarded-* is ignored',
    ),
  WRITES_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(10)
    .describe('maximum writes per second of one address (an IPv6 /64), with a burst of ten seconds; 0: not limited'),
  READS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(0)
    .describe(
      'maximum reads under /api per second of one address, with a burst of ten seconds; 0: not limited, because mobile carriers share one address among thousands of listeners',
    ),
  LIVE_BLOG_READERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(20_000)
    .describe('streams of live blogs that a process serves at once; further readers ask for changes every few seconds'),
  LIVE_BLOG_READERS_OF_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1_000)
    .describe('of these, streams of one address (an IPv6 /64); a mobile carrier has thousands behind one'),
  RENDERS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(20)
    .describe(
      'maximum uncached pages rendered per second for one address (an IPv6 /64), with a burst of ten seconds; 0: not limited',
    ),
  REWIND_HOURS: z.coerce.number().min(0.1).max(72).default(8).describe('how far back a listener can rewind'),
  PLAYBACK_DEVICES: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe('maximum number of devices on which a member can play paid content at the same time'),
  PLAYBACK_FAMILY_DEVICES: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('maximum number of devices on which the people of a family plan can play replays at the same time'),
  PLAYBACK_DEVICE_LIST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe('maximum number of known devices on which a member plays paid content'),
  DEMO: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('the three demo stations and demo secrets; auto: on, but off in production'),
  DEMO_BACKFILL_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(120)
    .default(3)
    .describe('amount of past audio that the demo stations push at start'),
  DEMO_EVENT: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: the permanent live event of the demo is not on the air, which saves most of the work of the encoders',
    ),
  DEMO_CAPTIONS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: nothing captions what the voice of the demo station 881 says, nor the clock of the demo event'),
  PAGE_PROCESS: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'render pages and run jobs in a process separate from audio: on or off; auto: on if no services are given and the machine has at least two cores',
    ),
  PURGE_URLS: z
    .string()
    .regex(/^(https?:\/\/[^\s,]+(,\s*https?:\/\/[^\s,]+)*)?$/, 'must be URLs separated by commas')
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .describe(
      'front caches in which the worker purges outdated pages, by PURGE requests with Cache-Tag to each, separated by commas; empty: none',
    ),
  INGEST_URL: link.default('').describe('URL to which the demo stations push audio; empty: this process'),
  BOT_CHECK_URL: link.default('').describe('siteverify URL of the bot check; empty: the sandbox'),
  BOT_CHECK_SECRET: z
    .string()
    .default('')
    .describe('secret of the bot check; empty: the demo secret, rejected in production'),
  BOT_CHECK_SITE_KEY: z
    .string()
    .regex(/^[\w-]*$/)
    .default('')
    .describe('public key of the bot check on forms; empty: the demo key'),
  BOT_CHECK_SCRIPT_URL: link
    .default('')
    .describe('script URL of the bot check on forms; empty: the sandbox in the demo, otherwise Cloudflare Turnstile'),
  FORMS_PER_MINUTE: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(2)
    .describe('maximum forms per minute of one address (an IPv6 /64), with a burst of ten minutes; 0: not limited'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .or(z.literal(''))
    .default('')
    .describe('mail server, smtp://user:password@host:port or smtps://…; empty: the sandbox, rejected in production'),
  MAIL_FROM: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[^\r\n]+$/)
    .default('CR電台 <noreply@radio.example>')
    .describe('sender of every mail'),
  CONTACT_TO: z.email().default('contact@radio.example').describe('mailbox of the contact form'),
  LOST_PROPERTY_TO: z.email().default('traffic@radio.example').describe('mailbox of the lost-property form'),
  LEDGER_TO: z
    .email()
    .default('finance@radio.example')
    .describe('external mailbox that receives the newest hashes of ledger and audit each day'),
  LEDGER_KEY: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have at least 32 characters, without spaces')
    .default('')
    .describe(
      'key of the hash chains of ledger and audit, at least 32 characters, must never change; empty: the demo key, rejected in production',
    ),
  SECRET_KEY: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have at least 32 characters, without spaces')
    .default('')
    .describe(
      'secret for signing codes, at least 32 characters, the same for all processes; empty: the demo secret, rejected in production',
    ),
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com, updates.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every((host) => /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(host)),
      'must be host names separated by commas, each at most with a leading *.',
    )
    .describe(
      'push services of browsers that are called, host names separated by commas; a browser that names another one receives no notifications',
    ),
  DNS_SERVERS: z
    .string()
    .refine(
      (value) => value === '' || value.split(',').every((server) => isNameServer(server.trim())),
      'must be addresses separated by commas, each with a port if it is not 53',
    )
    .default('')
    .describe(
      'name servers used to check whether a domain accepts mail, separated by commas; empty: the sandbox in the demo, otherwise those of the machine',
    ),
  PHONE_VERIFICATION_MODE: z
    .enum(['disabled', 'p2a', 'a2p'])
    .default('a2p')
    .describe(
      'phone verification mode: a2p, the station sends a code; p2a, the member calls or texts the station; disabled',
    ),
  P2A_SMS_ONLY: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: with p2a members can only send texts; calls are rejected'),
  P2A_NUMBERS: z
    .string()
    .regex(/^(\+\d{8,15}(,\s*\+\d{8,15})*)?$/, 'must be numbers such as +85230001234, separated by commas')
    .default('')
    .describe('numbers of the station that members call or text, +852…, separated by commas; empty: those of the demo'),
  SMS_URL: link.default('').describe('base URL of the text and voice service; empty: the sandbox'),
  SMS_ACCOUNT_SID: z.string().max(100).default('').describe('account at the text and voice service'),
  SMS_AUTH_TOKEN: z
    .string()
    .max(200)
    .default('')
    .describe('token of that account, which also signs its webhooks; empty: the demo token'),
  SMS_FROM: z.string().max(20).default('').describe('sender of texts and calls'),
  SMS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe(
      'maximum texts and calls per hour to all unverified phones; verified phones have a separate limit of the same size',
    ),
  PLACES_FILE: z
    .string()
    .default('')
    .describe(
      'geoip database in MMDB format, such as GeoLite2 or DB-IP Lite; empty: members see addresses without locations',
    ),
  FFMPEG: z
    .string()
    .min(1)
    .default('ffmpeg')
    .describe('ffmpeg program for encoding films, with ffprobe in the same folder; a bare name is searched in PATH'),
  BOC_REMINDER: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: subscribers are shown the reminder about cards of the Bank of China'),
  ...paymentSettings,
  ARCHIVE_FREE_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .optional()
    .describe(
      'minutes from the start of a replay that are free for everybody, unless set for its programme; empty: 5 in the demo, otherwise 0',
    ),
  ARCHIVE_REPLAY_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(365)
    .describe('days for which a replay is available, unless set for its programme'),
  ARCHIVE_CLIP_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(3600)
    .default(300)
    .describe('maximum length in seconds of a clip of a replay'),
  TRACKING_URL: link
    .default('')
    .describe('base URL for tracking reports, if the service `tracking` runs separately; empty: the site'),
  TRACKING_DAYS: z.coerce.number().int().min(7).max(400).default(90).describe('days for which reports are kept'),
  LIBRARY_BOOKMARKS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(200)
    .describe('maximum number of bookmarks of a member'),
  AUTOMATION_SECRET: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have at least 32 characters, without spaces')
    .default('')
    .describe(
      'secret with which the station automation signs reports to /api/automation/CHANNEL, at least 32 characters; empty: the demo secret in the demo, otherwise reports are rejected',
    ),
  AUTOMATION_AIR_DELAY_MS: z
    .string()
    .regex(/^((881|903|864)=-?\d{1,6}(,(881|903|864)=-?\d{1,6})*)?$/, 'must be such as 881=1500,903=1200')
    .default('')
    .describe(
      'delay in milliseconds of the audio of a channel against its automation, such as 881=1500,903=1200; other channels: 0',
    ),
  ...adSettings,
  ...deskSettings,
  AD_FOR_SEARCH_PUBLISHER: z
    .string()
    .regex(/^(pub-[0-9]{16})?$/, 'pub- and 16 digits')
    .default('')
    .describe('publisher id for search advertising, pub- and 16 digits; empty: none'),
  LINK_MY903: link.default('').describe('URL of my903 in the navigation; empty: hidden'),
  LINK_PRICING: link.default('').describe('URL of an external price list; empty: /pricing'),
  LINK_ARCHIVE_OFFER: link
    .or(z.string().regex(/^\/(?![/\\])\S*$/, 'must be a URL or a path of this site'))
    .default('')
    .describe(
      'URL of the archive offer, or a path of this site such as /member/userinfo/newSubscription?offer=1; empty: the offer is shown only in the demo',
    ),
  LINK_FACEBOOK: link.default('').describe('Facebook page in the footer; empty: hidden'),
  LINK_YOUTUBE: link.default('').describe('YouTube channel in the footer; empty: hidden'),
  LINK_INSTAGRAM: link.default('').describe('Instagram account in the footer; empty: hidden'),
  LINK_TOOLBAR_APP_IOS: link.default('').describe('App Store page of the live app; empty: hidden'),
  LINK_TOOLBAR_APP_ANDROID: link.default('').describe('Google Play page of the live app; empty: hidden'),
  LINK_TOOLBAR_APP_HUAWEI: link.default('').describe('AppGallery page of the live app; empty: hidden'),
  LINK_ARCHIVE_APP_IOS: link.default('').describe('App Store page of the archive app; empty: hidden'),
  LINK_ARCHIVE_APP_ANDROID: link.default('').describe('Google Play page of the archive app; empty: hidden'),
  LINK_ARCHIVE_APP_HUAWEI: link.default('').describe('AppGallery page of the archive app; empty: hidden'),
});
