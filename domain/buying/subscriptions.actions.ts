import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { findAccount } from '#domain/auth/auth.ts';
import { confirmStopByHand, resumeByHand } from '#domain/renewals/renewals.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { addDaysHk, dayHkOf, instantHk } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { DAYS_ALONE, MAX_CREDIT_DAYS, MAX_DAYS_GIVEN, MEMBERS_ALONE } from './by-hand.rules.ts';
import { askOutageCredit, givenAlone, giveTime } from './by-hand.ts';

const MEMBERS_AT_ONCE = 50;

const id = z.number().int().min(1).max(MAX_ID);

const creditInput = z
  .object({
    name: z
      .string()
      .regex(/^[a-z0-9-]{3,40}$/)
      .describe('Of the outage, which is credited once under it'),
    starts_on: dayHk().describe('First Hong Kong day of the outage'),
    ends_on: dayHk().describe('Last Hong Kong day of the outage'),
    days: z.number().int().min(1).max(MAX_CREDIT_DAYS),
    said: z.string().trim().min(1).max(300).describe('Mailed to the members'),
  })
  .refine(({ starts_on: from, ends_on: to }) => from <= to, { path: ['ends_on'], error: 'is before the start' });

const spanOf = ({ starts_on: from, ends_on: to }: z.output<typeof creditInput>) => ({
  from: instantHk(from, 0),
  to: instantHk(addDaysHk(to, 1), 0),
});

/** Staff actions with the plan time of members. */
export const subscriptionActions = (): StaffAction[] => [
  staffAction({
    name: 'subscriptions.give',
    permission: 'members.give-time',
    input: z.object({
      member_ids: z.array(id).min(1).max(MEMBERS_AT_ONCE),
      plan_id: id,
      days: z.number().int().min(1).max(MAX_DAYS_GIVEN),
    }),
    assigned: ['subscriptionId'],
    secondPerson: {
      permission: 'money.approve',
      // Splitting what needs two persons needs them too.
      async isNeeded(tx, { hand, now }, { member_ids: ids, days }) {
        if (new Set(ids).size > 1 || days > DAYS_ALONE) return true;
        const given = await givenAlone(tx, hand.who, now);
        const others = new Set(given.map(({ memberId }) => memberId)).add(ids[0]!);
        const ofMember = given.filter(({ memberId }) => memberId === ids[0]);
        return others.size > MEMBERS_ALONE || ofMember.reduce((sum, one) => sum + one.days, days) > DAYS_ALONE;
      },
    },
    async run(tx, { hand, now }, { member_ids: ids, plan_id: planId, days }) {
      // In order of ids: two runs lock the same accounts in the same order.
      for (const memberId of [...new Set(ids)].toSorted((a, b) => a - b))
        await giveTime(tx, hand, { memberId, planId, days }, now);
    },
  }),
  staffAction({
    name: 'subscriptions.resume',
    permission: 'members.help',
    input: z.object({ member_id: id }),
    async run(tx, { hand, now }, { member_id: memberId }) {
      if (!(await findAccount(tx, memberId)))
        throw new DomainError('dataNotFound', `member ${memberId} does not exist`);
      await resumeByHand(tx, hand, memberId, now);
    },
  }),
  staffAction({
    name: 'subscriptions.confirm-stop',
    permission: 'members.help',
    input: z.object({ member_id: id }),
    async run(tx, { hand, now }, { member_id: memberId }) {
      if (!(await findAccount(tx, memberId)))
        throw new DomainError('dataNotFound', `member ${memberId} does not exist`);
      await confirmStopByHand(tx, hand, memberId, now);
    },
  }),
  staffAction({
    name: 'subscriptions.credit-outage',
    permission: 'members.give-time',
    input: creditInput,
    // Plans begin and end between what was shown and what is done.
    momentary: ['members'],
    secondPerson: {
      permission: 'money.approve',
      // How many members it concerns is not known until it is done.
      isNeeded: () => true,
    },
    async run(tx, { hand, now }, input) {
      const { name, days, said } = input;
      if (input.ends_on > dayHkOf(now)) throw impossible('outage-not-past');
      const members = await askOutageCredit(tx, hand, { name, ...spanOf(input), days, said }, now);
      return { result: { members } };
    },
  }),
];
