import { expect, it } from 'vitest';
import { siteUrl } from '#tests/setup/browser.ts';

// Searches of listeners in the demo's archive, by API call.

interface Found {
  content_type: number | null;
  type: string;
  title: string;
  program_name: string | null;
  display_ts: number | null;
  url: string;
}

async function found(query: Record<string, string>): Promise<Found[]> {
  const reply = await fetch(`${siteUrl()}/api/search?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { response: { items: Found[] } }).response.items;
}

it.each([
  ['早安', '早安交通網'],
  ['交通', '早安交通網'],
  // In its tagline.
  ['路況', '早安交通網'],
  // Its hosts, and others.
  ['鄭以誠', '晨早起勢'],
])('finds replays by %s: of %s, the newest first', async (q, program) => {
  for (const type of ['replay', '202']) {
    const replays = await found({ q, type });
    expect(replays.map(({ program_name }) => program_name)).toContain(program);
    expect(new Set(replays.map(({ content_type }) => content_type))).toEqual(new Set([202]));
    const times = replays.map(({ display_ts }) => display_ts ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  }
});

it('finds a replay by what was said in it, at the second of it', async () => {
  const [first] = await found({ q: '恒生指數半日升', content_type: '202' });
  expect(first?.url).toMatch(/^\/program\/archives\/\d+\?at=\d+$/);
});

it('puts the programme and the page of that name before stories, and gives neither host nor page a ContentType', async () => {
  const first = (await found({ q: '交通' })).slice(0, 2);
  expect(first).toHaveLength(2);
  expect(first).toContainEqual(expect.objectContaining({ type: 'page', content_type: null, title: '交通' }));
  expect(first).toContainEqual(expect.objectContaining({ type: 'program', content_type: 200, title: '早安交通網' }));
  expect((await found({ q: '鄭以誠' }))[0]).toMatchObject({ type: 'host', content_type: null, title: '鄭以誠' });
});
