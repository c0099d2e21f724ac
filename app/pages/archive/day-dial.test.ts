import { describe, expect, it } from 'vitest';
import { dialOf } from './day-dial.ts';

const about = { today: '2026-11-21', first: '2026-10-23' };

describe('the fortnight of a day', () => {
  it('ends today, and has no later one', () => {
    const dial = dialOf('2026-11-21', about);
    expect([dial.days.length, dial.days[0], dial.days.at(-1)]).toEqual([14, '2026-11-08', '2026-11-21']);
    expect(dial).toMatchObject({ earlier: '2026-11-07', later: null });
  });

  it('holds every day of it in the same place', () => {
    expect(dialOf('2026-11-08', about)).toEqual(dialOf('2026-11-20', about));
  });

  it('leads on to fortnights on either side, as far as there are replays', () => {
    expect(dialOf('2026-11-07', about)).toMatchObject({ earlier: '2026-10-24', later: '2026-11-21' });
    expect(dialOf('2026-10-24', about)).toMatchObject({ earlier: null, later: '2026-11-07' });
  });
});
