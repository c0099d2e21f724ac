import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { UploadFiles } from '#domain/uploads/uploads.ts';
import { writeDurably } from '#server/outside/disk/durable-file.ts';
import { createUploadFiles } from '#server/outside/disk/upload-files.ts';
import { StorageUnavailable } from './s3-errors.ts';
import type { Bucket } from './bucket.ts';

interface Piece {
  key: string;
  from: number;
  to: number;
}

const padded = (offset: number): string => String(offset).padStart(15, '0');

/** Key of the bytes of an upload from an offset to another. */
export const uploadPieceKey = (prefix: string, id: string, from: number, to: number): string =>
  `${prefix}/${id}/${padded(from)}-${padded(to)}`;

/**
 * Uploaded files as objects, one for each request that brought bytes, so that any machine may take the next request. `folder`
 * holds what is on its way and what a worker has put together.
 */
export function s3UploadFiles(bucket: Bucket, prefix: string, folder: string): UploadFiles {
  const local = createUploadFiles(folder);

  async function piecesOf(id: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const { key } of bucket.list(`${prefix}/${id}/`)) {
      const [from = NaN, to = NaN] = key
        .slice(key.lastIndexOf('/') + 1)
        .split('-')
        .map(Number);
      pieces.push({ key, from, to });
    }
    return pieces;
  }

  /** Requests may have overlapped; they brought the same bytes. */
  async function* joined(pieces: readonly Piece[], wanted: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < wanted;) {
      const reaching = pieces.filter(({ from, to }) => from <= at && to > at);
      const [piece] = reaching.toSorted((a, b) => b.to - a.to);
      if (piece === undefined) throw new StorageUnavailable(`an upload lacks its bytes from ${at} on`);
      const bytes = await bucket.stream(piece.key, { start: at - piece.from, end: piece.to - piece.from });
      if (bytes === undefined) throw new StorageUnavailable(`"${piece.key}" was removed while it was read`);
      yield* bytes as AsyncIterable<Buffer>;
      at = piece.to;
    }
  }

  return {
    async open(id, wanted) {
      const path = local.path(id);
      await writeDurably(path, join(folder, `${randomUUID()}.part`), joined(await piecesOf(id), wanted));
      return path;
    },
    async write(id, { from, to }, bytes, signal) {
      local.path(id);
      const piece = randomUUID();
      try {
        const received = await local.write(piece, { from: 0, to: to - from }, bytes, signal);
        if (received > 0) await bucket.putFile(uploadPieceKey(prefix, id, from, from + received), local.path(piece));
        return from + received;
      } finally {
        await local.remove(piece);
      }
    },
    async remove(id) {
      await local.remove(id);
      for (const { key } of await piecesOf(id)) await bucket.remove(key);
    },
  };
}
