import type { Broadcast as Replay } from '#domain/archive/archive.schema.ts';
import type { PlayedSong } from '#domain/songs/songs.ts';
import type { Broadcast } from '#domain/timetable/timetable.schema.ts';
import { clockHk } from '#shared/hk-time.ts';
import type { ChannelId } from '#shared/enums.ts';

const CHANNELS: Record<ChannelId, string> = { 881: '雷霆881', 903: '叱咤903', 864: 'AM864' };

/** `11 月 28 日` */
const dayWords = (dayHk: string) => `${Number(dayHk.slice(5, 7))} 月 ${Number(dayHk.slice(8, 10))} 日`;

/** What notifications say. */
export const pushWords = {
  replay: ({ programTitle, title, dayHk }: Pick<Replay, 'programTitle' | 'title' | 'dayHk'>) => ({
    title: programTitle,
    body: title === null ? `${dayWords(dayHk)}嘅重溫有得聽喇。` : `「${title}」有得重溫喇。`,
  }),
  onAir: ({ programName, channelId, startsAtMs }: Pick<Broadcast, 'programName' | 'channelId' | 'startsAtMs'>) => ({
    title: programName,
    body: `${clockHk(new Date(startsAtMs))} 喺${CHANNELS[channelId]}開始。`,
  }),
  song: ({ title, artist, startsAt }: Pick<PlayedSong, 'title' | 'artist' | 'startsAt'>, channelId: ChannelId) => ({
    title: `「${title}」就嚟播`,
    body: `${artist && `${artist}，`}${clockHk(startsAt)} 左右喺${CHANNELS[channelId]}。`,
  }),
  tunnel: (tunnel: string, isClosed: boolean) =>
    isClosed
      ? { title: `${tunnel}封閉`, body: '隧道而家封閉，出車前諗定第二條路。' }
      : { title: `${tunnel}重開`, body: '隧道而家重開，可以行返。' },
  sale: ({ title }: { title: string }) => ({ title, body: '門票開售喇。' }),
  news: (words: string) => ({ title: '突發新聞', body: words }),
  weather: (words: string) => ({ title: '天氣訊息', body: words }),
  stop: '唔再通知呢類',
  test: { title: '通知開咗喇', body: '有你跟開嘅消息，就會喺呢度話你知。' },
};
