import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { framePolicy, FRAMES } from './frame-policies.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  BOT_CHECK_SECRET: 's'.repeat(40),
  BOT_CHECK_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  BOT_CHECK_SITE_KEY: '0x4AAA',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'a@example.com',
  CONTACT_TO: 'b@example.com',
  LOST_PROPERTY_TO: 'c@example.com',
  LEDGER_TO: 'c@example.com',
  LEDGER_KEY: 'l'.repeat(32),
  SECRET_KEY: 'k'.repeat(40),
  PHONE_VERIFICATION_MODE: 'disabled',
  SITE_URL: 'https://radio.example.com',
};
const SOLD = {
  ...PRODUCTION,
  ADS_URL: 'https://ads.example.net',
  AD_SERVER_TAG_URL: 'https://tag.example.net/gpt.js',
  AD_PREBID_SERVER_URL: 'https://pbs.example.net',
  AD_BIDDERS: '[{"bidder":"someone","params":{"id":1}}]',
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

it('has no advertising in production unless it is asked for, and none of the stand-ins ever', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ ads: null, sandboxAdsPort: null });
  const { ads, sandboxAdsPort } = readConfig(SOLD);
  expect(sandboxAdsPort).toBeNull();
  expect(JSON.stringify(ads)).not.toContain('localhost');
  expect(ads).toMatchObject({ origin: 'https://ads.example.net', frames: { pages: ['https://radio.example.com'] } });
});

it('shows the demo advertising from the ports after its own, and none where it is turned off', () => {
  expect(readConfig({ PORT: '9000' })).toMatchObject({
    ads: { origin: 'http://localhost:9002', port: 9002, sources: ['http://localhost:9003'] },
    sandboxAdsPort: 9003,
  });
  expect(readConfig({ ADS_URL: 'off' }).ads).toBeNull();
  // For a custom host name there is no second one to guess.
  expect(readConfig({ SITE_URL: 'https://demo.example.com' }).ads).toBeNull();
  expect(readConfig({ PORT: '65535' }).ads?.port).toBe(65_533);
});

it.each([
  [{ ADS_URL: 'http://ads.example.net' }, 'https://'],
  [{ AD_SERVER_TAG_URL: 'http://tag.example.net/gpt.js' }, 'https://'],
  [{ AD_BIDDERS: '[{"bidder":"airwaveDemo","params":{"endpoint":"http://b.example.net"}}]' }, 'https://'],
  [{ ADS_URL: 'https://radio.example.com:8443' }, 'a different host name'],
  [{ AD_SERVER_TAG_URL: '' }, 'AD_SERVER_TAG_URL is required'],
  [{ AD_PREBID_SERVER_URL: '' }, 'AD_PREBID_SERVER_URL is required'],
  [{ AD_BIDDERS: 'someone' }, 'must be JSON'],
  [{ AD_BIDDERS: '[{"bidder":"a b"}]' }, 'letters, digits'],
  [{ AD_ORIGINS: "https://a.example 'unsafe-eval'" }, 'must be origins'],
  [{ AD_NETWORK_CODE: 'airwave' }, '/1234567/airwave'],
])('says in a sentence what is wrong: %j', (wrong, words) => {
  expect(faultsOf({ ...SOLD, ...wrong }).join('\n')).toContain(words);
});

it('lets each document load from the origins of the configuration alone, under the pages of the site', () => {
  const { ads } = readConfig({ ...SOLD, AD_ORIGINS: 'https://*.cdn.example.net' });
  const known = /^(https:\/\/(tag|pbs|ads|\*\.cdn)\.example\.net|https:\/\/radio\.example\.com|'[\w-]+'|data:|blob:)$/;
  for (const frame of FRAMES) {
    const rules = framePolicy(frame, ads!).split('; ');
    const sources = rules.filter((rule) => !rule.startsWith('sandbox')).flatMap((rule) => rule.split(' ').slice(1));
    expect(sources.filter((source) => !known.test(source))).toEqual([]);
    expect(rules.find((rule) => rule.startsWith('sandbox'))).not.toContain('top-navigation');
    const scripts = rules.find((rule) => rule.startsWith('script-src')) ?? '';
    // Frames that call bidders or play videos run no third-party scripts, and eval is allowed only in frames without an
    // origin.
    if (frame === 'bidding' || frame === 'video') expect(scripts).toBe(`script-src 'self'`);
    expect(scripts.includes('unsafe-eval')).toBe(frame === 'creative');
  }
});
