import { answerPress } from '#app/player/answer-press.ts';
import { isChannelId } from '#shared/enums.ts';

/**
 * Links that, once the page is idle, do in place what they lead to: the list of what was missed on a channel
 * (`data-missed`), and the newest bulletin (`data-bulletin`). Before that, and without scripts, they are followed.
 */
export function answerLatePresses(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const pressed = event.target instanceof Element ? event.target : null;
      const link = pressed?.closest<HTMLAnchorElement>('[data-missed], [data-bulletin]');
      if (!link) return;
      event.preventDefault();
      const follow = () => location.assign(link.href);
      const channelId = Number(link.dataset['missed']);
      if (isChannelId(channelId))
        import('#app/pages/live/missed-box.tsx').then(({ openMissed }) => openMissed(channelId)).catch(follow);
      else
        answerPress(link, () => {
          import('#app/pages/bulletin/play-bulletin.ts')
            .then(({ playNewest }) => playNewest(null, follow))
            .catch(follow);
        });
    },
    // Before the site's own link handler, which would navigate.
    { capture: true },
  );
}
