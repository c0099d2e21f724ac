import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '#server/operations/backlog.ts';

/** A scrape runs one query for all gauges. If it times out, none is reported. */
const FRESH_MS = 1_000;
const TIMEOUT_MS = 2_000;

type Sample = readonly [labels: Record<string, string>, value: number];

const GAUGES: readonly { name: string; help: string; labelNames?: string[]; samples: (of: Backlog) => Sample[] }[] = [
  {
    name: 'jobs_due',
    help: 'Jobs whose time has come and that no worker took yet',
    samples: ({ jobs }) => [[{}, jobs.due]],
  },
  {
    name: 'jobs_oldest_due_seconds',
    help: 'How long the oldest of them waits',
    samples: ({ jobs }) => [[{}, jobs.oldestDueSeconds]],
  },
  {
    name: 'jobs_locked',
    help: 'Jobs that a worker has taken',
    samples: ({ jobs }) => [[{}, jobs.locked]],
  },
  {
    name: 'jobs_oldest_lock_seconds',
    help: 'How long the first of them is taken: minutes are a worker that was killed',
    samples: ({ jobs }) => [[{}, jobs.oldestLockSeconds]],
  },
  {
    name: 'jobs_failing',
    help: 'Jobs that failed: those tried again later, and those given up',
    labelNames: ['task', 'state'],
    samples: ({ jobs }) =>
      jobs.failing.map(({ task, isGivenUp, jobs: many }) => [
        { task, state: isGivenUp ? 'given up' : 'retried' },
        many,
      ]),
  },
  {
    name: 'mails_waiting',
    help: 'Mails that were not sent yet: those tried again, and those given up',
    labelNames: ['state'],
    samples: ({ mails }) => [
      [{ state: 'retried' }, mails.waiting],
      [{ state: 'given up' }, mails.givenUp],
    ],
  },
  {
    name: 'mails_oldest_waiting_seconds',
    help: 'How long the oldest mail waits that is still tried',
    samples: ({ mails }) => [[{}, mails.oldestSeconds]],
  },
  {
    name: 'hook_notices_waiting',
    help: 'What providers told us that is not handled yet: on its way, or failed at least once',
    labelNames: ['provider', 'kind', 'state'],
    samples: ({ notices }) =>
      notices.flatMap(({ provider, kind, notices: all, failed }): Sample[] => [
        [{ provider, kind, state: 'waiting' }, all - failed],
        [{ provider, kind, state: 'failing' }, failed],
      ]),
  },
  {
    name: 'hook_notices_oldest_waiting_seconds',
    help: 'How long the oldest of them waits',
    labelNames: ['provider', 'kind'],
    samples: ({ notices }) => notices.map(({ provider, kind, oldestSeconds }) => [{ provider, kind }, oldestSeconds]),
  },
  {
    name: 'texts_last_hour',
    help: 'Texts of the last hour, by whose share of SMS_PER_HOUR they are and how far the carrier says they got',
    labelNames: ['share', 'delivery'],
    samples: ({ phones }) => phones.texts.map(({ share, delivery, texts }) => [{ share, delivery }, texts]),
  },
  {
    name: 'voice_codes_last_hour',
    help: 'Verifications of the last hour that were called, by how far the last call got',
    labelNames: ['delivery'],
    samples: ({ phones }) => phones.calls.map(({ delivery, calls }) => [{ delivery: delivery ?? 'unknown' }, calls]),
  },
  {
    name: 'phone_verifications_last_hour',
    help: 'Verifications by call, text or voice that began in the last hour, by how they stand',
    labelNames: ['state'],
    samples: ({ phones }) => phones.requests.map(({ state, requests }) => [{ state }, requests]),
  },
  {
    name: 'payment_attempts_last_hour',
    help: 'Attempts of the last hour to have an order paid, by provider and how they stand',
    labelNames: ['gateway', 'state'],
    samples: ({ payments }) => payments.attempts.map(({ gateway, state, attempts }) => [{ gateway, state }, attempts]),
  },
  {
    name: 'payment_attempts_unknown',
    help: 'Attempts of which nobody knows yet whether they were paid',
    labelNames: ['gateway'],
    samples: ({ payments }) => payments.unknown.map(({ gateway, attempts }) => [{ gateway }, attempts]),
  },
  {
    name: 'payment_attempts_unknown_oldest_seconds',
    help: 'How long ago the oldest of them began',
    labelNames: ['gateway'],
    samples: ({ payments }) => payments.unknown.map(({ gateway, oldestSeconds }) => [{ gateway }, oldestSeconds]),
  },
  {
    name: 'orders_paid_and_not_given',
    help: 'Orders whose money came and whose product did not',
    samples: ({ payments }) => [[{}, payments.unfulfilled.orders]],
  },
  {
    name: 'orders_paid_and_not_given_oldest_seconds',
    help: 'How long the first of them waits; at 1,800 it is refunded',
    samples: ({ payments }) => [[{}, payments.unfulfilled.oldestSeconds]],
  },
  {
    name: 'refunds_under_way',
    help: 'Refunds that no provider confirmed yet',
    labelNames: ['state'],
    samples: ({ payments }) => payments.refunds.map(({ state, refunds }) => [{ state }, refunds]),
  },
  {
    name: 'payment_work_items',
    help: 'What waits for a person, by kind',
    labelNames: ['kind'],
    samples: ({ payments }) => payments.work.map(({ kind, items }) => [{ kind }, items]),
  },
  {
    name: 'payment_work_items_oldest_seconds',
    help: 'How long the oldest of them waits',
    labelNames: ['kind'],
    samples: ({ payments }) => payments.work.map(({ kind, oldestSeconds }) => [{ kind }, oldestSeconds]),
  },
  {
    name: 'orders_given_last_hour',
    help: 'Orders paid by a provider whose product was given in the last hour',
    samples: ({ payments }) => [[{}, payments.opening.orders]],
  },
  {
    name: 'paid_to_open_seconds',
    help: 'Of these: from the money, as its provider says, until access opened. Pages state 1,800',
    labelNames: ['of'],
    samples: ({ payments: { opening } }) =>
      opening.orders === 0
        ? []
        : [
            [{ of: 'median' }, opening.p50Seconds ?? 0],
            [{ of: 'worst' }, opening.maxSeconds ?? 0],
          ],
  },
  {
    name: 'renewing_plans',
    help: 'Plans that renew: those in grace failed so many tries, those that stop wait for their provider',
    labelNames: ['state', 'tries'],
    samples: ({ renewals }) =>
      renewals.profiles.map(({ state, tries, profiles }) => [{ state, tries: String(tries) }, profiles]),
  },
  {
    name: 'renewals_due',
    help: 'Renewals whose day has come and that are not charged yet',
    samples: ({ renewals }) => [[{}, renewals.due.profiles]],
  },
  {
    name: 'renewals_due_oldest_seconds',
    help: 'How long ago the day of the oldest of them began',
    samples: ({ renewals }) => [[{}, renewals.due.oldestSeconds]],
  },
  {
    name: 'holidays_missing',
    help: '1 while the holidays of a year are missing by which working days are counted',
    samples: ({ isCalendarMissing }) => [[{}, isCalendarMissing ? 1 : 0]],
  },
  {
    name: 'receipts_waiting',
    help: 'Receipts and refund notes that have no number yet',
    samples: ({ receipts }) => [[{}, receipts.waiting]],
  },
  {
    name: 'receipts_waiting_oldest_seconds',
    help: 'How long ago the oldest of these orders was given',
    samples: ({ receipts }) => [[{}, receipts.oldestSeconds]],
  },
];

async function within<T>(work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), TIMEOUT_MS);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
}

export function addBacklogMetrics(registry: Registry, read: () => Promise<Backlog>): void {
  let askedAtMs = 0;
  let answer: Promise<Backlog | null> = Promise.resolve(null);
  const ask = () => {
    if (Date.now() - askedAtMs >= FRESH_MS) {
      askedAtMs = Date.now();
      answer = within(read());
    }
    return answer;
  };
  for (const { name, help, labelNames = [], samples } of GAUGES)
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const backlog = await ask();
        this.reset();
        // A gauge without labels starts at zero, so it is removed rather than reported wrong.
        if (backlog === null) {
          if (labelNames.length === 0) this.remove();
          return;
        }
        for (const [labels, value] of samples(backlog)) this.set(labels, value);
      },
    });
}
