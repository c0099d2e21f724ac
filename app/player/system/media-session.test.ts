import { expect, it } from 'vitest';
import { applyReply } from '#app/player/replay/replay-reply.ts';
import { replaySource } from '#app/player/sources/replay.ts';
import { replayReply } from '#tests/factories/playback/replay-reply.ts';
import { factsOf } from './media-session.ts';

const facts = (changes: Parameters<typeof replayReply>[0] = {}) => {
  const source = applyReply(replaySource({ sectionId: 11 }, 'auto'), replayReply(changes));
  return factsOf({ timeline: 'vod', source, positionMs: 0, durationMs: 1, speed: 1 });
};

it('tells the system whose a replay is: its channel, and of what has none the station', () => {
  expect(facts()).toMatchObject({ title: '的士高峰', artist: '雷霆881' });
  expect(facts({ parts: [] })).toMatchObject({ artist: '雷霆881', album: '雷霆881' });
  expect(facts({ stream_id: 100_001 })).toMatchObject({ artist: 'CR電台' });
});
