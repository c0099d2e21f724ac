import type { FastifyReply } from 'fastify';

/** Ways in which a provider fails its caller: before it does anything, or with all of it done. */
export const TROUBLES = {
  fault: 'answers with a fault of its own, with nothing done',
  silence: 'says nothing, with nothing done',
  lost: 'does what it is asked for, and its answer is lost',
} as const;
type Trouble = keyof typeof TROUBLES;
export const isTrouble = (word: string): word is Trouble => Object.hasOwn(TROUBLES, word);

export interface Answer {
  status: number;
  body: unknown;
}

/** Trouble that was ordered for the next calls of a name. */
export function createTroubles() {
  const ordered = new Map<string, { how: Trouble; times: number }>();

  return {
    order: (call: string, how: Trouble, times: number) => ordered.set(call, { how, times }),
    list: () => [...ordered].filter(([, { times }]) => times > 0),
    clear: () => ordered.clear(),
    /** Does a call, or lets it come to grief as it was ordered. `send` signs and sends what was answered. */
    async answer(
      reply: FastifyReply,
      call: string,
      work: () => Answer,
      send: (answer: Answer) => FastifyReply,
    ): Promise<FastifyReply> {
      const trouble = ordered.get(call);
      if (!trouble || trouble.times <= 0) return send(work());
      trouble.times--;
      if (trouble.how === 'fault') return reply.code(500).send({ error: 'internal' });
      if (trouble.how === 'lost') work();
      // The caller's patience ends this, or the end of the stand-in.
      return reply.hijack();
    },
  };
}

export type Troubles = ReturnType<typeof createTroubles>;
