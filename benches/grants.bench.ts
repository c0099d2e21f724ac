import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { sessionHashOf, signGrant, type GrantKeys } from '#domain/playback/playback.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { readGrant } from '#domain/playback/grants/grants.ts';
import { median, type Row } from './measure.ts';

const TOKENS = 2_000;
const CHECKS = 200_000;
const ROUNDS = 5;
const LIMIT_US = 20;

/** The origin's check before each segment, in isolation: reading the token and comparing its session. */
export async function grantsBench(): Promise<Row[]> {
  const now = Date.now();
  const key = { id: 1, secret: createSecretKey(randomBytes(32)), createdAtMs: now, retiresAtMs: now + 3_600_000 };
  const keys: GrantKeys = { signing: key, byId: new Map([[1, key]]) };
  const session = randomBytes(32).toString('base64url');
  const grantOf = (i: number): Omit<Grant, 'keyId'> => ({
    streamId: 881,
    from: now - 7_200_000 - i,
    to: now,
    leaseId: randomUUID(),
    sessionHash: sessionHashOf(session),
    expiresAt: now + 300_000,
    open: false,
    remoteSerial: null,
  });
  const grants = Array.from({ length: TOKENS }, (_, i) => grantOf(i));
  const perCheckUs = (work: (i: number) => boolean): number => {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      let passed = 0;
      for (let i = 0; i < CHECKS; i++) if (work(i % TOKENS)) passed++;
      if (passed !== CHECKS) throw new Error('a grant was refused');
      const { user, system } = process.cpuUsage(before);
      rounds.push((user + system) / CHECKS);
    }
    return median(rounds);
  };
  const signing = perCheckUs((i) => signGrant(keys, grants[i]!).length > 0);
  const tokens = grants.map((grant) => signGrant(keys, grant));
  const checking = perCheckUs((i) => {
    const grant = readGrant(keys, tokens[i]!, now);
    return grant?.sessionHash?.equals(sessionHashOf(session)) ?? false;
  });
  return [
    {
      promise: 'the check of a replay address alone: token and session',
      figure: `${checking.toFixed(1)} µs of a core (signing one: ${signing.toFixed(1)} µs)`,
      limit: `${LIMIT_US} µs or less`,
      holds: checking <= LIMIT_US,
    },
  ];
}
