import { argon2, createHash, pbkdf2, randomBytes, scrypt, timingSafeEqual, type BinaryLike } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError } from '#shared/domain-error.ts';

/** Cost of our hashes (OWASP's first choice): 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Keeps one of the four libuv threads free for file access under load. */
const AT_ONCE = 3;
/** Queue limit, so that the wait stays below ten seconds. Further requests are refused as unavailable. */
const WAITING = 300;

const argon2Of = promisify(argon2);
const pbkdf2Of = promisify(pbkdf2);
const scryptOf = promisify<BinaryLike, BinaryLike, number, object, Buffer>(scrypt);

let running = 0;
const waiting: (() => void)[] = [];

/** Runs expensive work with limited concurrency. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new DomainError('unavailable', 'too many password checks are in progress');
    await new Promise<void>((begin) => waiting.push(begin));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The slot passes to the next waiter.
    if (next) next();
    else running -= 1;
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Equal characters give equal hashes, whatever composition the keyboard produced. */
const composed = (password: string) => password.normalize('NFKC');

const argon2id = (
  password: string,
  salt: Buffer,
  cost: { memory: number; passes: number; lanes: number; bytes: number },
) =>
  argon2Of('argon2id', {
    message: composed(password),
    nonce: salt,
    memory: cost.memory,
    passes: cost.passes,
    parallelism: cost.lanes,
    tagLength: cost.bytes,
  });

/** The PHC string of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES, bytes: HASH_BYTES };
  const hash = await inTurn(() => argon2id(password, salt, cost));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(hash)}`;
}

/** Parses `m=19456,t=2,p=1`. Values beyond the range of any real hash are dropped. */
const costsOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return /^\d{1,9}$/.test(value) ? [[name, Number(value)]] : [];
    }),
  );

type Check = (password: string) => Promise<Buffer>;

/** Parses a stored hash and selects its algorithm. Null for an unknown kind. */
function readHash(stored: string): { made: Check; hash: Buffer; isPresent: boolean } | null {
  const [, kind = '', ...parts] = stored.split('$');
  if (kind === 'argon2id') {
    const [, costs = '', salt = '', hash = ''] = parts;
    const { m = 0, t = 0, p = 0 } = costsOf(costs);
    if (m < 8 || m > 1_048_576 || t < 1 || t > 20 || p < 1 || p > 16) return null;
    const bytes = Buffer.from(hash, 'base64');
    const cost = { memory: m, passes: t, lanes: p, bytes: bytes.length };
    return {
      made: (password) => argon2id(password, Buffer.from(salt, 'base64'), cost),
      hash: bytes,
      isPresent: m === MEMORY_KIB && t === PASSES && p === LANES && bytes.length === HASH_BYTES,
    };
  }
  const [costs = '', salt = '', text = ''] = parts;
  const hash = Buffer.from(text.replaceAll('.', '+'), 'base64');
  const saltBytes = Buffer.from(salt.replaceAll('.', '+'), 'base64');
  if (kind === 'pbkdf2-sha256') {
    const i = /^\d{1,8}$/.test(costs) ? Number(costs) : (costsOf(costs)['i'] ?? 0);
    if (i < 1 || i > 10_000_000) return null;
    return { made: (password) => pbkdf2Of(password, saltBytes, i, hash.length, 'sha256'), hash, isPresent: false };
  }
  if (kind === 'scrypt') {
    const { ln = 0, r = 0, p = 0 } = costsOf(costs);
    if (ln < 1 || ln > 20 || r < 1 || r > 32 || p < 1 || p > 16) return null;
    const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
    return { made: (password) => scryptOf(password, saltBytes, hash.length, options), hash, isPresent: false };
  }
  // Legacy sites: SHA-1 of salt and password in hexadecimal, with the salt as text.
  if (kind === 'sha1') {
    const [oldSalt = '', hex = ''] = parts;
    const made: Check = async (password) =>
      createHash('sha1')
        .update(oldSalt + password)
        .digest();
    return { made, hash: Buffer.from(hex, 'hex'), isPresent: false };
  }
  return null;
}

export interface PasswordCheck {
  isMatch: boolean;
  /** It matches a hash of an older kind, so a new one should be stored. */
  isOutdated: boolean;
}

const NO_MATCH: PasswordCheck = { isMatch: false, isOutdated: false };

/** Takes as long as a real hash; nothing matches it. */
const STAND_IN = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/**
 * Verifies a password against a stored hash in constant time. Without a hash (unknown account, or a member without a
 * password) it does the same work and returns no match. Older kinds: `pbkdf2-sha256`, `scrypt`, and `$sha1$salt$hash`.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<PasswordCheck> {
  const known = stored === null ? null : readHash(stored);
  const { made, hash, isPresent } = known ?? readHash(STAND_IN)!;
  if (hash.length < 16) return NO_MATCH;
  const found = await inTurn(() => made(password));
  // Older kinds are faster to verify. The extra work hides from a guesser which accounts are old.
  if (!isPresent) await inTurn(() => readHash(STAND_IN)!.made(password));
  const isMatch = found.length === hash.length && timingSafeEqual(found, hash) && known !== null;
  return isMatch ? { isMatch, isOutdated: !isPresent } : NO_MATCH;
}
