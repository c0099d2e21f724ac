import { useNavigate } from 'react-router';
import { notify } from '#app/components/shell/dialogs.ts';
import { soundText } from '#app/text/zh-hk/songs.ts';
import { Icon } from '#app/ui/icon.tsx';

/** Saves a song heard now or earlier. Its code is loaded on the press. */
export function KeepSongButton({
  markId,
  title,
  words,
  className,
}: {
  markId: number;
  title: string;
  /** Text beside the icon; without it, the icon only. */
  words?: string;
  className?: string | undefined;
}) {
  const navigate = useNavigate();
  const keep = () =>
    import('./keep-song.ts')
      .then(({ keepSong }) => keepSong(markId, (path) => void navigate(path)))
      .catch(() => notify(soundText.keepFailed, 'info'));
  return (
    <button type="button" className={className} aria-label={soundText.keepOf(title)} onClick={() => void keep()}>
      <Icon name="bookmark" />
      {words}
    </button>
  );
}
