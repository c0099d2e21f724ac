import { expect, it } from 'vitest';
import { ACCOUNT_SID, AUTH_TOKEN } from '#tests/factories/accounts/phone-site.ts';
import { phoneSiteOfFile } from '#tests/factories/accounts/phone-site-visit.ts';

const phones = phoneSiteOfFile();
const { ask, asMember, sendSms, press } = phones;

it('shows every way of proving a phone in one demo: the page of the stand-in has a switch', async () => {
  await asMember('91230001');
  const begin = () => ask('userinfo/createP2AVerifyRequestOnCurrent');
  expect(await begin()).toMatchObject({ code: 220001 });
  await press('way', { way: 'p2a' });
  expect(await begin()).toMatchObject({ status: 200 });
  expect(await (await fetch(`${phones.site().url}/sandbox/phones`)).text()).toContain('<option value="p2a" selected>');
  expect((await press('way', { way: 'x' })).status).toBe(404);
  await press('way', { way: 'a2p' });
  expect(await sendSms()).toMatchObject({ status: 200 });
});

it('shows texts on a page that runs nothing, whatever they say', async () => {
  const evil = '<script>alert(1)</script>"\'&';
  await press('in/text', { from: evil, to: '+85230000881', body: evil });
  const page = await fetch(`${phones.site().url}/sandbox/phones?number=${encodeURIComponent(evil)}`);
  const html = await page.text();
  expect(html).not.toContain('<script>');
  expect(html).toContain('&#60;script&#62;');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  // Its token is public, so it must not be usable to send requests elsewhere.
  const form = { To: '+85291230001', From: '+85230008810', Body: 'x', StatusCallback: 'http://127.0.0.1:1/steal' };
  const authorization = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`;
  const messages = `${phones.site().url}/sandbox/phones/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`;
  const sent = await fetch(messages, { method: 'POST', body: new URLSearchParams(form), headers: { authorization } });
  expect(sent.status).toBe(201);
  const refused = await fetch(messages, { method: 'POST', body: new URLSearchParams(form) });
  expect(refused.status).toBe(401);
});
