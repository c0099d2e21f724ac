import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StandError } from '../processes.ts';

// Each server with data on a file system of its own, of a size that can be filled: an image on a loop device.

const MIB = 2 ** 20;
/** Images are sparse. NATS refuses a stream that its disk could not hold. */
const SIZES_MIB = { etcd: 256, nats: 24_576, db: 3_072, files: 1_024, swift: 4_096 } as const;
const FILLER = 'filler';

/** The folder that a server writes to, and what it may hold; undefined: it writes nothing. */
function diskOf(name: string): { path: string; mib: number } | undefined {
  if (/^etcd\d$/.test(name)) return { path: name, mib: SIZES_MIB.etcd };
  if (/^nats\d$/.test(name)) return { path: name, mib: SIZES_MIB.nats };
  if (/^db\d$/.test(name)) return { path: name, mib: SIZES_MIB.db };
  if (/^(web|media|worker)\d$/.test(name)) return { path: join('files', name), mib: SIZES_MIB.files };
  if (name === 'swift-object') return { path: join('swift', 'devices', 'device'), mib: SIZES_MIB.swift };
  return undefined;
}

const NAMES = 'etcd1 etcd2 etcd3 nats1 nats2 nats3 db1 db2 swift-object web1 web2 media1 media2 worker1 worker2'.split(
  ' ',
);

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new StandError(`${program} failed: ${error?.message ?? stderr}`);
}

const isMounted = (path: string): boolean => spawnSync('mountpoint', ['-q', path]).status === 0;

/** Mounts a disk for each server that writes. */
export function mountDisks(folder: string): void {
  for (const name of NAMES) {
    const { path, mib } = diskOf(name)!;
    const at = join(folder, path);
    mkdirSync(at, { recursive: true });
    if (isMounted(at)) continue;
    const image = join(folder, 'disks', `${name}.img`);
    mkdirSync(join(folder, 'disks'), { recursive: true });
    if (!existsSync(image)) {
      writeFileSync(image, '');
      truncateSync(image, mib * MIB);
      // Nothing is reserved for root, who runs most of them.
      run('mkfs.ext4', '-q', '-m', '0', image);
    }
    run('mount', '-o', 'loop', image, at);
    rmSync(join(at, 'lost+found'), { recursive: true, force: true });
    rmSync(join(at, FILLER), { force: true });
  }
}

export function unmountDisks(folder: string): void {
  for (const name of NAMES.toReversed()) {
    const at = join(folder, diskOf(name)!.path);
    if (isMounted(at)) run('umount', at);
  }
}

function fillerOf(folder: string, name: string): string {
  const disk = diskOf(name);
  const at = disk && join(folder, disk.path);
  if (at === undefined || !isMounted(at))
    throw new StandError(`${name} has no disk of its own: start the stand with --disks.`);
  return join(at, FILLER);
}

/** Fills all free space, repeatedly: what the server frees meanwhile is filled too. */
export function fillDisk(folder: string, name: string): void {
  const filler = fillerOf(folder, name);
  for (let i = 0; i < 20; i++) {
    const { bavail, bsize } = statfsSync(join(filler, '..'));
    if (bavail < 2) return;
    const { size } = existsSync(filler) ? statSync(filler) : { size: 0 };
    // Blocks are reserved and not written. Some are needed for the list of them.
    for (const blocks of [bavail - 1, Math.floor(bavail / 2)])
      if (spawnSync('fallocate', ['-o', String(size), '-l', String(blocks * bsize), filler]).status === 0) break;
  }
}

export const emptyDisk = (folder: string, name: string): void => rmSync(fillerOf(folder, name), { force: true });
