import { playlistNaming, type PushedSound } from '#tests/factories/media/pushed-sound.ts';
import { tokenOf } from '#tests/factories/media/media-origin.ts';

export interface Pushed {
  status: number;
  detail: string;
  appended: number;
  /** Lag of the sound, if reported. */
  behindSeconds: number;
}

/** An encoder driven by the test, one request at a time. */
export function testEncoder(address: string, name: string, { channel = 881, rendition = 'a64' } = {}) {
  const base = `${address}/ingest/${channel}/${rendition}`;
  async function put(
    file: string,
    body: Buffer | string,
    init: { headers?: Record<string, string>; method?: string } = {},
  ): Promise<Pushed> {
    const reply = await fetch(`${base}/${file}`, {
      method: init.method ?? 'PUT',
      headers: { authorization: `Bearer ${tokenOf(name)}`, ...init.headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    const text = await reply.text();
    const parsed = (text === '' ? {} : JSON.parse(text)) as {
      response?: { detail?: string; appended?: number; behind_seconds?: number };
    };
    const { detail = '', appended = 0, behind_seconds: behindSeconds = 0 } = parsed.response ?? {};
    return { status: reply.status, detail, appended, behindSeconds };
  }
  return {
    put,
    init: (sound: PushedSound) => put('init.mp4', sound.init),
    segment: (file: string, bytes: Buffer) => put(file, bytes),
    playlist: (files: readonly string[], startsAt: number) => put('index.m3u8', playlistNaming(files, startsAt)),
    /** A segment with its own time. */
    dated: (bytes: Buffer, startsAt: number) =>
      put('dated.m4s', bytes, { headers: { 'x-program-date-time': new Date(startsAt).toISOString() } }),
  };
}
