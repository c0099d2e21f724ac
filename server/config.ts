import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { deskOf, type DeskConfig } from '#server/desk/desk-config.ts';
import { adsOf, type AdsSettings } from '#server/ads/ads-config.ts';
import { MAX_PORT, schema } from '#server/config.schema.ts';
import { redact } from '#shared/text/redact.ts';
import { memberPaths } from '#shared/paths/member-paths.ts';

const SERVICES = ['web', 'media', 'tracking', 'worker', 'clock', 'stations'] as const;
export type Service = (typeof SERVICES)[number];

/** Cloudflare's published site key that matches its always-passing secret. */
const DEMO_BOT_CHECK_SITE_KEY = '1x00000000000000000000AA';
/** Cloudflare's published test secrets, which pass, reject or report every token as spent. */
const DOCUMENTED_BOT_CHECK_SECRET = /^[123]x0{31}AA$/;
const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

type Parsed = z.output<typeof schema>;

/** URLs that are passed to browsers. Nothing else of the configuration is. */
interface PublicLinks {
  my903: string;
  pricing: string;
  archiveOffer: string;
  /** Base URL of report calls. Empty: the site itself. */
  tracking: string;
  social: { facebook: string; youtube: string; instagram: string };
  apps: Record<'toolbar' | 'archive', { ios: string; android: string; huawei: string }>;
}

export interface Config extends Parsed, AdsSettings {
  /** Null: no desk. */
  desk: DeskConfig | null;
  METRICS_PORT: number;
  DRAIN_SECONDS: number;
  siteUrl: string;
  demo: boolean;
  /** Site key and script of the bot check, for forms. */
  botCheckWidget: { siteKey: string; scriptUrl: string };
  links: PublicLinks;
}

/** An invalid configuration: `faults` has one sentence for each variable. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Unknown variables with a prefix of ours, which are probably typos. */
const OURS =
  /^(LINK_|PAGE_PROCESS|DRAIN_|PLAYBACK_|PURGE_|DEMO|BOT_CHECK_|REWIND_|METRICS_|SMTP_|SMS_|P2A_|PHONE_VERIFICATION_|FORMS_|CONTACT_|LOST_PROPERTY_|ARCHIVE_|AUTOMATION_|LIBRARY_|PAYME_|EFT_|JETCO_|PAYDOLLAR_|MPGS_|PAYMENT_|OFFLINE_|ADS_|AD_|SANDBOX_ADS_|TRACKING_|STORAGE|S3_|ASSET_)/;

/**
 * Demo links lead to stand-ins on the site (R-175), so that the demo shows every link of the layout and none leads to a
 * missing host. In production an empty entry is hidden (R-193).
 */
function demoLink(value: string, demo: boolean, stand: string): string {
  return value || (demo ? stand : '');
}

/** Variables required by an account at a payment provider, its URL first. */
const PAYMENT_ACCOUNTS = [
  ['PAYDOLLAR_URL', 'PAYDOLLAR_MERCHANT_ID', 'PAYDOLLAR_SECRETS', 'PAYDOLLAR_LOGIN_ID', 'PAYDOLLAR_PASSWORD'],
  ['MPGS_URL', 'MPGS_MERCHANT_ID', 'MPGS_PASSWORD', 'MPGS_WEBHOOK_SECRETS'],
  ['PAYME_URL', 'PAYME_CLIENT_ID', 'PAYME_CLIENT_SECRET', 'PAYME_KEY_ID', 'PAYME_SIGNING_SECRETS'],
  ['EFT_URL', 'EFT_USER_CONFIRM_KEY', 'EFT_SECRETS'],
  ['JETCO_URL', 'JETCO_MERCHANT_ID', 'JETCO_SECRETS'],
] as const;

/** Parses the environment once. Throws ConfigError with all faults together. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const known = new Set(Object.keys(schema.shape));
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => known.has(name) && value !== undefined && value !== ''),
  );
  const faults: string[] = [];
  for (const name of Object.keys(env))
    if (OURS.test(name) && !known.has(name)) faults.push(`${name} is not a known variable.`);
  const result = schema.safeParse(given);
  if (!result.success) {
    for (const issue of result.error.issues) {
      const name = String(issue.path[0]);
      const about = schema.shape[name as keyof typeof schema.shape]?.description ?? '';
      // A database URL contains a password.
      const value = /SECRET|PASSWORD|TOKEN|LEDGER_KEY/.test(name) ? '…' : redact(JSON.stringify(env[name]));
      faults.push(`${name}=${value} is invalid (${issue.message}). Meaning: ${about}.`);
    }
    throw new ConfigError(faults);
  }
  const parsed = result.data;
  const demo = parsed.DEMO === 'on' || (parsed.DEMO === 'auto' && parsed.NODE_ENV !== 'production');
  if (!demo) {
    if (!parsed.BOT_CHECK_SECRET)
      faults.push('BOT_CHECK_SECRET is required in production; the demo secret is used only with DEMO=on.');
    if (DOCUMENTED_BOT_CHECK_SECRET.test(parsed.BOT_CHECK_SECRET))
      faults.push(
        'BOT_CHECK_SECRET is a test secret from the documentation of the provider: it accepts or rejects everybody.',
      );
    if (!parsed.BOT_CHECK_URL)
      faults.push('BOT_CHECK_URL is required in production; the sandbox is used only with DEMO=on.');
    if (!parsed.BOT_CHECK_SITE_KEY)
      faults.push('BOT_CHECK_SITE_KEY is required in production; the demo key is used only with DEMO=on.');
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'CONTACT_TO', 'LOST_PROPERTY_TO'] as const)
      if (given[name] === undefined)
        faults.push(`${name} is required in production: forms of visitors are sent by mail.`);
    if (given['LEDGER_TO'] === undefined)
      faults.push('LEDGER_TO is required in production: it receives the newest hashes of ledger and audit each day.');
    if (!parsed.LEDGER_KEY)
      faults.push('LEDGER_KEY is required in production; the demo key is used only with DEMO=on.');
    if (!parsed.SECRET_KEY)
      faults.push('SECRET_KEY is required in production; the demo secret is used only with DEMO=on.');
    if (parsed.PHONE_VERIFICATION_MODE !== 'disabled')
      for (const name of ['SMS_URL', 'SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'] as const)
        if (!parsed[name])
          faults.push(`${name} is required in production, unless PHONE_VERIFICATION_MODE is disabled.`);
    if (parsed.PHONE_VERIFICATION_MODE === 'p2a' && !parsed.P2A_NUMBERS)
      faults.push('P2A_NUMBERS is required in production with PHONE_VERIFICATION_MODE=p2a.');
    if (parsed.SITE_URL && !parsed.SITE_URL.startsWith('https://'))
      faults.push('SITE_URL must begin with https:// in production: it carries passwords and sessions.');
    if (!parsed.SITE_URL)
      faults.push('SITE_URL is required in production: canonical links and the origin check use the public address.');
  }
  // The demo's passwords and keys are public.
  if (demo && parsed.DEMO === 'auto' && parsed.HOST && !isLoopback(parsed.HOST))
    faults.push(
      `HOST=${parsed.HOST} would expose the demo, whose passwords are public, to other machines: set NODE_ENV=production for a station, or DEMO=on as well as HOST to run the demo.`,
    );
  if (!isLoopback(parsed.METRICS_HOST) && !parsed.METRICS_TOKEN)
    faults.push('METRICS_TOKEN is required if METRICS_HOST is not a loopback address.');
  if (parsed.DATABASE_OWNER_URL && !parsed.DATABASE_URL)
    faults.push('DATABASE_OWNER_URL requires DATABASE_URL: the same database with the role that serves requests.');
  if (parsed.READ_DATABASE_URL && !parsed.DATABASE_URL)
    faults.push('READ_DATABASE_URL requires DATABASE_URL: it is a standby of that database.');
  for (const [address, ...needed] of PAYMENT_ACCOUNTS) {
    if (!parsed[address]) continue;
    // A demo may also use a provider's own sandbox, with an account there.
    for (const name of needed) if (!parsed[name]) faults.push(`${name} is required with ${address}.`);
    if (!demo && !parsed[address].startsWith('https://'))
      faults.push(`${address} must begin with https:// in production: it carries payments.`);
  }
  if (parsed.STORAGE !== 'disk')
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
      if (!parsed[name]) faults.push(`${name} is required with STORAGE=${parsed.STORAGE}.`);
  const siteUrl = (parsed.SITE_URL || `http://localhost:${parsed.PORT}`).replace(/\/$/, '');
  const advertising = adsOf(parsed, { demo, siteUrl, faults });
  const desk = deskOf(parsed, { demo, siteUrl, faults });
  if (faults.length) throw new ConfigError(faults);
  const store = (value: string, app: string, shop: string) =>
    demoLink(value, demo, `/mobileredirect?appname=${app}&store=${shop}`);
  return {
    ...parsed,
    HOST: parsed.HOST || (demo ? '127.0.0.1' : '0.0.0.0'),
    METRICS_PORT: parsed.METRICS_PORT ?? (parsed.PORT === MAX_PORT ? parsed.PORT - 1 : parsed.PORT + 1),
    // A demo ended by Ctrl-C has no balancer.
    DRAIN_SECONDS: parsed.DRAIN_SECONDS ?? (demo ? 0 : 3),
    demo,
    botCheckWidget: {
      siteKey: parsed.BOT_CHECK_SITE_KEY || DEMO_BOT_CHECK_SITE_KEY,
      scriptUrl:
        parsed.BOT_CHECK_SCRIPT_URL ||
        (demo && !parsed.BOT_CHECK_URL ? '/sandbox/bot-check/turnstile/v0/api.js' : TURNSTILE_SCRIPT),
    },
    siteUrl,
    desk,
    ...advertising,
    // The demo's stand-in serves any publisher.
    AD_FOR_SEARCH_PUBLISHER: parsed.AD_FOR_SEARCH_PUBLISHER || (demo ? 'pub-0000000000000881' : ''),
    links: {
      my903: demoLink(parsed.LINK_MY903, demo, '/outside/my903'),
      tracking: parsed.TRACKING_URL.replace(/\/$/, ''),
      pricing: parsed.LINK_PRICING || '/pricing',
      // A dialog before every visitor's first page, so outside the demo it must be enabled explicitly.
      archiveOffer: demoLink(parsed.LINK_ARCHIVE_OFFER, demo, memberPaths.archiveOffer()),
      social: {
        facebook: demoLink(parsed.LINK_FACEBOOK, demo, '/outside/facebook'),
        youtube: demoLink(parsed.LINK_YOUTUBE, demo, '/outside/youtube'),
        instagram: demoLink(parsed.LINK_INSTAGRAM, demo, '/outside/instagram'),
      },
      apps: {
        toolbar: {
          ios: store(parsed.LINK_TOOLBAR_APP_IOS, 'toolbar', 'ios'),
          android: store(parsed.LINK_TOOLBAR_APP_ANDROID, 'toolbar', 'android'),
          huawei: store(parsed.LINK_TOOLBAR_APP_HUAWEI, 'toolbar', 'huawei'),
        },
        archive: {
          ios: store(parsed.LINK_ARCHIVE_APP_IOS, 'archive', 'ios'),
          android: store(parsed.LINK_ARCHIVE_APP_ANDROID, 'archive', 'android'),
          huawei: store(parsed.LINK_ARCHIVE_APP_HUAWEI, 'archive', 'huawei'),
        },
      },
    },
  };
}

/** Whether a listening address is reachable from this machine only. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Services named by `--services=a,b`. Default: all (the stations only in the demo). */
export function readServices(argv: string[], demo: boolean): Set<Service> {
  const given = argv.find((a) => a.startsWith('--services='))?.slice('--services='.length);
  if (given === undefined) return new Set(SERVICES.filter((s) => demo || s !== 'stations'));
  const names = given.split(',').filter(Boolean);
  const wrong = names.filter((n) => !(SERVICES as readonly string[]).includes(n));
  if (wrong.length || !names.length)
    throw new ConfigError([`--services=${given} contains an unknown service: use ${SERVICES.join(', ')}.`]);
  if (!demo && names.includes('stations'))
    throw new ConfigError(['--services=stations is for the demo; it is rejected in production unless DEMO=on.']);
  return new Set(names as Service[]);
}

/** Whether pages and jobs run in a process separate from the one that listens and serves sound. */
export function hasPageProcess({ PAGE_PROCESS }: Pick<Config, 'PAGE_PROCESS'>, argv: string[], cores: number): boolean {
  if (PAGE_PROCESS !== 'auto') return PAGE_PROCESS === 'on';
  return cores >= 2 && !argv.some((arg) => arg.startsWith('--services='));
}

/** A new token for a demo station at each start, so that no secret is stored in the project. */
export function demoToken(): string {
  return randomBytes(24).toString('base64url');
}
