import { dayHkOf } from '#shared/hk-time.ts';
import { bankBook } from './bank-book.ts';
import { settlementFile, type SettledLine } from './settlement.ts';

/** Possible outcomes of a payment, chosen by the payer or by the amount's cents. */
export const BEHAVIOURS = {
  pays: 'Pay',
  twice: 'Pay; the shop is notified twice',
  muddled: 'Pay; the shop receives a failure after the payment',
  late: 'Pay; reported only after an hour, long after the payment expired',
  never: 'Pay; the shop is not notified and must query',
  otherAmount: 'Pay HK$1.00 more than requested',
  badSignature: 'Pay; the shop is notified with an invalid signature',
  afterRefund: 'Pay; the shop is notified again after a refund',
  failsThenPays: 'Fail, then retry and pay',
} as const;
export type Behaviour = keyof typeof BEHAVIOURS;
export const isBehaviour = (word: string): word is Behaviour => Object.hasOwn(BEHAVIOURS, word);

/** Magic cents that preselect the outcome; the payer can choose otherwise. */
export const MAGIC_CENTS: Readonly<Record<number, Behaviour | 'declined'>> = {
  51: 'declined',
  92: 'afterRefund',
  93: 'muddled',
  94: 'late',
  95: 'otherAmount',
  96: 'badSignature',
  97: 'failsThenPays',
  98: 'twice',
  99: 'never',
};

interface SandboxRefund {
  /** Id for the shop and the settlement file. */
  txn: string;
  number: string;
  cents: number;
  atMs: number;
  reason: string;
}

/** An order as a stand-in stores it. */
export interface Deal {
  /** The provider's id. */
  id: string;
  /** The shop's number. */
  number: string;
  cents: number;
  what: string;
  wallet: string;
  openedMs: number;
  endsMs: number;
  closed: 'cancelled' | 'declined' | null;
  /** Why it was declined. */
  reason: string;
  paid: { txn: string; cents: number; atMs: number; behaviour: Behaviour; toldFromMs: number } | null;
  refunds: SandboxRefund[];
  chargedBackMs: number | null;
  /** Fields from the shop that must be returned. */
  asked: Record<string, string>;
  log: string[];
}

/** The state of a deal as reported now. */
export type DealStatus = 'open' | 'paid' | 'cancelled' | 'declined' | 'expired';

const FEE = 0.012;
const LATE_MS = 3_600_000;
const MAX_LOG = 60;

/**
 * The book of a wallet stand-in: appends a line per change to a file before any reply, so that it survives a kill of
 * the shop or of itself.
 */
export function openBank(path: string, { clock }: { clock: () => Date }) {
  const deals = bankBook<Deal>(path);
  const byNumber = new Map<string, string>();
  const byTxn = new Map<string, string>();
  let aheadMs = 0;
  const now = () => new Date(clock().getTime() + aheadMs);
  const index = (deal: Deal) => {
    byNumber.set(deal.number, deal.id);
    if (deal.paid) byTxn.set(deal.paid.txn, deal.id);
  };
  for (const deal of deals.list()) index(deal);
  const save = (deal: Deal) => index(deals.put(deal));
  const refunded = (deal: Deal) => deal.refunds.reduce((sum, { cents }) => sum + cents, 0);

  function movements(): SettledLine[] {
    return deals.list().flatMap((deal): SettledLine[] => {
      const { paid, number: attempt, refunds, chargedBackMs } = deal;
      if (!paid) return [];
      const day = (ms: number) => dayHkOf(new Date(ms));
      const { txn, cents } = paid;
      return [
        { day: day(paid.atMs), kind: 'paid', txn, attempt, cents, feeCents: Math.floor(cents * FEE) },
        ...refunds.map((refund): SettledLine => {
          const back = { txn: refund.txn, attempt, cents: refund.cents, feeCents: 0 };
          return { day: day(refund.atMs), kind: 'refunded', ...back };
        }),
        ...(chargedBackMs === null
          ? []
          : [{ day: day(chargedBackMs), kind: 'chargeback' as const, txn, attempt, cents, feeCents: 0 }]),
      ];
    });
  }

  return {
    now,
    moveClock: (seconds: number) => (aheadMs += seconds * 1000),
    get: (id: string) => deals.get(id),
    ofNumber: (number: string) => deals.get(byNumber.get(number) ?? ''),
    ofTxn: (txn: string) => deals.get(byTxn.get(txn) ?? ''),
    /** Newest first. */
    list: () => deals.list().toSorted((one, other) => other.openedMs - one.openedMs),

    open(deal: Pick<Deal, 'id' | 'number' | 'cents' | 'what' | 'wallet' | 'asked'>, seconds: number): Deal {
      const openedMs = now().getTime();
      const opened: Deal = {
        ...deal,
        openedMs,
        endsMs: openedMs + seconds * 1000,
        closed: null,
        reason: '',
        paid: null,
        refunds: [],
        chargedBackMs: null,
        log: [],
      };
      save(opened);
      return opened;
    },

    told({ paid, closed, endsMs }: Deal): DealStatus {
      const atMs = now().getTime();
      if (paid && atMs >= paid.toldFromMs) return 'paid';
      return closed ?? (atMs >= endsMs ? 'expired' : 'open');
    },

    /** Captures the payment. Null if it is too late, or paid or closed before. */
    pay(deal: Deal, txn: string, behaviour: Behaviour): Deal | null {
      const atMs = now().getTime();
      if (deal.paid || deal.closed || atMs >= deal.endsMs) return null;
      const cents = deal.cents + (behaviour === 'otherAmount' ? 100 : 0);
      const toldFromMs = atMs + (behaviour === 'late' ? LATE_MS : 0);
      const paid = { ...deal, paid: { txn, cents, atMs, behaviour, toldFromMs } };
      save(paid);
      return paid;
    },

    /** False if it was paid or closed before. */
    close(deal: Deal, closed: 'cancelled' | 'declined', reason = ''): boolean {
      if (deal.paid || deal.closed) return false;
      save({ ...deal, closed, reason });
      return true;
    },

    /** False if it exceeds the remainder. */
    refund(deal: Deal, refund: Omit<SandboxRefund, 'atMs'>): boolean {
      if (!deal.paid || refund.cents <= 0 || refund.cents > deal.paid.cents - refunded(deal)) return false;
      save({ ...deal, refunds: [...deal.refunds, { ...refund, atMs: now().getTime() }] });
      return true;
    },

    chargeBack(deal: Deal): boolean {
      if (!deal.paid || deal.chargedBackMs !== null) return false;
      save({ ...deal, chargedBackMs: now().getTime() });
      return true;
    },

    note(id: string, words: string): void {
      const deal = deals.get(id);
      if (deal) save({ ...deal, log: [...deal.log, `${now().toISOString()} ${words}`].slice(-MAX_LOG) });
    },

    refunded,
    movements,

    settlement: (day: string): string => settlementFile(movements(), day),

    reset(): void {
      deals.clear();
      byNumber.clear();
      byTxn.clear();
      aheadMs = 0;
    },
  };
}

export type Bank = ReturnType<typeof openBank>;
