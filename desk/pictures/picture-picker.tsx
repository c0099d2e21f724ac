import { useEffect, useState, type KeyboardEvent } from 'react';
import { picturesText } from '#app/text/zh-hk/desk-pictures.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { call } from '../call.ts';
import { DescribeNew } from './describe-new.tsx';
import { PictureCard } from './picture-card.tsx';
import type { ListedPicture, OpenPicture } from './picture-types.ts';
import { UploadButton } from './upload-button.tsx';
import styles from './pictures.module.css';

const text = picturesText.picker;

interface Page {
  items: ListedPicture[];
  next_before: number | null;
}

/** Chooses a picture of the library. One without alternative text, or without rights, cannot be chosen. */
export function PicturePicker({
  onChoose,
  onClose,
}: {
  onChoose: (picture: ListedPicture) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState<{ text: string; before: number | null }>({ text: '', before: null });
  const [page, setPage] = useState<Page | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [uploaded, setUploaded] = useState<OpenPicture | null>(null);
  useEffect(() => {
    const mine = new AbortController();
    const search = new URLSearchParams({
      ...(query.text && { text: query.text }),
      ...(query.before !== null && { before: String(query.before) }),
    });
    call<Page>(`/api/staff/pictures?${search}`, undefined, mine.signal).then(
      (found) => {
        setFailed(false);
        setPage((present) =>
          query.before === null || present === null ? found : { ...found, items: [...present.items, ...found.items] },
        );
      },
      () => mine.signal.aborted || setFailed(true),
    );
    return () => mine.abort();
  }, [query]);
  const describe = async (id: number) => setUploaded(await call<OpenPicture>(`/api/staff/pictures/${id}`));
  const find = () => setQuery({ text: typed.trim(), before: null });
  // The dialog is inside the form of its field, and forms cannot be nested.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    find();
  };
  if (uploaded !== null)
    return (
      <Dialog title={text.title} onClose={onClose} closeLabel={text.close}>
        <DescribeNew picture={uploaded} onDone={onChoose} />
      </Dialog>
    );
  return (
    <Dialog title={text.title} onClose={onClose} closeLabel={text.close}>
      <div className={styles.find} role="search">
        <label>
          {text.search}
          <input
            type="search"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
        <Button onClick={find}>{text.find}</Button>
        <UploadButton onDone={describe} />
      </div>
      <p role="alert">{hasFailed ? text.failed : ''}</p>
      <ul className={`${styles.grid} ${styles.picker}`}>
        {page?.items.map((picture) => (
          <li key={picture.picture_id}>
            <button
              type="button"
              className={styles.card}
              disabled={picture.alt === '' || picture.is_over}
              onClick={() => onChoose(picture)}
            >
              <PictureCard picture={picture} />
            </button>
          </li>
        ))}
      </ul>
      {page?.items.length === 0 && <p>{query.text ? picturesText.noMatch : picturesText.empty}</p>}
      {page && page.next_before !== null && (
        <Button tone="outline" onClick={() => setQuery({ ...query, before: page.next_before })}>
          {picturesText.more}
        </Button>
      )}
    </Dialog>
  );
}
