import { storeFor } from '#app/components/frame/app-store.ts';
import { confirm } from '#app/components/shell/dialogs.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';

/** On phones the playlist is edited in the app: shows that, and nothing is sent. False elsewhere. */
export function isSentToApp(): boolean {
  if (storeFor(navigator.userAgent) === null) return false;
  const { title, words, get, later } = libraryText.getApp;
  const toStore = () => window.location.assign(paths.mobileRedirect({ appname: 'archive' }));
  confirm({
    title,
    words,
    buttons: [
      { words: later, tone: 'quiet' },
      { words: get, action: toStore },
    ],
  });
  return true;
}
