import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import type { Tx } from '#db/database.ts';
import { registerEncoder, switchEncoder, withdrawEncoder } from '#domain/media/media.ts';
import { findStream } from '#domain/media/streams.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { MAX_ID } from '#shared/ids.ts';

const encoderName = z.string().regex(/^[\w.-]{1,60}$/);
const streamId = z.number().int().min(1).max(MAX_ID);

/**
 * Issues a token, which is returned here and stored only as a hash. An encoder that has one gets another; the old one ends.
 * Throws `invalidParam` unless the stream is that of a channel or an event.
 */
async function issueEncoderToken(
  tx: Tx,
  hand: Hand,
  { streamId: id, name }: { streamId: number; name: string },
  now: Date,
): Promise<string> {
  const kind = (await findStream(tx, id))?.kind;
  if (kind !== 'channel' && kind !== 'event') throw impossible('stream-not-live');
  const token = randomBytes(32).toString('base64url');
  await registerEncoder({ db: tx }, { streamId: id, name, token });
  const entry = { action: 'encoders.register', subject: ['encoder', name], after: { streamId: id } } as const;
  await recordAudit(tx, hand, entry, now);
  return token;
}

/** Revokes the token of an encoder at once. Throws `dataNotFound`. */
async function withdrawEncoderToken(tx: Tx, hand: Hand, name: string, now: Date): Promise<void> {
  await withdrawEncoder({ db: tx }, name);
  await recordAudit(tx, hand, { action: 'encoders.withdraw', subject: ['encoder', name] }, now);
}

export const encoderActions = (): StaffAction[] => [
  staffAction({
    name: 'encoders.switch',
    permission: 'on-air.switch',
    // Silence on air does not wait for a sentence.
    needsReason: false,
    input: z.object({ stream_id: streamId, name: encoderName }),
    scopesOf: (_tx, { stream_id: id }) => [{ kind: 'channel', id: String(id) }],
    async run(tx, { hand, now }, { stream_id: id, name }) {
      const { before, after } = await switchEncoder(tx, { streamId: id, name }, now);
      await recordAudit(tx, hand, { action: 'encoders.switch', subject: ['stream', id], before, after }, now);
      const former = Object.values(before)[0];
      return former === undefined
        ? {}
        : { undo: { action: 'encoders.switch', input: { stream_id: id, name: former } } };
    },
  }),
  staffAction({
    name: 'encoders.register',
    permission: 'on-air.tokens',
    input: z.object({ stream_id: streamId, name: encoderName }),
    needsProof: true,
    scopesOf: (_tx, { stream_id: id }) => [{ kind: 'channel', id: String(id) }],
    async run(tx, { hand, now }, { stream_id: id, name }) {
      return { secret: { token: await issueEncoderToken(tx, hand, { streamId: id, name }, now) } };
    },
  }),
  staffAction({
    name: 'encoders.withdraw',
    permission: 'on-air.tokens',
    input: z.object({ name: encoderName }),
    needsProof: true,
    run: (tx, { hand, now }, { name }) => withdrawEncoderToken(tx, hand, name, now),
  }),
];
