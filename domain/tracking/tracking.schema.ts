import { z } from 'zod';

// Bodies are JSON as plain text, so the framework sees a string; `reports.rules.ts` parses it.

const body = (example: string) => z.string().describe(`JSON as plain text: ${example}`);

export const trackingBodySchema = body(
  '`{"tracking": {"tracking_type": 300, "content_id": 1, "tracking_ts": 1764000000.5, …}}`, one report or a list, with `"batch": {"session", "sent_ts", "token"}` beside it where the sender counts its reports',
);
export const tagBodySchema = body('`{"tag_tracking": {"keyword": "…", "tag_type": 100, "results": 0}}`, one or a list');
export const liveBodySchema = body(
  '`{"tracking": {"tracking_type": 101, "channel": 903, "heard": [[from_ts, to_ts, position_ts]]}, "player_stats_json": {…}}`',
);
export const errorBodySchema = body('`{"log": {"cause": "…", "channel": 903, …}}`, one or a list');
export const adBodySchema = body(
  '`{"ads": {"slot": "home-leaderboard-1", "page_group": "home", "event": "viewable", …}}`, one or a list',
);
