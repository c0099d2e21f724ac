import { dayHkOf } from '#shared/hk-time.ts';
import { wholeDays } from '#domain/subscriptions/plan-times.rules.ts';
import type { TestDatabase } from '#tests/setup/pg.ts';

// The value held, the money held and the money returned add up to the money paid, for each order and in total, to the
// cent. Reads tables, facts and books and compares them with each other, without calling the code that wrote them.

/** Accounts that show the use of money: its product, credit, a gift, or a loss. */
const VALUE = /^(deferred|income|refunds|credit|gifts|chargebacks)(:|$)/;

interface OrderRow {
  id: number;
  member_id: number | null;
  kind: string;
  is_given: boolean;
  total: number;
  captured: number;
  refunded: number;
  /** From the facts that count. */
  paid_facts: number;
  back_facts: number;
  /** From the attempt that pays. */
  charged_back: number;
  returned: number;
  returning: number;
  confirmed: number;
  /** From captures other than the one that pays: charged back although they were refunded or are being refunded. */
  lost_beside: number;
}
interface TimeRow {
  order_id: number;
  starts_at: Date;
  ends_at: Date;
}
interface LotRow {
  id: number;
  source: number;
  from: number;
  profile: number;
  cents: number;
  left: number;
}
interface UseRow {
  lot: number;
  order_id: number;
  cents: number;
  taken: number;
  source: number;
}
interface MovedRow {
  /** The order whose money it is; if value was reversed where it had moved to, the refunded order. */
  owner: number;
  debit: string;
  credit: string;
  cents: number;
  kind: string;
  key: string;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> => Map.groupBy(rows, keyOf);

async function readAll({ pool }: TestDatabase) {
  const query = async <T extends object>(text: string) => (await pool.query<T>(text)).rows;
  const counts = `(f.contradicts_id is null or f.replaces)
    and not exists (select from payment_facts l where l.contradicts_id = f.id and l.replaces) and f.currency = 'HKD'`;
  return {
    orders: await query<OrderRow>(`
      with told as (
        select a.order_id, a.id as attempt_id, f.id, f.kind, f.cents, f.cents = a.amount_cents as is_right
          from payment_facts f join payment_attempts a on a.id = f.attempt_id where ${counts}
      ), paying as (
        select distinct on (order_id) order_id, attempt_id, id from told t
         where kind = 'paid' and is_right and not exists (select from refunds r where r.paid_fact_id = t.id
           and r.reason in ('second_capture', 'paid_after_cancel', 'paid_after_expiry'))
         order by order_id, id
      )
      select o.id, o.member_id, o.kind, o.fulfilled_at is not null as is_given, o.total_cents as total,
        o.captured_cents as captured, o.refunded_cents as refunded,
        coalesce((select sum(cents)::int from told t where t.order_id = o.id and kind = 'paid'), 0) as paid_facts,
        coalesce((select sum(cents)::int from told t where t.order_id = o.id and kind = 'refunded'), 0) as back_facts,
        coalesce((select sum(cents)::int from told t where t.attempt_id = p.attempt_id and kind = 'chargeback'), 0) as charged_back,
        coalesce((select sum(cents)::int from refunds r where r.paid_fact_id = p.id and state <> 'withdrawn'), 0) as returned,
        coalesce((select sum(cents)::int from refunds r where r.order_id = o.id and state not in ('confirmed', 'withdrawn')), 0) as returning,
        coalesce((select sum(cents)::int from refunds r where r.order_id = o.id and state = 'confirmed'), 0) as confirmed,
        coalesce((select sum(greatest(0, charged + back - paid))::int from (
          select coalesce(sum(cents) filter (where kind = 'chargeback'), 0) as charged,
              coalesce(sum(cents) filter (where kind = 'paid'), 0) as paid,
              (select coalesce(sum(cents), 0) from refunds r where r.attempt_id = t.attempt_id and r.state <> 'withdrawn') as back
            from told t where t.order_id = o.id and t.attempt_id is distinct from p.attempt_id group by t.attempt_id
        ) beside where charged > 0), 0) as lost_beside
      from orders o left join paying p on p.order_id = o.id order by o.id`),
    times: await query<TimeRow>(
      `select order_id, starts_at, ends_at from subscriptions where order_id is not null and source <> 'credit'`,
    ),
    lots: await query<LotRow>(
      `select id, source_order_id as source, from_order_id as "from", profile_id as profile, cents, left_cents as left
         from credit_lots`,
    ),
    uses: await query<UseRow>(
      `select u.lot_id as lot, u.order_id, u.cents, u.taken_cents as taken, l.source_order_id as source
         from credit_uses u join credit_lots l on l.id = u.lot_id`,
    ),
    moved: await query<MovedRow>(
      `select coalesce(r.order_id, a.order_id, t.order_id) as owner, t.debit, t.credit, t.cents::int, t.kind, t.unique_key as key
         from ledger_transfers t
         left join refunds r on t.unique_key ~ '^refund:\\d+:\\d+:from:' and r.id = split_part(t.unique_key, ':', 2)::int
         left join payment_facts f on t.unique_key ~ '^chargeback:\\d+:\\d+:from:' and f.id = split_part(t.unique_key, ':', 2)::int
         left join payment_attempts a on a.id = f.attempt_id
        where t.order_id is not null`,
    ),
    profiles: await query<{ id: number; credit: number }>('select id, credit_cents as credit from recurring_profiles'),
    /** Periods with two orders that were charged and keep the money. */
    twice: await query<{ profile: string; due: string }>(
      `select l.payload->>'profileId' as profile, l.payload->>'dueDay' as due from orders o join order_lines l on l.order_id = o.id
        where o.kind = 'renewal' and o.captured_cents > o.refunded_cents + coalesce(
          (select sum(f.cents) from payment_facts f join payment_attempts a on a.id = f.attempt_id
            where a.order_id = o.id and f.kind = 'chargeback' and f.contradicts_id is null), 0)
        group by 1, 2 having count(*) > 1`,
    ),
  };
}

/** Violations found. `memberId`: the member, if it concerns a single order. */
export async function valueFaults(
  database: TestDatabase,
  now: Date,
): Promise<{ memberId: number | null; words: string }[]> {
  const { orders, times, lots, uses, moved, profiles, twice } = await readAll(database);
  const faults: { memberId: number | null; words: string }[] = [];
  const timeOf = new Map(times.map((time) => [time.order_id, time]));
  const lotsOf = groupBy(lots, ({ source }) => source);
  const usesOf = groupBy(uses, ({ source }) => source);
  const usesIn = groupBy(uses, ({ order_id: id }) => id);
  const usesOfLot = groupBy(uses, ({ lot }) => lot);
  const movedOf = groupBy(moved, ({ owner }) => owner);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const keptOf = ({ total, returned, charged_back: taken }: OrderRow) => Math.max(0, total - returned - taken);

  /** The unused part of a component of a period's value, if each day has the same share of what was paid. */
  const unusedOf = (orderId: number, part: { paid: number; left: number }): number => {
    const time = timeOf.get(orderId);
    const order = byId.get(orderId)!;
    const own = usesIn.get(orderId) ?? [];
    const span = time && { startsAt: time.starts_at, endsAt: time.ends_at };
    if (!span || span.endsAt <= now || wholeDays(span) === 0) return 0;
    const from = now > span.startsAt ? now : span.startsAt;
    const used = wholeDays(span) - Math.min(wholeDays(span), wholeDays({ startsAt: from, endsAt: span.endsAt }));
    const value = keptOf(order) + sum(own.map(({ cents, taken }) => cents - taken));
    const paid = order.total + sum(own.map(({ cents }) => cents));
    return Math.max(0, part.left - Math.ceil((part.paid * value * used) / (wholeDays(span) * Math.max(1, paid))));
  };

  for (const order of orders) {
    const { id, member_id: memberId, kind, total, returned, charged_back: chargedBack } = order;
    const must = (isTrue: boolean, words: string) => {
      if (!isTrue) faults.push({ memberId, words: `order ${id} (${kind}) ${words}` });
    };
    const rows = movedOf.get(id) ?? [];
    const balance = (of: RegExp) =>
      sum(rows.map(({ debit, credit, cents }) => (of.test(debit) ? cents : 0) - (of.test(credit) ? cents : 0)));
    must(
      order.captured === order.paid_facts && order.refunded === Math.min(order.back_facts, order.paid_facts),
      `says ${order.captured} and ${order.refunded}, its provider ${order.paid_facts} and ${order.back_facts}`,
    );
    if (!order.is_given) {
      must(balance(/^(deferred|income|refunds|credit|gifts)/) === 0, 'was not given and has value in the books');
      continue;
    }
    if (kind === 'card_check') {
      must(balance(/^card_check/) === -order.returning, `keeps ${-balance(/^card_check/)} of what proved a card`);
      must(returned === order.paid_facts, `returned ${returned} of ${order.paid_facts}`);
      continue;
    }
    // Paid, less refunded, less charged back: this amount is in the product, credit, a gift or losses.
    must(returned + chargedBack <= total || chargedBack > 0, `returned ${returned} of ${total}`);
    // Refunds by a provider beyond a capture that was partly charged back.
    const excess = chargedBack > 0 ? Math.max(0, order.back_facts - order.confirmed) : 0;
    must(
      -balance(VALUE) === total - returned - chargedBack - excess - order.lost_beside,
      `paid ${total}, less ${returned} returned, ${chargedBack} charged back, ${excess} returned beyond it and ${order.lost_beside} lost of other payments; the books have value of ${-balance(VALUE)}`,
    );
    must(
      -balance(/^unapplied/) === order.returning,
      `has ${-balance(/^unapplied/)} unapplied, and ${order.returning} is on its way back`,
    );

    // Moved value: what became credit is still credit, or time of later orders, or was reversed.
    const own = lotsOf.get(id) ?? [];
    const became = sum(own.filter(({ from }) => from === id).map(({ cents }) => cents));
    const isReversal = ({ kind: what }: MovedRow) => what === 'refund' || what === 'chargeback';
    const taken = sum(
      rows
        .filter((row) => isReversal(row) && (row.key.endsWith(':credit') || row.key.includes(':from:')))
        .map(({ cents }) => cents),
    );
    const there =
      sum(own.map(({ left }) => left)) + sum((usesOf.get(id) ?? []).map(({ cents, taken: gone }) => cents - gone));
    const hasLoss = chargedBack > 0 && rows.some(({ key }) => key.includes(':from:'));
    must(
      hasLoss ? there <= became - taken : there === became - taken,
      `has ${there} elsewhere; ${became} became credit and ${taken} of it was taken back`,
    );

    const held =
      unusedOf(id, { paid: total, left: keptOf(order) }) +
      sum(own.map(({ left }) => left)) +
      sum(
        (usesOf.get(id) ?? []).map(({ order_id: at, cents, taken: gone }) =>
          unusedOf(at, { paid: cents, left: cents - gone }),
        ),
      );
    must(held <= keptOf(order), `keeps ${keptOf(order)} and its value is ${held}`);
    const time = timeOf.get(id);
    const isRunning =
      time !== undefined && wholeDays({ startsAt: now, endsAt: time.ends_at }) > 0 && time.ends_at > now;
    const value = keptOf(order) + sum((usesIn.get(id) ?? []).map(({ cents, taken: gone }) => cents - gone));
    if (isRunning && total > 0) must(value > 0, `gives time until ${dayHkOf(time.ends_at)} for nothing`);
  }

  for (const lot of lots) {
    const spent = sum((usesOfLot.get(lot.id) ?? []).map(({ cents }) => cents));
    if (lot.left + spent > lot.cents)
      faults.push({ memberId: null, words: `lot ${lot.id} of ${lot.cents} has ${lot.left} and paid ${spent}` });
  }
  for (const { id, credit } of profiles) {
    const own = sum(lots.filter(({ profile }) => profile === id).map(({ left }) => left));
    if (own !== credit) faults.push({ memberId: null, words: `profile ${id} says ${credit} and its lots ${own}` });
  }
  const ofCredit = sum(
    moved.map(
      ({ debit, credit, cents }) =>
        (credit === 'credit:members' ? cents : 0) - (debit === 'credit:members' ? cents : 0),
    ),
  );
  if (ofCredit !== sum(lots.map(({ left }) => left)))
    faults.push({
      memberId: null,
      words: `the books have credit of ${ofCredit}, lots ${sum(lots.map(({ left }) => left))}`,
    });
  for (const { profile, due } of twice)
    faults.push({ memberId: null, words: `profile ${profile} was charged twice for the period that begins on ${due}` });
  return faults;
}
