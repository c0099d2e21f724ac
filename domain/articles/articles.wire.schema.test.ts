import { expect, it } from 'vitest';
import {
  articlesQuerySchema,
  highlightsQuerySchema,
  mostViewedQuerySchema,
  newsQuerySchema,
  phonographQuerySchema,
  roadQuerySchema,
} from './articles.wire.schema.ts';

it('R-461 gives as many of each list as its page shows, where nobody says how many', () => {
  const kind = (content_type: string) => articlesQuerySchema.parse({ content_type }).count;
  expect(articlesQuerySchema.parse({}).count).toBe(11);
  expect(['301', '302', '303', '304', '305', '306', '307'].map(kind)).toEqual([11, 10, 12, 10, 10, 5, 12]);
  expect(newsQuerySchema.parse({ section: 'hot' }).count).toBe(9);
  for (const section of [undefined, 'recent', 'finance', 'editorial', 'traffic'])
    expect(newsQuerySchema.parse({ section }).count).toBe(10);
  expect(mostViewedQuerySchema.parse({}).count).toBe(18);
  expect(highlightsQuerySchema.parse({ program_id: '1' }).limit).toBe(6);
  expect(roadQuerySchema.parse({}).count).toBe(5);
  expect(phonographQuerySchema.parse({}).count).toBe(12);
});

it('gives as many as are asked for, up to a limit', () => {
  expect(newsQuerySchema.parse({ section: 'hot', count: '10' }).count).toBe(10);
  expect(newsQuerySchema.safeParse({ count: '61' }).success).toBe(false);
  expect(mostViewedQuerySchema.parse({ count: '500' }).count).toBe(500);
  expect(mostViewedQuerySchema.safeParse({ count: '501' }).success).toBe(false);
});
