import { Gauge, type Registry } from 'prom-client';
import type { Backlog } from '#server/operations/backlog.ts';

/** A scrape runs one query for all gauges. If it times out, none is reported. */
const FRESH_MS = 1_000;
const TIMEOUT_MS = 2_000;

type Sample = readonly [labels: Record<string, string>, value: number];

const GAUGES: readonly { name: string; help: string; labelNames?: string[]; samples: (of: Backlog) => Sample[] }[] = [
  {
    name: 'jobs_due',
    help: 'Due jobs that no worker has started',
    samples: ({ jobs }) => [[{}, jobs.due]],
  },
  {
    name: 'jobs_oldest_due_seconds',
    help: 'Time since the oldest due job became due',
    samples: ({ jobs }) => [[{}, jobs.oldestDueSeconds]],
  },
  {
    name: 'jobs_locked',
    help: 'Jobs locked by a worker',
    samples: ({ jobs }) => [[{}, jobs.locked]],
  },
  {
    name: 'jobs_oldest_lock_seconds',
    help: 'Age of the oldest job lock; minutes indicate a worker that was killed',
    samples: ({ jobs }) => [[{}, jobs.oldestLockSeconds]],
  },
  {
    name: 'jobs_failing',
    help: 'Failed jobs, by whether they will be retried or were given up',
    labelNames: ['task', 'state'],
    samples: ({ jobs }) =>
      jobs.failing.map(({ task, isGivenUp, jobs: many }) => [
        { task, state: isGivenUp ? 'given up' : 'retried' },
        many,
      ]),
  },
  {
    name: 'mails_waiting',
    help: 'Unsent mails, by whether they will be retried or were given up',
    labelNames: ['state'],
    samples: ({ mails }) => [
      [{ state: 'retried' }, mails.waiting],
      [{ state: 'given up' }, mails.givenUp],
    ],
  },
  {
    name: 'mails_oldest_waiting_seconds',
    help: 'Age of the oldest unsent mail that is still retried',
    samples: ({ mails }) => [[{}, mails.oldestSeconds]],
  },
  {
    name: 'hook_notices_waiting',
    help: 'Unprocessed webhooks, by whether processing has failed at least once',
    labelNames: ['provider', 'kind', 'state'],
    samples: ({ notices }) =>
      notices.flatMap(({ provider, kind, webhooks: all, failed }): Sample[] => [
        [{ provider, kind, state: 'waiting' }, all - failed],
        [{ provider, kind, state: 'failing' }, failed],
      ]),
  },
  {
    name: 'hook_notices_oldest_waiting_seconds',
    help: 'Age of the oldest unprocessed webhook',
    labelNames: ['provider', 'kind'],
    samples: ({ notices }) => notices.map(({ provider, kind, oldestSeconds }) => [{ provider, kind }, oldestSeconds]),
  },
  {
    name: 'texts_last_hour',
    help: 'Text messages of the last hour, by share of SMS_PER_HOUR and delivery state reported by the carrier',
    labelNames: ['share', 'delivery'],
    samples: ({ phones }) => phones.texts.map(({ share, delivery, texts }) => [{ share, delivery }, texts]),
  },
  {
    name: 'voice_codes_last_hour',
    help: 'Phone verifications with a call in the last hour, by delivery state of the last call',
    labelNames: ['delivery'],
    samples: ({ phones }) => phones.calls.map(({ delivery, calls }) => [{ delivery: delivery ?? 'unknown' }, calls]),
  },
  {
    name: 'phone_verifications_last_hour',
    help: 'Phone verifications started in the last hour, by state',
    labelNames: ['state'],
    samples: ({ phones }) => phones.requests.map(({ state, requests }) => [{ state }, requests]),
  },
  {
    name: 'payment_attempts_last_hour',
    help: 'Payment attempts of the last hour, by provider and state',
    labelNames: ['gateway', 'state'],
    samples: ({ payments }) => payments.attempts.map(({ gateway, state, attempts }) => [{ gateway, state }, attempts]),
  },
  {
    name: 'payment_attempts_unknown',
    help: 'Payment attempts with unknown outcome',
    labelNames: ['gateway'],
    samples: ({ payments }) => payments.unknown.map(({ gateway, attempts }) => [{ gateway }, attempts]),
  },
  {
    name: 'payment_attempts_unknown_oldest_seconds',
    help: 'Age of the oldest payment attempt with unknown outcome',
    labelNames: ['gateway'],
    samples: ({ payments }) => payments.unknown.map(({ gateway, oldestSeconds }) => [{ gateway }, oldestSeconds]),
  },
  {
    name: 'orders_paid_and_not_given',
    help: 'Paid orders that are not fulfilled',
    samples: ({ payments }) => [[{}, payments.unfulfilled.orders]],
  },
  {
    name: 'orders_paid_and_not_given_oldest_seconds',
    help: 'Age of the oldest paid order that is not fulfilled; refunded after 1800',
    samples: ({ payments }) => [[{}, payments.unfulfilled.oldestSeconds]],
  },
  {
    name: 'refunds_under_way',
    help: 'Refunds not confirmed by a provider',
    labelNames: ['state'],
    samples: ({ payments }) => payments.refunds.map(({ state, refunds }) => [{ state }, refunds]),
  },
  {
    name: 'payment_work_items',
    help: 'Open work items, by kind',
    labelNames: ['kind'],
    samples: ({ payments }) => payments.work.map(({ kind, items }) => [{ kind }, items]),
  },
  {
    name: 'payment_work_items_oldest_seconds',
    help: 'Age of the oldest open work item',
    labelNames: ['kind'],
    samples: ({ payments }) => payments.work.map(({ kind, oldestSeconds }) => [{ kind }, oldestSeconds]),
  },
  {
    name: 'orders_given_last_hour',
    help: 'Orders paid through a provider and fulfilled in the last hour',
    samples: ({ payments }) => [[{}, payments.opening.orders]],
  },
  {
    name: 'paid_to_open_seconds',
    help: 'Time from payment, as reported by the provider, to fulfilment of these orders; the site promises 1800',
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
    help: 'Renewing plans, by state and number of failed charges; stopping plans wait for their provider',
    labelNames: ['state', 'tries'],
    samples: ({ renewals }) =>
      renewals.profiles.map(({ state, tries, profiles }) => [{ state, tries: String(tries) }, profiles]),
  },
  {
    name: 'renewals_due',
    help: 'Due renewals that have not been charged',
    samples: ({ renewals }) => [[{}, renewals.due.profiles]],
  },
  {
    name: 'renewals_due_oldest_seconds',
    help: 'Time since the start of the day on which the oldest due renewal became due',
    samples: ({ renewals }) => [[{}, renewals.due.oldestSeconds]],
  },
  {
    name: 'holidays_missing',
    help: '1 if the public holidays of a year, needed to count working days, are missing',
    samples: ({ isCalendarMissing }) => [[{}, isCalendarMissing ? 1 : 0]],
  },
  {
    name: 'receipts_waiting',
    help: 'Receipts and refund notes without a number',
    samples: ({ receipts }) => [[{}, receipts.waiting]],
  },
  {
    name: 'receipts_waiting_oldest_seconds',
    help: 'Time since fulfilment of the oldest order without a receipt number',
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
