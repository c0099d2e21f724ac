import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { listPlans, type Plan } from '#domain/subscriptions/subscriptions.ts';
import { DomainError } from '#shared/domain-error.ts';

// The offer of the archive: a page that shows it asks for a token every three minutes while it is open (K-025). Bought
// with a token, the price is the one that was shown, and its result is waited for as an offer's is (K-026, K-027).

const TOKEN_EVERY_MS = 180_000;
const TOKEN_LIFE_MS = 300_000;

interface Offered {
  planId: number;
  priceCents: number;
}

const macOf = (secretKey: string, said: string): Buffer =>
  createHmac('sha256', secretKey).update(`archive offer ${said}`).digest();

/** The plan of the offer: the first that is paid once. */
async function planOffered({ db, now }: { db: Db; now: Date }): Promise<Plan> {
  const plan = (await listPlans({ db, now })).find(({ kind, eligible }) => kind === 'once' && eligible === 'all');
  if (!plan) throw new DomainError('planNotFound');
  return plan;
}

/** What is offered now, with a token that stands for it for five minutes, and how often who shows it asks anew. */
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

/** What a token stands for; 20008 where it is none of ours, or too old. */
export function offeredBy(secretKey: string, token: string, now: Date): Offered {
  const [, said = '', planId, priceCents, expiresMs, mac = ''] =
    /^((\d{1,9})\.(\d{1,9})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? [];
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(secretKey, said)];
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(expiresMs) <= now.getTime())
    throw new DomainError('planNotFound', 'this offer is shown no more');
  return { planId: Number(planId), priceCents: Number(priceCents) };
}
