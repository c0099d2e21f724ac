import { newsText as text } from '#app/text/zh-hk/follows.ts';
import { timeText } from '#app/text/zh-hk/time.ts';
import type { FollowedWire, NewsWire } from '#domain/follows/follows.schema.ts';
import { clockHk, dayHkOf } from '#shared/hk-time.ts';

/** One piece of news in words, beside the name of what is followed. */
export function newsWords(
  { kind }: Pick<FollowedWire, 'kind'>,
  { what, title, state, minutes, start_ts: start, end_ts: end }: NewsWire,
  nowMs: number,
): string {
  const startsAt = new Date(start * 1000);
  const when = `${timeText.relativeDay(dayHkOf(startsAt), dayHkOf(new Date(nowMs)))} ${clockHk(startsAt)}`;
  // Beside the name of a host or singer, it also needs that of the programme or song.
  const named = (words: string) => (kind === 'host' ? text.ofProgram(title, words) : words);
  switch (what) {
    case 'replay':
      return named(text.replay(when));
    case 'next':
      return start * 1000 <= nowMs && end !== null && nowMs < end * 1000
        ? named(text.onAir(clockHk(new Date(end * 1000))))
        : named(text.next(when));
    case 'play':
      return kind === 'singer' ? text.playedOf(title, when) : text.played(when);
    case 'road':
      return title;
    case 'tunnel': {
      const words = text.tunnel[state as keyof typeof text.tunnel];
      return minutes === null ? words : text.minutes(words, minutes);
    }
    case 'event':
      return state === 'before' ? text.starts(when) : text.event[state as keyof typeof text.event];
  }
}
