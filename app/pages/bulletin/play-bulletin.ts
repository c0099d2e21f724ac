import { call } from '#app/player/channel/channel-feed.ts';
import { playVod } from '#app/player/player.store.ts';
import { fileSource } from '#app/player/sources/file.ts';
import { bulletinText as text } from '#app/text/zh-hk/bulletin.ts';
import { picture } from '#shared/media/picture.ts';
import { bulletinCall, bulletinFile, bulletinPath } from '#shared/paths/bulletin-paths.ts';

export interface PlayableBulletin {
  id: number;
  seconds: number;
}

function play({ id, seconds }: PlayableBulletin): void {
  playVod(
    fileSource({
      src: bulletinFile(id, 'm4a'),
      media: 'audio',
      title: text.title,
      from: Object.values(text.topics).join('、'),
      page: bulletinPath,
      art: picture(''),
      durationMs: seconds * 1_000,
    }),
  );
}

/**
 * Plays what is newest at the press, as a page may have been open for an hour; else what the page shows. Without either
 * `otherwise`.
 */
export function playNewest(shown: PlayableBulletin | null, otherwise?: () => void): void {
  const begin = (bulletin: PlayableBulletin | null) => (bulletin ? play(bulletin) : otherwise?.());
  call<{ bulletin: PlayableBulletin | null }>(bulletinCall).then(
    ({ bulletin }) => begin(bulletin ?? shown),
    () => begin(shown),
  );
}
