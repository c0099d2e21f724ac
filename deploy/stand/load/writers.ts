import { hash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { demoAccounts } from '#db/seed/members.ts';
import { payCheckouts, type Wallets } from './checkouts.ts';
import { ANSWER_MS, EVERY_MS, logIn, until } from './session.ts';

// Writes made while servers fail, and checked afterwards: each acknowledged one is there, once.

const PLAN = 1;
const LISTENED_S = 10;

export interface Writers {
  stop(): Promise<void>;
  /** Acknowledged writes that are missing or duplicated, in words, and the number acknowledged. */
  verify(pool: Pool): Promise<{ acknowledged: string; faults: string[] }>;
}

interface Reply {
  status: number;
  code: number | string | undefined;
  response: Record<string, unknown>;
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await reply.text();
  const { response_code: code, response = {} } = (text === '' ? {} : JSON.parse(text)) as {
    response_code?: number | string;
    response?: Record<string, unknown>;
  };
  return { status: reply.status, code, response };
}

/** A member opens an order and cancels it, again and again; an unanswered press is repeated with its key, as by the page. */
function orders(site: string, signal: AbortSignal) {
  const opened = new Map<string, number>();
  const cancelled = new Set<number>();
  async function run(): Promise<void> {
    const { accounts, password } = demoAccounts();
    let cookie: string | undefined;
    while (!signal.aborted) {
      cookie ??= await until(signal, () => logIn(site, accounts[0]?.email, password));
      if (cookie === undefined) return;
      const headers = { cookie };
      const key = randomBytes(12).toString('hex');
      const id = await until(signal, async () => {
        const { status, response } = await post(
          `${site}/api/payment/onlineSubscription`,
          { subscription_plan_id: PLAN, is_autopay: false },
          { ...headers, 'idempotency-key': key },
        );
        return status === 200 ? Number(response['order_id']) : undefined;
      });
      if (id === undefined) return;
      opened.set(key, id);
      const state = await until(signal, async () => {
        const { status, response } = await post(`${site}/api/payment/cancel`, { order_id: id }, headers);
        return status === 200 ? String(response['state']) : undefined;
      });
      if (state === 'cancelled') cancelled.add(id);
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return {
    done: run(),
    async verify(pool: Pool): Promise<string[]> {
      // The first press finds the order that a check before this one left open, with a key of its own.
      const { rows } = await pool.query<{ id: number; key: string; state: string }>(
        'select id, idempotency_key as key, state from orders where idempotency_key = any($1) or id = any($2)',
        [[...opened.keys()], [...opened.values()]],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      const byKey = Map.groupBy(rows, ({ key }) => key);
      return [...opened].flatMap(([key, id]) => {
        const order = byId.get(id);
        const others = (byKey.get(key) ?? []).filter((row) => row !== order).length;
        if (order === undefined || others > 0)
          return [`order ${id}: ${order ? 1 : 0} in the database, and ${others} of its key`];
        return cancelled.has(id) && order.state !== 'cancelled' ? [`order ${id}: ${order.state}`] : [];
      });
    },
    count: () => `${opened.size} orders, ${cancelled.size} cancellations`,
  };
}

/** Reports of listening, numbered; what is unanswered is sent again. */
function reports(site: string, signal: AbortSignal) {
  const session = randomBytes(16).toString('base64url');
  const startedS = Math.floor(Date.now() / 1_000) - 3_600;
  let acknowledged = 0;
  async function run(): Promise<void> {
    for (let seq = 0; !signal.aborted; seq++) {
      const fromS = startedS + seq;
      const body = JSON.stringify({
        tracking: [{ tracking_type: 101, channel: 903, seq, heard: [[fromS, fromS + LISTENED_S, fromS]] }],
        batch: { session, sent_ts: Date.now() / 1_000 },
      });
      const isTaken = await until(signal, async () => {
        const { status } = await post(`${site}/v2/tracking/live`, body, { 'content-type': 'text/plain' });
        return status === 200 ? true : undefined;
      });
      if (isTaken) acknowledged = seq + 1;
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return {
    done: run(),
    async verify(pool: Pool): Promise<string[]> {
      const { rows } = await pool.query<{ seq: number }>(
        'select distinct seq from tracking_events where session = $1 and seq < $2',
        [session, acknowledged],
      );
      return rows.length === acknowledged ? [] : [`${acknowledged - rows.length} reports of ${acknowledged} are lost`];
    },
    count: () => `${acknowledged} reports`,
  };
}

/** An editor saves a draft; each save must be the one before and this. */
function drafts(desks: readonly string[], pool: Pool, signal: AbortSignal) {
  const client = randomBytes(8).toString('hex');
  let draft: number | undefined;
  let saved = 0;
  async function session(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await pool.query(
      `insert into staff_sessions (account_id, token_hash, epoch, proved_at, user_agent, remote_ip, seen_at, expires_at, created_at)
       select id, $1, epoch, now(), 'stand', '127.0.0.1', now(), now() + interval '10 hours', now()
       from staff_accounts where name = '何曉澄'`,
      [hash('sha256', token, 'buffer')],
    );
    return `__Host-staff=${token}`;
  }
  async function run(): Promise<void> {
    const cookie = await until(signal, session);
    if (cookie === undefined) return;
    let turn = 0;
    // Each desk is one process: an editor whose desk is silent opens the other.
    const call = async (path: string, body: unknown): Promise<Reply> => {
      const desk = desks[turn++ % desks.length]!;
      return post(`${desk}${path}`, body, { cookie, origin: desk });
    };
    draft = await until(signal, async () => {
      const { status, response } = await call('/api/staff/drafts', { fields: { contentType: 301, title: '0' } });
      return status === 200 ? Number(response['draft_id']) : undefined;
    });
    let revision = 1;
    for (let n = 1; !signal.aborted; n++) {
      const isSaved = await until(signal, async () => {
        const { status, response } = await call(`/api/staff/drafts/${draft}`, {
          base_revision: revision,
          client,
          fields: { title: String(n) },
          blocks: [],
          removed: [],
        });
        if (status !== 200) return undefined;
        revision = Number(response['revision']);
        return true;
      });
      if (isSaved) saved = n;
      await delay(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return {
    done: run(),
    async verify(): Promise<string[]> {
      const { rows } = await pool.query<{ title: string }>(
        `select fields->>'title' as title from article_drafts where id = $1`,
        [draft],
      );
      const title = Number(rows[0]?.title);
      // One more may have been saved, of which the answer was lost.
      return title === saved || title === saved + 1 ? [] : [`draft: save ${saved} was acknowledged, ${title} is there`];
    },
    count: () => `${saved} saves of a draft`,
  };
}

export function write(site: string, desks: readonly string[], wallets: Wallets, pool: Pool): Writers {
  const stopped = new AbortController();
  const { signal } = stopped;
  const ordered = orders(site, signal);
  const paid = payCheckouts(site, wallets, signal);
  const reported = reports(site, signal);
  const drafted = drafts(desks, pool, signal);
  return {
    async stop() {
      stopped.abort();
      await Promise.all([ordered.done, paid.done, reported.done, drafted.done]);
    },
    verify: async (verifying) => ({
      acknowledged: [ordered, paid, reported, drafted].map(({ count }) => count()).join(', '),
      faults: [
        ...(await ordered.verify(verifying)),
        ...(await paid.verify(verifying)),
        ...(await reported.verify(verifying)),
        ...(await drafted.verify()),
      ],
    }),
  };
}
