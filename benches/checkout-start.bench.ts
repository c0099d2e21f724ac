import { openOrder, startAttempt, type Gateway, type PaymentServices } from '#domain/payments/payments.ts';
import { LINE } from '#tests/factories/money/payments.ts';
import { memberActor } from '#tests/factories/accounts/member-actor.ts';
import { p95, type Row } from './measure.ts';
import { startOwnDatabase } from './own-database.ts';

const CHECKOUTS = 400;
const LIMIT = 2;

const start = { kind: 'redirect', url: 'https://bank.example/pay' } as const;
/** Responds at once, since its time is not ours. */
const GATEWAY = {
  name: 'mpgs',
  methods: ['card'],
  start: async ({ number }) => ({ start, gatewayRef: `session-${number}`, secret: { indicator: 'secret' } }),
  cancel: null,
  query: null,
} as Partial<Gateway> as Gateway;

/** From pressing a plan to the provider's address, without the provider. */
export async function checkoutStartBench(): Promise<Row[]> {
  const database = await startOwnDatabase(4);
  try {
    const { db, pool } = database;
    const { rows } = await pool.query<{ id: number }>(
      `insert into members (email, email_key, display_name, surname, given_name)
       select 'm' || n || '@member.example', 'm' || n || '@member.example', '大文', '陳', '大文'
       from generate_series(1, $1) as n returning id`,
      [CHECKOUTS * 2],
    );
    const members = rows.map(({ id }) => id);
    const services: PaymentServices = {
      db,
      clock: () => new Date(),
      siteUrl: 'https://radio.example',
      secretKey: 'a key for benches of thirty-two letters',
      gateways: { mpgs: GATEWAY },
      fulfilments: {},
      onAccessChanged: async () => {},
    };
    async function ours(memberId: number): Promise<void> {
      const now = services.clock();
      const asked = { memberId, kind: 'subscription', lines: [LINE], isAutopay: false, now };
      const order = await db.transaction((tx) => openOrder(tx, asked, services));
      await startAttempt(services, memberActor(memberId), {
        orderId: order.id,
        gateway: 'mpgs',
        method: 'card',
        remoteIp: '203.0.113.7',
      });
    }
    let count = 0;
    /** The minimum of rows before the redirect, plus the provider's response: three commits. */
    async function bare(memberId: number): Promise<void> {
      const at = new Date();
      const client = await pool.connect();
      const ask = (name: string, text: string, values: unknown[]) =>
        client.query<{ id: number }>({ name, text, values });
      try {
        await client.query('begin');
        const order = await ask(
          'order',
          `insert into orders (member_id, kind, total_cents, created_at, expires_at)
           values ($1, 'subscription', $2, $3, $3) returning id`,
          [memberId, LINE.unitCents, at],
        );
        const orderId = order.rows[0]!.id;
        await ask(
          'line',
          `insert into order_lines (order_id, line_no, kind, product_id, name, quantity, unit_cents)
           values ($1, 1, $2, 1, $3, 1, $4)`,
          [orderId, LINE.kind, LINE.name, LINE.unitCents],
        );
        await client.query('commit');
        const attempt = await ask(
          'attempt',
          `insert into payment_attempts (order_id, number, gateway, method, amount_cents, created_at, expires_at)
           values ($1, $2, 'mpgs', 'card', $3, $4, $4) returning id`,
          [orderId, `XX261122${String(++count).padStart(8, '0')}`, LINE.unitCents, at],
        );
        await ask('started', `update payment_attempts set state = 'redirected', started = $2 where id = $1`, [
          attempt.rows[0]!.id,
          JSON.stringify({ start }),
        ]);
      } finally {
        client.release();
      }
    }
    const timed = async (work: () => Promise<void>): Promise<number> => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    for (let i = 0; i < 20; i++) {
      await ours(members.pop()!);
      await bare(members.pop()!);
    }
    const [own, other]: [number[], number[]] = [[], []];
    while (members.length >= 2) {
      own.push(await timed(() => ours(members.pop()!)));
      other.push(await timed(() => bare(members.pop()!)));
    }
    const ratio = p95(own) / p95(other);
    return [
      {
        promise: 'the start of a checkout without its provider, p95, against its bare writes',
        figure: `${p95(own).toFixed(1)} to ${p95(other).toFixed(1)} ms: ${ratio.toFixed(2)}`,
        limit: `${LIMIT} or less`,
        holds: ratio <= LIMIT,
      },
    ];
  } finally {
    await database.close();
  }
}
