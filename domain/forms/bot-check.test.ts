import { beforeEach, expect, it } from 'vitest';
import type { BotVerdict } from '#shared/outside/bot-check.ts';
import { checkForm } from './fields.rules.ts';
import { openTicket, verifyBotCheck, type BotCheckServices } from './bot-check.ts';
import { botToken } from './bot-check.rules.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const page = { now: NOW, remoteIp: '203.0.113.7', mayUseTicket: true };
const call = { now: NOW, remoteIp: '203.0.113.7' };
let verdict: BotVerdict;
let taken: Set<string>;
const services: BotCheckServices = {
  botCheck: { verify: async () => verdict },
  ticketKey: 'key',
  takeTicket: async (name) => !taken.has(name) && taken.add(name).has(name),
};
beforeEach(() => {
  verdict = { verdict: 'passed' };
  taken = new Set();
});

const ticketOf = (ageMs: number) => openTicket(services, new Date(NOW.getTime() - ageMs));
const prove = (given: Record<string, unknown>, from: typeof call = page) =>
  verifyBotCheck(services, 'register', given, from);
const refused = { faults: [{ field: 'turnstileToken', code: 'botCheck' }] };

it('lets pass whose token is good, and nobody whose token is refused, whatever ticket comes with it', async () => {
  expect(await prove({ turnstileToken: 'good' }, call)).toBe('passed');
  verdict = { verdict: 'refused', reasons: [] };
  await expect(prove({ turnstileToken: 'bad', ticket: ticketOf(60_000) })).rejects.toMatchObject(refused);
  verdict = { verdict: 'unavailable', reason: '' };
  await expect(prove({ turnstileToken: 'good' })).rejects.toMatchObject({ errorName: 'unavailable' });
});

it('takes a ticket once, from a page alone, and neither fresh, old nor forged', async () => {
  const ticket = ticketOf(60_000);
  await expect(prove({ ticket }, call)).rejects.toMatchObject(refused);
  expect(await prove({ turnstileToken: '', ticket })).toBe('ticket');
  for (const worthless of [ticket, ticketOf(1_000), ticketOf(13 * 3_600_000), `${ticketOf(60_000)}x`, undefined])
    await expect(prove({ ticket: worthless })).rejects.toMatchObject(refused);
});

it('refuses what fills in the field that people do not see', async () => {
  await expect(prove({ turnstileToken: 'good', website: 'http://spam.example' })).rejects.toMatchObject(refused);
});

it('asks for a token among the fields, where no ticket of a page without scripts stands in', () => {
  const faultsOf = (given: object) => checkForm({ turnstileToken: botToken }, { ...given }, NOW).faults;
  expect(faultsOf({})).toEqual(refused.faults);
  expect(faultsOf({ turnstileToken: 'x'.repeat(5_000) })).toEqual(refused.faults);
  expect(faultsOf({ turnstileToken: '', ticket: 'any' })).toEqual([]);
});
