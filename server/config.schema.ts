import { isIP } from 'node:net';
import { z } from 'zod';
import { adSettings } from './config.ads.schema.ts';
import { link, paymentSettings } from './config.payments.schema.ts';

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
    'must be a number from 0 to 9, or addresses and networks with commas between',
  )
  .transform((value) => (/^\d$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim())));

/** Every variable of the product, each with one sentence. `.env.example` is generated from this. */
export const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses demo secrets, the sandbox and the demo stations unless asked for by name'),
  HOST: z
    .string()
    .default('')
    .describe('address the site listens on; empty: 127.0.0.1 in the demo, whose accounts are known, else 0.0.0.0'),
  PORT: port.default(8810).describe('port of the site, its APIs and its media'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5)
    .optional()
    .describe(
      'how long a process that is told to stop still takes requests while /readyz is 503, for a balancer to hear of it, 0 to 5; empty: 0 in the demo, else 3',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_PORT)
    .optional()
    .describe(
      'internal port of /metrics, /readyz with its reasons and /api/docs, at METRICS_HOST; empty: the one after PORT; 0 turns it off',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address the internal port listens on; one that is not of this machine alone needs METRICS_TOKEN'),
  METRICS_TOKEN: z
    .string()
    .regex(/^(\S{20,200})?$/, 'must have 20 characters or more, without spaces')
    .default('')
    .describe(
      'token that the internal port asks for (Authorization: Bearer …), 20 characters or more; empty: none, on 127.0.0.1 alone',
    ),
  SITE_URL: link
    .default('')
    .describe(
      'public address of the site without a trailing slash, used in canonical links, https:// in production; empty: http://localhost:PORT',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('folder of everything that is kept: the embedded database, sound, pictures'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL to use, as the role that serves; empty: an embedded one under DATA_DIR'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe(
      'the same PostgreSQL as the role that owns its tables: migrates, backs up and restores; empty: DATABASE_URL, whose role then owns them',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('least severe line that is logged'),
  TRUST_PROXY: proxies
    .default(0)
    .describe(
      'proxies in front: how many a request passes (each adds to X-Forwarded-For), or their addresses and networks with commas between; 0: none, X-Forwarded-* is ignored',
    ),
  WRITES_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(10)
    .describe('writes one address (an IPv6 /64) may make a second, ten seconds of them at once; 0: not limited'),
  READS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(0)
    .describe(
      'calls under /api one address may read a second, ten seconds of them at once; 0: not limited, as mobile carriers put thousands of listeners behind one address',
    ),
  RENDERS_PER_SECOND: z.coerce
    .number()
    .min(0)
    .max(10_000)
    .default(20)
    .describe(
      'pages that no cache has, made for one address (an IPv6 /64) a second, ten seconds of them at once; 0: not limited',
    ),
  REWIND_HOURS: z.coerce.number().min(0.1).max(72).default(8).describe('how far back a listener can rewind'),
  PLAYBACK_DEVICES: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(2)
    .describe('on how many devices at once a member can play what a plan pays for'),
  PLAYBACK_DEVICE_LIST: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(10)
    .describe('how many devices may be on the list of those on which a member plays what a plan pays for'),
  DEMO: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('the three demo stations and demo secrets; auto: on, but off in production'),
  DEMO_BACKFILL_MINUTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(120)
    .default(10)
    .describe('how much past sound the demo stations push when they start'),
  PAGE_PROCESS: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'pages and jobs in a process of their own beside the sound: on or off; auto: where no services are named and the machine has two cores',
    ),
  PURGE_URL: link
    .default('')
    .describe(
      'cache in front that the worker tells of pages that became old, by a PURGE with their tags in Cache-Tag; empty: none',
    ),
  INGEST_URL: link.default('').describe('where the demo stations push their sound; empty: this process'),
  BOT_CHECK_URL: link.default('').describe('siteverify address of the bot check; empty: the sandbox'),
  BOT_CHECK_SECRET: z
    .string()
    .default('')
    .describe('secret of the bot check; empty: the demo secret, refused in production'),
  BOT_CHECK_SITE_KEY: z
    .string()
    .regex(/^[\w-]*$/)
    .default('')
    .describe('public key of the bot check on forms; empty: the demo key'),
  BOT_CHECK_SCRIPT_URL: link
    .default('')
    .describe('script of the bot check on forms; empty: the sandbox in the demo, else that of Cloudflare Turnstile'),
  FORMS_PER_MINUTE: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .default(2)
    .describe('forms one address (an IPv6 /64) may send a minute, ten minutes of them at once; 0: not limited'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .or(z.literal(''))
    .default('')
    .describe('mail server, smtp://user:password@host:port or smtps://…; empty: the sandbox, refused in production'),
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
    .describe('mailbox, outside this machine, that gets the seal of the books each day'),
  LEDGER_KEY: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have 32 characters or more, without spaces')
    .default('')
    .describe(
      'key of the seals of the books, 32 characters or more, never changed; empty: the demo key, refused in production',
    ),
  SECRET_KEY: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have 32 characters or more, without spaces')
    .default('')
    .describe(
      'secret that codes are signed with, 32 characters or more, the same for every process; empty: the demo secret, refused in production',
    ),
  DNS_SERVERS: z
    .string()
    .refine(
      (value) => value === '' || value.split(',').every((server) => isNameServer(server.trim())),
      'must be addresses with commas between, each with a port if it is not 53',
    )
    .default('')
    .describe(
      'name servers that tell whether a domain takes mail, with commas between; empty: those of the machine, in the demo the sandbox',
    ),
  PHONE_VERIFICATION_MODE: z
    .enum(['disabled', 'p2a', 'a2p'])
    .default('a2p')
    .describe('how phones are proved: a2p, we text a code; p2a, the member calls or texts us; disabled'),
  P2A_SMS_ONLY: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: with p2a members can only text us; calls are refused'),
  P2A_NUMBERS: z
    .string()
    .regex(/^(\+\d{8,15}(,\s*\+\d{8,15})*)?$/, 'must be numbers such as +85230001234, with commas between')
    .default('')
    .describe('our numbers that members call or text, +852…, with commas between; empty: those of the demo'),
  SMS_URL: link.default('').describe('base address of the text and voice service; empty: the sandbox'),
  SMS_ACCOUNT_SID: z.string().max(100).default('').describe('account at the text and voice service'),
  SMS_AUTH_TOKEN: z
    .string()
    .max(200)
    .default('')
    .describe('token of that account, which also signs what the service sends us; empty: the demo token'),
  SMS_FROM: z.string().max(20).default('').describe('number or name that texts and calls come from'),
  SMS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe(
      'texts and calls an hour to people whose phone is not proved yet, all together; members with a proved phone have as many of their own',
    ),
  PLACES_FILE: z
    .string()
    .default('')
    .describe(
      'file in the MMDB format that says where network addresses are, such as GeoLite2 or DB-IP Lite; empty: members see addresses alone',
    ),
  FFMPEG: z
    .string()
    .min(1)
    .default('ffmpeg')
    .describe('the program that films are made with, ffprobe beside it; a name is looked for where programs are'),
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
      'minutes from the beginning of a broadcast that everybody may hear again, unless its programme has a number of its own; empty: 0, in the demo 5',
    ),
  ARCHIVE_REPLAY_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(365)
    .describe('days for which a broadcast may be heard again, unless its programme has a number of its own'),
  ARCHIVE_CLIP_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(3600)
    .default(300)
    .describe('seconds that a clip of a replay may last, as a link with a begin and an end names one'),
  TRACKING_URL: link
    .default('')
    .describe(
      'base address that browsers send their reports to, where the service `tracking` has one of its own; empty: the site',
    ),
  TRACKING_DAYS: z.coerce.number().int().min(7).max(400).default(90).describe('days for which reports are kept'),
  LIBRARY_BOOKMARKS: z.coerce.number().int().min(1).max(1000).default(200).describe('bookmarks a member may have'),
  AUTOMATION_SECRET: z
    .string()
    .regex(/^(\S{32,})?$/, 'must have 32 characters or more, without spaces')
    .default('')
    .describe(
      "secret with which the station's automation signs what it reports to /api/automation/CHANNEL, 32 characters or more; empty: the demo secret, outside the demo no reports are taken",
    ),
  AUTOMATION_AIR_DELAY_MS: z
    .string()
    .regex(/^((881|903|864)=-?\d{1,6}(,(881|903|864)=-?\d{1,6})*)?$/, 'must be such as 881=1500,903=1200')
    .default('')
    .describe(
      "milliseconds by which a channel's sound reaches the encoder later than its automation says, such as 881=1500,903=1200; a channel that is not named: 0",
    ),
  ...adSettings,
  FIGURES_TOKEN: z
    .string()
    .regex(/^(\S{20,200})?$/, 'must have 20 characters or more, without spaces')
    .default('')
    .describe(
      'what opens the figures of listening at /figures?token=…, 20 characters or more; empty: the demo token, outside the demo there is no such page',
    ),
  AD_FOR_SEARCH_PUBLISHER: z
    .string()
    .regex(/^(pub-[0-9]{16})?$/, 'pub- and 16 digits')
    .default('')
    .describe('publisher of advertising for search, pub- and 16 digits; empty: none is shown'),
  LINK_MY903: link.default('').describe('address of my903 in the navigation; empty: hidden'),
  LINK_PRICING: link.default('').describe('address of a price list elsewhere; empty: our own, /pricing'),
  LINK_ARCHIVE_OFFER: link
    .or(z.string().regex(/^\/(?![/\\])\S*$/, 'must be an address, or a path of this site'))
    .default('')
    .describe(
      'address at which the archive offer is bought, or a path of ours such as /member/userinfo/newSubscription?offer=1; empty: outside the demo the offer is not shown',
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
