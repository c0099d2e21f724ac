import type { Db, Tx } from '#db/database.ts';
import { lockAccount, type Attempt, type StoredCard } from '#domain/payments/payments.ts';
import { dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { nextOfCalendar } from './plan-times.rules.ts';
import { findLiveTimes } from './plan-times.store.ts';
import { getPlan } from './plans.ts';
import { findLastProfile, findLiveProfile, findOwner, lockProfile, type ProfileRow } from './profiles.store.ts';
import { renewalPrice } from './profiles.rules.ts';

// Recurring profiles: `renewals` and `buying` change them under the lock of the billing account.

export {
  cardOf,
  claimDue,
  deleteErasedProfiles,
  findLastProfile,
  findLiveProfile,
  findProfileOfAgreement,
  findSchedules,
  findSetUpNumbers,
  findStopping,
  findTokensLeft,
  freeDeadClaims,
  insertProfile,
  letGo,
  lockProfile,
  stopLiveProfiles,
  updateProfile,
  type ProfileRow,
} from './profiles.store.ts';

/** Fields of a card that can be charged again; null if the method cannot. */
export function cardFields(card: StoredCard | null, gateway: Attempt['gateway']) {
  if (card === null || (gateway !== 'mpgs' && gateway !== 'paydollar')) return null;
  return {
    gateway,
    gatewayToken: card.token,
    gatewayAgreement: card.agreement,
    cardScheme: card.scheme,
    cardLast4: card.last4,
    cardEndsOn: card.endsOn,
  };
}

export interface ShownProfile {
  id: number;
  planId: number;
  planName: string;
  state: ProfileRow['state'];
  cardScheme: string;
  cardLast4: string;
  cardEndsOn: DayHk;
  renewOn: DayHk | null;
  renewCents: number;
  graceUntil: Date | null;
  nextPlanName: string | null;
  /** End of paid time or of grace. */
  endsAt: Date | null;
}

/** Of a card charged by the provider's own schedule. */
const calendarDay = ({ createdAt, periodMonths }: ProfileRow, now: Date): DayHk =>
  nextOfCalendar(dayHkOf(createdAt), periodMonths, dayHkOf(now));

/** A member's current or last recurring profile. A stop that waits for a batch is shown as stopping. */
export async function findProfile({ db, now }: { db: Db; now: Date }, memberId: number): Promise<ShownProfile | null> {
  const profile = (await findLiveProfile(db, memberId)) ?? (await findLastProfile(db, memberId));
  if (profile === null) return null;
  const plan = await getPlan(db, profile.planId);
  const next = profile.nextPlanId === null ? null : await getPlan(db, profile.nextPlanId);
  const times = await findLiveTimes(db, memberId, now);
  const isStopping = profile.stopAskedAt !== null && profile.state !== 'stopped';
  return {
    id: profile.id,
    planId: plan.id,
    planName: plan.name,
    state: isStopping ? 'stopping' : profile.state,
    cardScheme: profile.cardScheme,
    cardLast4: profile.cardLast4,
    cardEndsOn: profile.cardEndsOn,
    renewOn: profile.renewOn ?? (profile.state === 'active' ? calendarDay(profile, now) : null),
    renewCents: renewalPrice((next ?? plan).priceCents, profile.creditCents).dueCents,
    graceUntil: profile.graceUntil,
    nextPlanName: next?.name ?? null,
    endsAt: times.at(-1)?.endsAt ?? null,
  };
}

/** Locks the owner's account and then the profile. `known`: the owner, who never changes. */
export async function lockProfileOf(tx: Tx, id: number, known?: number): Promise<ProfileRow | null> {
  const owner = known ?? (await findOwner(tx, id));
  if (owner === null) return null;
  await lockAccount(tx, owner);
  return lockProfile(tx, id);
}
