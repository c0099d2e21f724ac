import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ReleaseStorage } from '#shared/outside/release-storage.ts';

const decompress = promisify(brotliDecompress);

/** Names of assets end with a hash of their content. */
const ASSET_NAME = /^[\w.-]{1,200}$/;
const MANIFEST = /^([0-9a-f]{32})\.json$/;
const OF_RELEASE = /^([0-9a-f]{32})\.(?:pack|json)$/;
/** How often storage is asked for releases that this process does not know. */
const LOOK_MS = 1_000;
/** A pack without a readable manifest is of a start that was killed, or of one in progress. */
const UNFINISHED_MS = 3_600_000;
/** Bytes of other releases in memory, compressed. */
const CACHE_BYTES = 8 * 1_048_576;
/** An unavailable bucket delays a start by at most this. */
const PUBLISH_WAIT_MS = 5_000;

const manifestSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      /** The last start of a process of the release. */
      started_ts: z.number(),
      /** Offset in the pack, length, and whether the bytes are compressed with brotli. */
      files: z.record(z.string().regex(ASSET_NAME), z.tuple([z.int(), z.int(), z.boolean()])),
    }),
  );
type Manifest = z.infer<typeof manifestSchema>;

export interface ReleaseAsset {
  /** `identity` is for browsers that do not accept brotli. */
  bodies: { br?: Buffer; identity?: Buffer };
}

export interface Releases {
  /**
   * Stores the assets of this release, unless another process has, and removes those of releases beyond the limit.
   * A release counts by its last start, so that a rollback keeps what it runs.
   */
  publish(): Promise<void>;
  /** An asset of any stored release. Undefined if there is none: storage is not asked for names that no release has. */
  find(name: string, acceptsBrotli: boolean): Promise<ReleaseAsset | undefined>;
}

/** The assets of a build as one pack, so that a release is two objects and is complete once its manifest exists. */
function packOf(clientDir: string): { id: string; pack: Buffer; files: Manifest['files'] } {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder).filter((name) => ASSET_NAME.test(name) && !/\.(br|gz)$/.test(name));
  const files: Manifest['files'] = {};
  const bodies: Buffer[] = [];
  const hash = createHash('sha256');
  let at = 0;
  for (const name of names.toSorted()) {
    const isCompressed = existsSync(join(folder, `${name}.br`));
    const body = readFileSync(join(folder, isCompressed ? `${name}.br` : name));
    files[name] = [at, body.length, isCompressed];
    bodies.push(body);
    hash.update(`${name}\n`).update(body);
    at += body.length;
  }
  return { id: hash.digest('hex').slice(0, 32), pack: Buffer.concat(bodies), files };
}

/**
 * Assets of the last releases in storage that all web processes share: during a deployment pages of one build ask
 * processes of another for their scripts.
 */
export function createReleases({
  storage,
  clientDir,
  limit,
  now,
}: {
  storage: ReleaseStorage;
  clientDir: string;
  /** Releases that are kept. */
  limit: number;
  now: () => Date;
}): Releases {
  const known = new Map<string, Manifest>();
  /** For all releases: the name of an asset identifies its content. */
  const places = new Map<string, { pack: string; start: number; end: number; isCompressed: boolean }>();
  const cached = new Map<string, Promise<Buffer | undefined>>();
  const sizes = new Map<string, number>();
  let cachedBytes = 0;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  /** Undefined if it is gone or damaged: then the other releases are served all the same. */
  const read = async (id: string): Promise<Manifest | undefined> =>
    manifestSchema.safeParse((await storage.get(`${id}.json`))?.toString()).data;

  /** Learns which releases there are. */
  async function look(): Promise<{ name: string; changedAt: Date }[]> {
    const listed = await storage.list();
    const ids = listed.flatMap(({ name }) => MANIFEST.exec(name)?.[1] ?? []);
    for (const id of known.keys()) if (!ids.includes(id)) known.delete(id);
    for (const id of ids) {
      const manifest = known.get(id) ?? (await read(id));
      if (manifest) known.set(id, manifest);
    }
    places.clear();
    for (const [id, { files }] of known)
      for (const [name, [start, length, isCompressed]] of Object.entries(files))
        places.set(name, { pack: `${id}.pack`, start, end: start + length, isCompressed });
    return listed;
  }

  /** At most once a second, and one at a time, whatever is asked for. */
  async function lookAgain(): Promise<void> {
    if (looking === undefined && now().getTime() - lookedAt < LOOK_MS) return;
    looking ??= look()
      .then(() => void (lookedAt = now().getTime()))
      .finally(() => (looking = undefined));
    await looking;
  }

  async function bytesOf(name: string): Promise<Buffer | undefined> {
    const place = places.get(name);
    if (place === undefined) return undefined;
    const held = cached.get(name);
    if (held !== undefined) {
      // The most recently used are the last to go.
      cached.delete(name);
      cached.set(name, held);
      return held;
    }
    const asked = storage.get(place.pack, place);
    cached.set(name, asked);
    const bytes = await asked.catch((error: unknown) => {
      cached.delete(name);
      throw error;
    });
    if (bytes === undefined) {
      cached.delete(name);
      places.delete(name);
      return undefined;
    }
    if (!sizes.has(name)) {
      sizes.set(name, bytes.length);
      cachedBytes += bytes.length;
    }
    for (const oldest of cached.keys()) {
      if (cachedBytes <= CACHE_BYTES) break;
      if (!sizes.has(oldest)) continue;
      cached.delete(oldest);
      cachedBytes -= sizes.get(oldest)!;
      sizes.delete(oldest);
    }
    return bytes;
  }

  return {
    async publish() {
      const { id, pack, files } = packOf(clientDir);
      const listed = await storage.list();
      if (!listed.some(({ name }) => name === `${id}.pack`)) await storage.put(`${id}.pack`, pack);
      const manifest: Manifest = { started_ts: now().getTime() / 1_000, files };
      await storage.put(`${id}.json`, Buffer.from(JSON.stringify(manifest)));
      known.clear();
      const all = await look();
      const dropped = new Set(
        [...known]
          .toSorted(([, one], [, other]) => other.started_ts - one.started_ts)
          .slice(limit)
          .map(([release]) => release),
      );
      for (const { name, changedAt } of all) {
        const release = OF_RELEASE.exec(name)?.[1];
        if (release === undefined || known.has(release)) continue;
        if (changedAt.getTime() < now().getTime() - UNFINISHED_MS) dropped.add(release);
      }
      for (const release of dropped) {
        // The manifest first, so that nothing names a pack that is gone.
        await storage.remove(`${release}.json`);
        await storage.remove(`${release}.pack`);
      }
      if (dropped.size > 0) await look();
    },
    async find(name, acceptsBrotli) {
      if (!ASSET_NAME.test(name)) return undefined;
      if (!places.has(name)) await lookAgain();
      const bytes = await bytesOf(name);
      const place = places.get(name);
      if (bytes === undefined || place === undefined) return undefined;
      if (!place.isCompressed) return { bodies: { identity: bytes } };
      return { bodies: acceptsBrotli ? { br: bytes } : { identity: await decompress(bytes) } };
    },
  };
}

/**
 * The stored releases with that of `clientDir`: before this process is sent requests, so that pages of its build find their
 * scripts at the others. Undefined if none are kept.
 */
export async function openReleases({
  log,
  ...options
}: Parameters<typeof createReleases>[0] & { log: Pick<Logger, 'error'> }): Promise<Releases | undefined> {
  if (options.limit === 0) return undefined;
  const releases = createReleases(options);
  const stored = releases
    .publish()
    .catch((error: unknown) => log.error({ err: error }, 'could not store the assets of this build'));
  await Promise.race([stored, delay(PUBLISH_WAIT_MS, undefined, { ref: false })]);
  return releases;
}
