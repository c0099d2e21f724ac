import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { endOfDays } from '#domain/subscriptions/plan-times.rules.ts';
import { PlanNow } from './plan-now.tsx';

const BOUGHT = new Date('2026-11-30T12:57:00Z');
const DAYS = 250;

type Profile = ComponentProps<typeof PlanNow>['profile'];

function shownAt(now: Date, profile: Profile = null): string {
  const endsAtMs = endOfDays(BOUGHT, DAYS).getTime();
  const plan = {
    id: 1,
    planName: '節目重溫 250 日',
    state: 'running' as const,
    startsAtMs: BOUGHT.getTime(),
    endsAtMs,
  };
  const Component = () => <PlanNow plans={[plan]} profile={profile} nowMs={now.getTime()} methods={[]} method={null} />;
  // What is paid here is a form, which belongs to a route.
  const Page = createRoutesStub([{ path: '/', Component }]);
  const html = renderToStaticMarkup(<Page />);
  return html.replaceAll(/<[^>]+>/g, '');
}

it('counts the days of a plan as they were sold, and names the last', () => {
  expect(shownAt(BOUGHT)).toContain('尚餘 250 日');
  expect(shownAt(new Date('2026-12-01T12:00:00Z'))).toContain('尚餘 249 日');
  expect(shownAt(new Date('2027-08-07T12:00:00Z'))).toContain('今日是最後一日');
});

it('calls no day the last of a plan that is charged on it', () => {
  const renewing = {
    planName: '月費',
    state: 'active',
    card: { scheme: 'visa', last4: '0008', endsOn: '2039-01-31' },
    renewOn: '2027-08-07',
    renewCents: 4_800,
    graceUntilMs: null,
    endsAtMs: endOfDays(BOUGHT, DAYS).getTime(),
    nextPlanName: null,
  } satisfies Profile;
  const chargeDay = new Date('2027-08-07T12:00:00Z');
  expect(shownAt(chargeDay, renewing)).toContain('自動續訂：下次 2027年8月7日');
  expect(shownAt(chargeDay, renewing)).not.toContain('最後一日');
  expect(shownAt(chargeDay, { ...renewing, state: 'stopped' })).toContain('今日是最後一日');
});

it('says that a charge that failed can be paid without a gap, and not that the plan begins with the payment', () => {
  const refused = {
    planName: '月費',
    state: 'grace',
    card: { scheme: 'visa', last4: '0008', endsOn: '2039-01-31' },
    renewOn: '2027-08-08',
    renewCents: 4_800,
    graceUntilMs: endOfDays(BOUGHT, DAYS).getTime(),
    endsAtMs: endOfDays(BOUGHT, DAYS).getTime(),
    nextPlanName: null,
  } satisfies Profile;
  const words = shownAt(new Date('2027-08-07T12:00:00Z'), refused);
  expect(words).toContain('新的日子由原來的到期日之後起計');
  expect(words).not.toContain('由開通一刻起計');
});
