import { calls } from '#app/paths.ts';
import { call } from '#app/player/channel/channel-feed.ts';
import type { ReplaySource } from '#app/player/sources/replay.ts';
import type { PlayReplyWire } from '#domain/archive/archive.schema.ts';

/** Asks for the addresses of a section. */
export async function openReplay({ sectionId }: ReplaySource): Promise<string> {
  const { items } = await call<PlayReplyWire>(calls.playback(sectionId));
  const [first] = items;
  if (first === undefined) throw new Error('no address');
  return first.path;
}
