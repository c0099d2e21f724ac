import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FilmWork } from '#domain/film-making/film-tools.types.ts';
import type { SegmentStorage } from '#domain/media/media.ts';
import type { UploadFiles } from '#domain/uploads/uploads.ts';
import type { Config } from '#server/config.ts';
import { createFileStorage } from '#server/outside/disk/file-storage.ts';
import { createFilmWork } from '#server/outside/disk/film-work.ts';
import { diskStorage } from '#server/outside/disk/segment-storage.ts';
import { diskReleases } from '#server/outside/disk/release-storage.ts';
import { diskWarehouse } from '#server/outside/disk/warehouse-storage.ts';
import { createUploadFiles } from '#server/outside/disk/upload-files.ts';
import { createBucket, type Bucket } from '#server/outside/s3/bucket.ts';
import { s3Files } from '#server/outside/s3/file-storage.ts';
import { s3FilmWork } from '#server/outside/s3/film-work.ts';
import { s3Releases } from '#server/outside/s3/release-storage.ts';
import type { BucketAccess } from '#server/outside/s3/s3-calls.ts';
import { s3Segments } from '#server/outside/s3/segment-storage.ts';
import { s3UploadFiles } from '#server/outside/s3/upload-files.ts';
import { s3Warehouse } from '#server/outside/s3/warehouse-storage.ts';
import type { RemovableFiles } from '#shared/outside/file-storage.ts';
import type { ReleaseStorage } from '#shared/outside/release-storage.ts';
import type { WarehouseStorage } from '#shared/outside/warehouse-storage.ts';

/** Everything that is stored as bytes and not in the database. */
export interface Stores {
  storage: SegmentStorage;
  /** Recordings of articles and pictures of visitors. */
  files: RemovableFiles;
  /** Files of the picture library, each removed with its picture. */
  pictureFiles: RemovableFiles;
  /** Files of the station's own advertisements. */
  creativeFiles: RemovableFiles;
  /** Proofs of payment sent by members. */
  receiptFiles: RemovableFiles;
  filmWork: FilmWork;
  classicUploads: UploadFiles;
  /** Scripts and styles of the last builds. */
  releases: ReleaseStorage;
  /** The same of the desk. */
  deskReleases: ReleaseStorage;
  /** Figures and reports by day, for the data warehouse. */
  warehouse: WarehouseStorage;
}

export type StorageConfig = Pick<
  Config,
  'DATA_DIR' | 'STORAGE' | 'AWS_ENDPOINT_URL_S3' | 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'
>;

/** The bucket named `s3://bucket/prefix`. */
function accessOf(config: Omit<StorageConfig, 'DATA_DIR'>): BucketAccess {
  const { hostname, pathname } = new URL(config.STORAGE);
  const path = pathname.replace(/^\/|\/$/g, '');
  return {
    endpoint: config.AWS_ENDPOINT_URL_S3.replace(/\/$/, '') || `https://s3.${config.AWS_REGION}.amazonaws.com`,
    region: config.AWS_REGION,
    bucket: hostname,
    prefix: path === '' ? '' : `${path}/`,
    accessKeyId: config.AWS_ACCESS_KEY_ID,
    secretAccessKey: config.AWS_SECRET_ACCESS_KEY,
  };
}

/** Null with `STORAGE=disk`. */
export const bucketOf = (config: Omit<StorageConfig, 'DATA_DIR'>): Bucket | null =>
  config.STORAGE === 'disk' ? null : createBucket(accessOf(config));

/** Reads what a disk still has from there: bytes stored after a move was verified and before the processes were restarted. */
function withFormerDisk(segments: SegmentStorage, former: SegmentStorage): SegmentStorage {
  return {
    put: (key, bytes) => segments.put(key, bytes),
    get: async (key, range) => (await former.get(key, range)) ?? segments.get(key, range),
    has: async (key) => (await former.has(key)) || segments.has(key),
    remove: async (key) => void (await Promise.all([former.remove(key), segments.remove(key)])),
  };
}

function filesWithFormerDisk(files: RemovableFiles, former: RemovableFiles): RemovableFiles {
  return {
    put: (bytes, sha256) => files.put(bytes, sha256),
    stream: async (sha256, range) => (await former.stream(sha256, range)) ?? files.stream(sha256, range),
    stat: async (sha256) => (await former.stat(sha256)) ?? files.stat(sha256),
    has: async (sha256) => (await former.has(sha256)) || files.has(sha256),
    list: (putBefore) => files.list(putBefore),
    remove: async (sha256) => void (await Promise.all([former.remove(sha256), files.remove(sha256)])),
  };
}

/** Storage by `STORAGE`: folders under DATA_DIR, or a bucket that several machines share. */
export function openStores(config: StorageConfig): Stores {
  const dataDir = resolve(config.DATA_DIR);
  const bucket = bucketOf(config);
  const media = diskStorage(join(dataDir, 'media'));
  const filesIn = (folder: string): RemovableFiles => {
    const disk = createFileStorage(join(dataDir, folder));
    if (bucket === null) return disk;
    const shared = s3Files(bucket, folder);
    return existsSync(join(dataDir, folder)) ? filesWithFormerDisk(shared, disk) : shared;
  };
  const releasesIn = (folder: string): ReleaseStorage =>
    bucket ? s3Releases(bucket, folder) : diskReleases(join(dataDir, folder));
  const shared = bucket && s3Segments(bucket);
  return {
    storage: shared === null ? media : existsSync(join(dataDir, 'media')) ? withFormerDisk(shared, media) : shared,
    files: filesIn('files'),
    pictureFiles: filesIn('files/library'),
    creativeFiles: filesIn('files/creatives'),
    receiptFiles: filesIn('files/receipts'),
    filmWork: bucket ? s3FilmWork(bucket, join(dataDir, 'film-making')) : createFilmWork(join(dataDir, 'film-making')),
    classicUploads: bucket
      ? s3UploadFiles(bucket, 'classics', join(dataDir, 'classics'))
      : createUploadFiles(join(dataDir, 'classics')),
    releases: releasesIn('releases'),
    deskReleases: releasesIn('desk-releases'),
    warehouse: bucket ? s3Warehouse(bucket) : diskWarehouse(join(dataDir, 'warehouse')),
  };
}
