import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsSandbox } from '#sandbox/dns.ts';
import { dnsMailDomains } from './mail-domains.ts';

let sandbox: Awaited<ReturnType<typeof dnsSandbox>>;
beforeAll(async () => {
  sandbox = await dnsSandbox(0);
});
afterAll(() => sandbox.stop());

const asked = (over: object = {}) =>
  dnsMailDomains({ servers: [`127.0.0.1:${sandbox.port}`], timeoutMs: 200, ...over });

describe('what a name server says of a domain', () => {
  it.each([
    ['ok.test', 'accepts', 'it has an exchange'],
    ['OK.Test.', 'accepts', 'letters of both cases and a last dot are one name'],
    ['aonly.test', 'accepts', 'without an exchange its own address is one (RFC 5321)'],
    ['aaaaonly.test', 'accepts', 'also a newer one'],
    ['oddmx.test', 'accepts', 'an exchange beside a null one counts'],
    ['nullmx.test', 'noMailExchange', 'it says that it takes no mail (RFC 7505)'],
    ['nodata.test', 'noMailExchange', 'the name has nothing'],
    ['private.test', 'noMailExchange', 'its exchange is where no mail of the world goes'],
    ['nxdomain.test', 'invalid', 'there is no such name'],
    ['servfail.test', 'unknown', 'the server fails, and nobody is refused for that'],
    ['slow.test', 'unknown', 'nobody answers, and nobody is refused for that'],
  ])('%s: %s, as %s', async (domain, verdict) => {
    expect(await asked().check(domain)).toBe(verdict);
  });

  it.each(['', 'nodots', 'a..b', '-a.hk', 'a_b.hk', '127.0.0.1', `${'a'.repeat(64)}.hk`, `${'a.'.repeat(127)}hkg`])(
    '%s is no domain, and no server is asked',
    async (domain) => {
      expect(await dnsMailDomains({ servers: ['127.0.0.1:1'], timeoutMs: 200 }).check(domain)).toBe('invalid');
    },
  );
});

it('refuses nobody while the name servers are unavailable', async () => {
  const closed = await dnsSandbox(0);
  await closed.stop();
  expect(await dnsMailDomains({ servers: [`127.0.0.1:${closed.port}`], timeoutMs: 200 }).check('ok.test')).toBe(
    'unknown',
  );
});

it('keeps an answer for its time, and one that is unknown for a minute only', async () => {
  const first = await dnsSandbox(0);
  let nowMs = 0;
  const domains = dnsMailDomains({ servers: [`127.0.0.1:${first.port}`], timeoutMs: 200, nowMs: () => nowMs });
  expect(await domains.check('ok.test')).toBe('accepts');
  expect(await domains.check('servfail.test')).toBe('unknown');
  await first.stop();
  nowMs = 59_000;
  expect(await domains.check('ok.test')).toBe('accepts');
  nowMs = 23 * 3_600_000;
  expect(await domains.check('ok.test')).toBe('accepts');
  nowMs = 25 * 3_600_000;
  expect(await domains.check('ok.test')).toBe('unknown');
});
