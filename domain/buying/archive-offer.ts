import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { listPlans, type Plan } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';

// The archive offer: its page requests a token every three minutes while open (K-025). A purchase with a token
// costs the price shown, and its result is polled as for an offer (K-026, K-027).

const TOKEN_EVERY_MS = 180_000;
const TOKEN_LIFE_MS = 300_000;

interface Offered {
  planId: number;
  priceCents: number;
}

const macOf = (secretKey: string, said: string): Buffer =>
  createHmac('sha256', secretKey).update(`archive offer ${said}`).digest();

/** The offered plan: the first one that is paid once. */
async function planOffered({ db, now }: { db: Db; now: Date }): Promise<Plan> {
  const plan = (await listPlans({ db, now })).find(({ kind, eligible }) => kind === 'once' && eligible === 'all');
  if (!plan) throw new DomainError('planNotFound');
  return plan;
}

/** The current offer, with a token valid for five minutes and the refresh interval. */
export async function archiveOffer(
  { db, secretKey }: { db: Db; secretKey: string },
  now: Date,
): Promise<{ token: string; plan: Plan; expiresAt: Date; everyMs: number }> {
  const plan = await planOffered({ db, now });
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
  const said = `${plan.id}.${plan.priceCents}.${expiresAt.getTime()}`;
  const token = `${said}.${macOf(secretKey, said).toString('base64url')}`;
  return { token, plan, expiresAt, everyMs: TOKEN_EVERY_MS };
}

/** The content of a token; throws 20008 if invalid or expired. */
export function offeredBy(secretKey: string, token: string, now: Date): Offered {
  const [, said = '', planId, priceCents, expiresMs, mac = ''] =
    /^((\d{1,9})\.(\d{1,9})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? [];
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secretKey, said)];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(expiresMs) <= now.getTime())
    throw new DomainError('planNotFound', 'the offer has expired');
  return { planId: Number(planId), priceCents: Number(priceCents) };
}
