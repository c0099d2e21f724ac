import { callAsMember, tellRefusal, refusalText } from '#app/components/member/member-call.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { songCalls } from '#app/song-paths.ts';
import { soundText } from '#app/text/zh-hk/songs.ts';

const FULL = 120001;
let isAsking = false;

/** Saves a song for a logged-in member. Guests are asked to log in, and return to the page. */
export async function keepSong(markId: number, go: (path: string) => void): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const answer = await callAsMember(songCalls.own(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mark_id: markId }),
  });
  isAsking = false;
  if (answer.isOk) {
    const { is_new: isNew } = answer.response as { is_new: boolean };
    return notify(isNew ? soundText.kept : soundText.keptBefore);
  }
  tellRefusal(answer, {
    go,
    pricing: '',
    words: {
      notAuthenticated: soundText.logInToKeep,
      other: (refusal) => (refusal.code === FULL ? soundText.keepFull : refusalText(refusal)),
      toPage: soundText.toPage,
    },
  });
}
