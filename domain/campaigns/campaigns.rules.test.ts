import { describe, expect, it } from 'vitest';
import {
  CampaignStatus,
  daysFrom,
  faultOfAsked,
  freeAround,
  isOpen,
  mayDeliver,
  owedBack,
  perMilleOf,
  statusOf,
  takesReturn,
} from './campaigns.rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const CAMPAIGN = { opensAt: at(10), closesAt: at(20), endedAt: null, targetCents: 1_000, collectedCents: 0 };
const tier = (total: number | null, sold: number) => ({ kind: 'tier' as const, total, sold });

describe('the six states, the first that fits', () => {
  const open = [tier(10, 0), tier(null, 0)];
  it.each([
    ['ended, sold out or not', CAMPAIGN, [tier(10, 10)], at(20), CampaignStatus.CAMPAIGN_END],
    ['ended before its time', { ...CAMPAIGN, endedAt: at(12) }, open, at(13), CampaignStatus.CAMPAIGN_END],
    ['sold out, also before it opens', CAMPAIGN, [tier(10, 10)], at(9), CampaignStatus.CAMPAIGN_SOLDOUT],
    ['not begun', CAMPAIGN, open, at(9), CampaignStatus.PROCESSING],
    [
      'limited tiers full, target reached or not',
      { ...CAMPAIGN, collectedCents: 2_000 },
      [tier(10, 10), tier(null, 5)],
      at(15),
      CampaignStatus.QUOTA_REACH,
    ],
    ['target reached', { ...CAMPAIGN, collectedCents: 1_000 }, open, at(15), CampaignStatus.TARGET_REACH],
    ['a cent short of it', { ...CAMPAIGN, collectedCents: 999 }, open, at(15), CampaignStatus.CAMPAIGN_START],
    ['running from its first instant', CAMPAIGN, open, at(10), CampaignStatus.CAMPAIGN_START],
    ['without a target', { ...CAMPAIGN, targetCents: null }, open, at(15), CampaignStatus.CAMPAIGN_START],
  ])('%s', (_name, campaign, items, now, status) => expect(statusOf(campaign, items, now)).toBe(status));

  it('counts neither deliveries nor more money as things that are sold out', () => {
    const items = [tier(1, 0), { kind: 'delivery' as const, total: null, sold: 0 }];
    expect(statusOf(CAMPAIGN, [tier(1, 1), items[1]!], at(15))).toBe(CampaignStatus.CAMPAIGN_SOLDOUT);
  });
  it('sells from its first instant to before its last', () => {
    expect([at(9), at(10), at(20)].map((now) => isOpen(CAMPAIGN, now))).toEqual([false, true, false]);
  });
});

it('never says that a target is reached before it is', () => {
  expect(perMilleOf(99_999_999, 100_000_000)).toBe(999);
  expect(perMilleOf(100_000_000, 100_000_000)).toBe(1_000);
  expect(perMilleOf(150_000_000, 100_000_000)).toBe(1_500);
});

it('offers the nearest days that are free', () => {
  const days = daysFrom('2026-12-30', 5);
  expect(days).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03']);
  const taken = new Set(['2026-12-31', '2027-01-01']);
  expect(freeAround('2026-12-31', { days, taken }, 2)).toEqual(['2026-12-30', '2027-01-02']);
});

describe('what may be asked for together', () => {
  const item = { id: 1, kind: 'tier' as const, cents: 100, maxQuantity: 5, choosesDay: false, reach: null };
  const dayTier = { ...item, id: 2, maxQuantity: 1, choosesDay: true };
  const goods = { ...item, id: 3, kind: 'goods' as const };
  const post = { ...item, id: 4, kind: 'delivery' as const, reach: 'here' as const };
  const extra = { ...item, id: 5, kind: 'extra' as const };
  const around = { days: ['2027-01-01', '2027-01-02'], maxPerBuyer: 4, boughtBefore: 3 };
  const line = (one: Parameters<typeof faultOfAsked>[0][number]['item'], quantity = 1, unit: string | null = null) => ({
    item: one,
    quantity,
    unit,
  });
  it.each([
    ['a tier', [line(item, 5)], null],
    ['a tier and some money more', [line(item), line(extra, 3)], null],
    ['money alone', [line(extra)], 'nothing'],
    ['nothing', [], 'nothing'],
    ['more than there may be of one', [line(item, 6)], 'quantity'],
    ['half a thing', [line(item, 0.5)], 'quantity'],
    ['the same line twice', [line(item), line(item)], 'quantity'],
    ['a day', [line(dayTier, 1, '2027-01-02')], null],
    ['a day of another year', [line(dayTier, 1, '2026-01-02')], 'day'],
    ['no day where one belongs', [line(dayTier)], 'day'],
    ['a day where none belongs', [line(item, 1, '2027-01-02')], 'day'],
    ['goods with their delivery', [line(goods), line(post)], null],
    ['goods without delivery', [line(goods)], 'delivery'],
    ['delivery of nothing', [line(item), line(post)], 'delivery'],
    ['more goods than one buyer may have', [line(goods, 2), line(post)], 'tooMany'],
  ])('%s', (_name, lines, fault) => expect(faultOfAsked(lines, around)).toBe(fault));
});

describe('what goes back where a campaign fails', () => {
  const paid = (over: object = {}) => ({ kind: 'tier' as const, unit: null, cents: 1_000, returnedCents: 0, ...over });
  const none = { days: 10, played: new Set<string>(), isSent: false };
  it('is all of it before anything was on air, less what went back before', () => {
    expect(owedBack([paid(), paid({ unit: '2027-01-01' }), paid({ returnedCents: 400 })], none)).toEqual([
      1_000, 1_000, 600,
    ]);
  });
  it('is the share of the days that were never on air, to the cent in the supporter’s favour', () => {
    const played = new Set(['2027-01-01', '2027-01-02', '2027-01-03']);
    expect(owedBack([paid({ cents: 999 }), paid({ cents: 999, returnedCents: 500 })], { ...none, played })).toEqual([
      700, 499,
    ]);
  });
  it('is nothing of a day that was on air, and all of one that was not', () => {
    const played = new Set(['2027-01-01']);
    expect(owedBack([paid({ unit: '2027-01-01' }), paid({ unit: '2027-01-02' })], { ...none, played })).toEqual([
      0, 1_000,
    ]);
  });
  it('is nothing of goods that were sent, nor of their postage', () => {
    const goods = [paid({ kind: 'goods' }), paid({ kind: 'delivery' })];
    expect(owedBack(goods, { ...none, days: null })).toEqual([1_000, 1_000]);
    expect(owedBack(goods, { ...none, days: null, isSent: true })).toEqual([0, 0]);
  });
});

it('asks a wallet for no refund after its time, and of JETCO for none', () => {
  expect(takesReturn('card', at(1), at(89))).toBe(true);
  expect(takesReturn('payme', at(1), at(90))).toBe(true);
  expect(takesReturn('payme', at(1), at(91))).toBe(false);
  expect(takesReturn('jetco', at(1), at(1))).toBe(false);
});

it('lets goods go forward, and back to the beginning alone', () => {
  expect(mayDeliver('waiting', 'sent')).toBe(true);
  expect(mayDeliver('sent', 'packed')).toBe(false);
  expect(mayDeliver('sent', 'waiting')).toBe(true);
  expect(mayDeliver('none', 'packed')).toBe(false);
});
