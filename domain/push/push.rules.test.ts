import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, isAllowedEndpoint, judge, outcomeOf, quietUntil } from './push.rules.ts';

const at = (clock: string) => new Date(`2026-11-28T${clock}:00+08:00`);

describe('quiet hours', () => {
  const of = (quietFrom: number, until: number) => ({ ...DEFAULT_SETTINGS, quietFrom, quietUntil: until });

  it('run past midnight, begin and end at their hours, and are off where both are the same', () => {
    expect(quietUntil(of(23, 7), at('22:59'))).toBeNull();
    expect(quietUntil(of(23, 7), at('23:00'))).toEqual(new Date('2026-11-29T07:00:00+08:00'));
    expect(quietUntil(of(23, 7), at('06:59'))).toEqual(at('07:00'));
    expect(quietUntil(of(23, 7), at('07:00'))).toBeNull();
    expect(quietUntil(of(13, 15), at('14:00'))).toEqual(at('15:00'));
    expect(quietUntil(of(13, 15), at('12:59'))).toBeNull();
    expect(quietUntil(of(0, 7), at('00:00'))).toEqual(at('07:00'));
    expect(quietUntil(of(22, 0), at('23:30'))).toEqual(new Date('2026-11-29T00:00:00+08:00'));
    expect(quietUntil(of(8, 8), at('08:00'))).toBeNull();
  });
});

describe('a delivery that is due', () => {
  const message = { kind: 'weather' as const, expiresAt: new Date('2026-11-29T09:00:00+08:00') };
  const base = { message, settings: DEFAULT_SETTINGS, toldToday: 0, isCounted: false };

  it('is held by quiet hours if it is still news after them, and dropped if not', () => {
    const until = new Date('2026-11-29T07:00:00+08:00');
    expect(judge(base, at('23:30'))).toEqual({ does: 'wait', until });
    expect(judge({ ...base, message: { ...message, expiresAt: until } }, at('23:30'))).toEqual({ does: 'drop' });
  });

  it('comes as a warning at any time and beyond the limit to those who said so, other kinds do not', () => {
    const settings = { ...DEFAULT_SETTINGS, isAlwaysWarned: true };
    const asked = { ...base, settings, toldToday: 99 };
    expect(judge(asked, at('23:30'))).toEqual({ does: 'send', counts: false });
    expect(judge({ ...asked, message: { ...message, kind: 'news' } }, at('23:30'))).toMatchObject({ does: 'wait' });
    expect(judge({ ...asked, message: { ...message, kind: 'news' } }, at('12:00'))).toEqual({ does: 'drop' });
  });

  it('is dropped when it is over, of a kind that is off, or beyond the limit of the day', () => {
    expect(judge(base, message.expiresAt)).toEqual({ does: 'drop' });
    expect(judge({ ...base, settings: { ...DEFAULT_SETTINGS, kinds: ['news'] } }, at('12:00'))).toEqual({
      does: 'drop',
    });
    expect(judge({ ...base, toldToday: 4 }, at('12:00'))).toEqual({ does: 'send', counts: true });
    expect(judge({ ...base, toldToday: 5 }, at('12:00'))).toEqual({ does: 'drop' });
    // It was counted when it was first tried.
    expect(judge({ ...base, toldToday: 5, isCounted: true }, at('12:00'))).toEqual({ does: 'send', counts: false });
  });
});

describe('what a push service answers', () => {
  const left = { attempts: 0, expiresAt: at('13:00') };
  const answer = (status: number, retryAfterSeconds: number | null = null) => ({ status, retryAfterSeconds });

  it('ends a subscription that is gone, waits as long as asked, and never beyond the end of the message', () => {
    const now = at('12:00');
    expect(outcomeOf(answer(201), left, now)).toEqual({ is: 'sent' });
    expect(outcomeOf(answer(404), left, now)).toEqual({ is: 'gone' });
    expect(outcomeOf(answer(410), left, now)).toEqual({ is: 'gone' });
    expect(outcomeOf(answer(413), left, now)).toEqual({ is: 'refused' });
    expect(outcomeOf(answer(429, 120), left, now)).toEqual({ is: 'later', at: at('12:02') });
    expect(outcomeOf(answer(429, 7_200), left, now)).toEqual({ is: 'missed' });
    expect(outcomeOf('silent', left, now)).toEqual({ is: 'later', at: new Date(now.getTime() + 5_000) });
    expect(outcomeOf(answer(503), { ...left, attempts: 3 }, now)).toEqual({
      is: 'later',
      at: new Date(now.getTime() + 40_000),
    });
    expect(outcomeOf(answer(503), { ...left, attempts: 7 }, now)).toEqual({ is: 'missed' });
  });
});

describe('an endpoint', () => {
  const allowed = { hosts: ['fcm.example', '*.push.example'], sandbox: null };

  it('is called at known push services alone, so that a browser cannot make the station call anything else', () => {
    expect(isAllowedEndpoint('https://fcm.example/send/abc?x=1', allowed)).toBe(true);
    expect(isAllowedEndpoint('https://web.push.example/abc', allowed)).toBe(true);
    const refused = [
      'http://fcm.example/a',
      'https://fcm.example:8443/a',
      'https://user@fcm.example/a',
      'https://fcm.example.evil.example/a',
      'https://push.example/a',
      'https://evilpush.example/a',
      'https://.push.example/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://2130706433/a',
      'https://localhost/a',
      'https://fcm.example\\@evil.example/a',
      'https://fcm.example#@evil.example',
      'https://evil.example/#https://fcm.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://localhost:8810/sandbox/push/send/a',
      `https://fcm.example/${'a'.repeat(1_000)}`,
      '',
      'nonsense',
    ];
    expect(refused.filter((endpoint) => isAllowedEndpoint(endpoint, allowed))).toEqual([]);
  });

  it('of the sandbox is called in the demo alone, and nothing beside it', () => {
    const demo = { hosts: [], sandbox: 'http://localhost:8810/sandbox/push/send/' };
    expect(isAllowedEndpoint('http://localhost:8810/sandbox/push/send/abc', demo)).toBe(true);
    expect(isAllowedEndpoint('http://localhost:8810/sandbox/push/send/../../../metrics', demo)).toBe(false);
    expect(isAllowedEndpoint('http://localhost:8811/metrics', demo)).toBe(false);
  });
});
