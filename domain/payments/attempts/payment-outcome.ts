import { setTimeout as delay } from 'node:timers/promises';
import { queryAttempt, CLAIM_MS } from './queries.ts';
import {
  isAttemptNumber,
  isForProvider,
  paymentOutcomeOf,
  type PaymentOutcome,
} from '#domain/payments/payments.rules.ts';
import { findAttemptByNumber, findAttempts, findOrder, type AttemptRow } from '#domain/payments/payments.store.ts';
import type { PaymentServices } from '#domain/payments/payments.types.ts';

// What a page may say about an open order: its providers are queried first.

/** Maximum wait: after it the page is rendered without the answer. */
const PATIENCE_MS = 2_500;
/** An answer is reused for this long, so that repeated reloads cause no further queries. */
const ANSWER_HOLDS_MS = 2_000;

interface Question {
  askedAtMs: number;
  isAnswered: boolean;
  /** Whether the provider answered. */
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

/** Whether the provider of an attempt reports its state. The report is recorded. */
async function isHeardOf(services: PaymentServices, attempt: AttemptRow): Promise<boolean> {
  if (!services.gateways[attempt.gateway]?.query) return attempt.state === 'failed';
  const now = services.clock();
  // A charge of a stored card may not have reached the provider yet, so an unknown one proves nothing.
  if (attempt.profileId !== null && now.getTime() - attempt.createdAt.getTime() < CLAIM_MS) return false;
  const { askedAtMs, answer } = ask(services, attempt);
  const patience = new AbortController();
  const leftMs = Math.max(0, askedAtMs + PATIENCE_MS - now.getTime());
  const isOver = delay(leftMs, false, { signal: patience.signal }).catch(() => false);
  return Promise.race([answer, isOver]).finally(() => patience.abort());
}

async function outcomeNow(services: PaymentServices, attempt: AttemptRow): Promise<PaymentOutcome> {
  if (!isForProvider(attempt, services.clock()))
    return paymentOutcomeOf(attempt, { isHeard: true, now: services.clock() });
  const isHeard = await isHeardOf(services, attempt);
  const after = (await findAttemptByNumber(services.db, attempt.number)) ?? attempt;
  return paymentOutcomeOf(after, { isHeard, now: services.clock() });
}

/** Queries the provider of one attempt, whose payer has returned or is waiting. */
export async function queryNow(services: PaymentServices, number: string): Promise<PaymentOutcome> {
  const attempt = isAttemptNumber(number) ? await findAttemptByNumber(services.db, number) : null;
  return attempt ? outcomeNow(services, attempt) : 'unknown';
}

/**
 * What is known of an open order from all its attempts. Attempts whose outcome only a provider knows are queried.
 * `waitsFor`: the attempt whose provider did not answer.
 */
export async function queryOrder(
  services: PaymentServices,
  orderId: number,
): Promise<{ outcome: PaymentOutcome; waitsFor: Pick<AttemptRow, 'number' | 'gateway'> | null }> {
  const attempts = await findAttempts(services.db, orderId);
  const outcomes = await Promise.all(attempts.map((attempt) => outcomeNow(services, attempt)));
  const order = await findOrder(services.db, orderId);
  if (order?.state !== 'open') return { outcome: order?.state === 'paid' ? 'paid' : 'unknown', waitsFor: null };
  const unknown = attempts.findLast((_attempt, i) => outcomes[i] !== 'unpaid');
  return unknown ? { outcome: 'unknown', waitsFor: unknown } : { outcome: 'unpaid', waitsFor: null };
}
