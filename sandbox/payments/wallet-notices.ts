import { postToSite, REPEAT_MS, TOLD_TIMEOUT_MS, type ToldSite } from './site-post.ts';
import type { Bank, Behaviour, Deal } from './wallet-bank.ts';

/** A webhook as a provider sends it. */
export interface BuiltNotice {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface NoticeOptions extends ToldSite {
  bank: Bank;
  /** Retry pauses of a webhook that was not accepted. */
  repeatMs?: readonly number[];
  timeoutMs?: number;
  /** `kind`: `paid`, `failed`, or a provider-specific word. Null if no webhook is wanted. */
  build: (deal: Deal, kind: string, isBroken: boolean) => BuiltNotice | null;
  isTaken: (status: number, text: string) => boolean;
}

const TICK_MS = 100;

interface Due {
  id: string;
  kind: string;
  isBroken: boolean;
  atMs: number;
  tries: number;
}

/** Sends webhooks to the shop as its provider would: late, twice, out of order, or with a bad signature. */
export function createNotices({
  bank,
  siteUrl,
  reachedAt,
  repeatMs = REPEAT_MS,
  timeoutMs = TOLD_TIMEOUT_MS,
  build,
  isTaken,
}: NoticeOptions) {
  let due: Due[] = [];

  async function deliver(one: Due): Promise<void> {
    const { id, kind, isBroken, tries } = one;
    const deal = bank.get(id);
    const notice = deal && build(deal, kind, isBroken);
    if (!notice) return;
    const { status, text } = await postToSite({ siteUrl, reachedAt }, notice, AbortSignal.timeout(timeoutMs));
    const pauseMs = repeatMs[tries];
    const isDone = isTaken(status, text);
    bank.note(
      id,
      `sent webhook ${kind}${isBroken ? ' with an invalid signature' : ''}; the shop responded with status ${status}`,
    );
    if (!isDone && !isBroken && pauseMs !== undefined)
      due.push({ ...one, tries: tries + 1, atMs: bank.now().getTime() + pauseMs });
  }

  /**
   * Webhooks of one payment are sent in sequence, so that the last one arrives last; a slow shop delays no other
   * payment.
   */
  const turns = new Map<string, Promise<void>>();
  function tick(): void {
    const nowMs = bank.now().getTime();
    const ripe = due.filter(({ atMs }) => atMs <= nowMs);
    due = due.filter(({ atMs }) => atMs > nowMs);
    for (const one of ripe) {
      const turn: Promise<void> = (turns.get(one.id) ?? Promise.resolve())
        .then(() => deliver(one))
        .catch(() => bank.note(one.id, `could not send webhook ${one.kind}`))
        .then(() => {
          if (turns.get(one.id) === turn) turns.delete(one.id);
        });
      turns.set(one.id, turn);
    }
  }
  const timer = setInterval(tick, TICK_MS);
  timer.unref();

  function queue(id: string, kind: string, { afterMs = 0, isBroken = false } = {}): void {
    due.push({ id, kind, isBroken, atMs: bank.now().getTime() + afterMs, tries: 0 });
    setImmediate(tick);
  }

  return {
    queue,
    tick,
    /** Queues the webhooks of a payment with this behaviour. */
    queuePaid({ id, paid }: Deal, behaviour: Behaviour): void {
      const afterMs = paid ? paid.toldFromMs - paid.atMs : 0;
      if (behaviour === 'never') return;
      if (behaviour === 'failsThenPays') queue(id, 'failed');
      queue(id, 'paid', { afterMs, isBroken: behaviour === 'badSignature' });
      if (behaviour === 'twice') queue(id, 'paid');
      if (behaviour === 'muddled') queue(id, 'failed');
    },
    queueRefunded({ id, paid }: Deal): void {
      if (paid?.behaviour === 'afterRefund') queue(id, 'paid');
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      due = [];
      await Promise.all(turns.values());
    },
  };
}

export type Notices = ReturnType<typeof createNotices>;
