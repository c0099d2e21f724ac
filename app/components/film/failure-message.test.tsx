import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { PlayerErrorCode, VodSession } from '#app/player/player.state.ts';
import { filmSource } from '#app/player/sources/film.ts';
import type { Refused } from '#app/player/sources/source.ts';
import { newVod } from '#app/player/vod-session.ts';
import { FailureMessage } from './failure-message.tsx';

// Every failure has a text and an action.

const film = filmSource({
  of: 'film',
  id: 5,
  title: '回聲三十',
  from: '',
  art: { src: '', srcset: '' },
  page: '/crgovideo/5',
  durationMs: 60_000,
});
const refused = (code: Refused['code'], detail?: unknown): Refused => ({ code, message: '今日維修', detail });
const failed = (error: PlayerErrorCode, refusal: Refused | null = null, attempts = 0): VodSession => ({
  ...newVod(film, 0),
  phase: 'failed',
  error,
  refused: refusal,
  attempts,
});
const drawn = (session: VodSession) =>
  renderToStaticMarkup(
    <FailureMessage
      session={session}
      rentPage="/rent"
      diagnosticPage="/diagnostic"
      noRight={{ title: '未有呢套影片', words: '租看之後就得。', rent: '去租看' }}
    />,
  );
const playing = (...devices: string[]) => ({
  playing: devices.map((device_name, index) => ({
    lease_id: `lease-${index}`,
    epoch: 1,
    device_name,
    started_ts: 1_780_000_000 + index * 60,
  })),
});

it('names the device that plays and offers to come here or to stay there', () => {
  const html = drawn(failed('121003', refused('121003', playing('客廳電視'))));
  expect(html).toContain('你喺「客廳電視」睇緊');
  expect(html).toMatch(/留返喺嗰邊.*轉到呢度睇/);
  const many = drawn(failed('121003', refused('121003', playing('電視', '電視'))));
  expect(many.match(/停「電視」（\d\d:\d\d 開始）/g)).toHaveLength(2);
});

it('says that another device has taken it, and takes it back', () => {
  const html = drawn(failed('121003', refused('121003', { why: 'taken_over', device_name: 'iPhone' })));
  expect(html).toContain('「iPhone」播緊，位置已經記低。');
  expect(html).toContain('喺呢度睇返');
});

it.each([
  { what: 'a guest', session: failed('121001', refused(10004)), leads: '/member/user/login' },
  {
    what: 'an address that is not proved',
    session: failed('121001', refused(1, 'tvodEmailNotVerified')),
    leads: '/member/user/verifyEmail',
  },
  { what: 'no right', session: failed('121001', refused('121001')), leads: '/rent' },
  { what: 'a full list of devices', session: failed('121002', refused('121002')), leads: '/member/userinfo/devices' },
  { what: 'a browser that plays nothing', session: failed('120007'), leads: '/diagnostic' },
  { what: 'a fault', session: failed('120010', null, 4), leads: '/diagnostic' },
])('leads $what to where that is mended', ({ session, leads }) => {
  vi.stubGlobal('location', { pathname: '/crgovideo/5', search: '' });
  expect(drawn(session)).toContain(`href="${leads}`);
  vi.unstubAllGlobals();
});

it('says how often it was tried, and that a private window is a new device', () => {
  expect(drawn(failed('120010', null, 4))).toContain('已經試咗 3 次。');
  expect(drawn(failed('121002', refused('121002')))).toContain('私密視窗');
});

it('sends nobody to prove an address whose turn it only is not', () => {
  const html = drawn(failed('121001', refused(1, { place: { number: 9, ahead: 3 } })));
  expect(html).toContain('未輪到你入場');
  expect(html).not.toContain('verifyEmail');
});

it('says in the words of the station that it is switched off', () => {
  expect(drawn(failed('120010', refused(20)))).toContain('今日維修');
});
