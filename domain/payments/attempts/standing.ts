import { setTimeout as delay } from 'node:timers/promises';
import { queryAttempt, CLAIM_MS } from './queries.ts';
import { isAttemptNumber, isForProvider, standingOf, type Standing } from '#domain/payments/payments.rules.ts';
import { findAttemptByNumber, findAttempts, findOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';

// What a page may say of an order that is open: its providers are asked before it says anything.

/** A page that takes no longer is drawn without the answer. */
const PATIENCE_MS = 2_500;
/** Pages that are loaded again and again ask a provider no more often. */
const ANSWER_HOLDS_MS = 2_000;

interface Question {
  askedAtMs: number;
  isAnswered: boolean;
  /** Whether the provider said anything. */
  answer: Promise<boolean>;
}
const questionsOf = new WeakMap<PaymentServices['gateways'], Map<number, Question>>();

function ask(services: PaymentServices, attempt: AttemptRow): Question {
  const questions = questionsOf.get(services.gateways) ?? new Map<number, Question>();
  questionsOf.set(services.gateways, questions);
  const nowMs = services.clock().getTime();
  for (const [id, { askedAtMs, isAnswered }] of questions)
    if (isAnswered && nowMs - askedAtMs >= ANSWER_HOLDS_MS) questions.delete(id);
  const before = questions.get(attempt.id);
  if (before) return before;
  const answer = queryAttempt(services, attempt).then((said) => said !== null && said !== 'silent');
  const question: Question = { askedAtMs: nowMs, isAnswered: false, answer };
  const end = () => void (question.isAnswered = true);
  answer.then(end, end);
  questions.set(attempt.id, question);
  return question;
}

/** Whether the provider of an attempt says how it stands. What it says is recorded. */
async function isHeardOf(services: PaymentServices, attempt: AttemptRow): Promise<boolean> {
  if (!services.gateways[attempt.gateway]?.query) return attempt.state === 'failed';
  const now = services.clock();
  // A charge of a stored card may still be on its way there: that nothing is known of it says nothing yet.
  if (attempt.profileId !== null && now.getTime() - attempt.createdAt.getTime() < CLAIM_MS) return false;
  const { askedAtMs, answer } = ask(services, attempt);
  const patience = new AbortController();
  const leftMs = Math.max(0, askedAtMs + PATIENCE_MS - now.getTime());
  const isOver = delay(leftMs, false, { signal: patience.signal }).catch(() => false);
  return Promise.race([answer, isOver]).finally(() => patience.abort());
}

async function standingNow(services: PaymentServices, attempt: AttemptRow): Promise<Standing> {
  if (!isForProvider(attempt, services.clock())) return standingOf(attempt, { isHeard: true, now: services.clock() });
  const isHeard = await isHeardOf(services, attempt);
  const after = (await findAttemptByNumber(services.db, attempt.number)) ?? attempt;
  return standingOf(after, { isHeard, now: services.clock() });
}

/** Asks the provider of one attempt, as its payer came back or waits. */
export async function queryNow(services: PaymentServices, number: string): Promise<Standing> {
  const attempt = isAttemptNumber(number) ? await findAttemptByNumber(services.db, number) : null;
  return attempt ? standingNow(services, attempt) : 'unknown';
}

/**
 * What is known of an order that is open, by all of its attempts: each that a provider alone knows of is asked about.
 * `waitsFor`: whose provider did not say.
 */
export async function queryOrder(
  services: PaymentServices,
  orderId: number,
): Promise<{ standing: Standing; waitsFor: Pick<AttemptRow, 'number' | 'gateway'> | null }> {
  const attempts = await findAttempts(services.db, orderId);
  const standings = await Promise.all(attempts.map((attempt) => standingNow(services, attempt)));
  const order = await findOrder(services.db, orderId);
  if (order?.state !== 'open') return { standing: order?.state === 'paid' ? 'paid' : 'unknown', waitsFor: null };
  const unknown = attempts.findLast((_attempt, i) => standings[i] !== 'unpaid');
  return unknown ? { standing: 'unknown', waitsFor: unknown } : { standing: 'unpaid', waitsFor: null };
}
