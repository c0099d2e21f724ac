import type { FastifyReply } from 'fastify';

/** Ways in which a provider fails its caller: before it does anything, or with all of it done. */
export const FAULTS = {
  error: 'answers with a fault of its own, with nothing done',
  lost: 'does what it is asked for, and its answer is lost',
  hang: 'says nothing, with nothing done',
} as const;
type FaultKind = keyof typeof FAULTS;
const isFault = (word: string): word is FaultKind => Object.hasOwn(FAULTS, word);

const MOST = 1_000;

/** What the next calls of a name meet, as told on the desk of the stand-in. */
export function createFaults() {
  const planned = new Map<string, { kind: FaultKind; times: number }>();
  return {
    /** From now on, in place of what was planned for this name; null where the form makes no sense. */
    plan(form: URLSearchParams): number | null {
      const [call, kind] = [form.get('call') ?? '', form.get('kind') ?? ''];
      const times = Number(form.get('times') ?? '1');
      if (!isFault(kind) || !Number.isInteger(times) || times < 0 || times > MOST) return null;
      planned.set(call, { kind, times });
      return times;
    },
    list: () => [...planned].filter(([, { times }]) => times > 0),
    clear: () => planned.clear(),
    /** Does what was asked, or not, and answers, or not. */
    async meet(name: string, reply: FastifyReply, act: () => unknown): Promise<unknown> {
      const fault = planned.get(name);
      if (!fault || fault.times === 0) return act();
      fault.times--;
      if (fault.kind === 'error') return reply.code(500).type('text/html').send('<h1>500</h1>');
      // The caller's patience ends this, or the end of the stand-in.
      if (fault.kind === 'hang') return reply.hijack();
      // Nothing of the answer may reach the socket.
      reply.send = () => {
        void reply.hijack();
        reply.raw.destroy();
        return reply;
      };
      return act();
    },
  };
}

export type Faults = ReturnType<typeof createFaults>;
