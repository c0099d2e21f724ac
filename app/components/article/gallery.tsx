import { useLayoutEffect, useRef, useState } from 'react';
import { articleText } from '#app/text/zh-hk/article.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { picture } from '#shared/media/picture.ts';
import styles from './gallery.module.css';

export interface GalleryItem {
  picture: string;
  alt: string;
  caption: string;
}

/** Pictures in a scrolling row. Each links to its large file, which JavaScript opens over the page. */
export function Gallery({ title, items }: { title: string; items: readonly GalleryItem[] }) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <section className={styles.gallery} aria-label={articleText.gallery(title)}>
      {title && <h2 className={styles.title}>{title}</h2>}
      <ul className={styles.row}>
        {items.map((item, at) => (
          <li key={item.picture}>
            <a
              href={picture(item.picture, { width: 1280 }).src}
              data-document
              aria-label={articleText.enlarge(item.alt || articleText.pictureOf(at + 1, items.length))}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setShown(at);
              }}
            >
              <Picture name={item.picture} alt="" sizes="(min-width: 768px) 372px, 72vw" />
            </a>
            {item.caption && <p>{item.caption}</p>}
          </li>
        ))}
      </ul>
      {shown !== null && <Lightbox title={title} items={items} at={shown} onMove={setShown} />}
    </section>
  );
}

function Lightbox({
  title,
  items,
  at,
  onMove,
}: {
  title: string;
  items: readonly GalleryItem[];
  at: number;
  onMove: (at: number | null) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const item = items[at];
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  if (item === undefined) return null;
  const step = (by: 1 | -1) => onMove((at + by + items.length) % items.length);
  return (
    // Arrow keys navigate and Escape closes, as in the platform's dialog; the buttons do the same for a mouse.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.box}
      aria-label={articleText.gallery(title)}
      onClose={() => onMove(null)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <figure>
        <Picture key={item.picture} name={item.picture} alt={item.alt} sizes="100vw" priority />
        <figcaption aria-live="polite">
          <b>{articleText.pictureOf(at + 1, items.length)}</b>
          {item.caption || item.alt}
        </figcaption>
      </figure>
      <div className={styles.controls}>
        <button type="button" aria-label={articleText.previousPicture} onClick={() => step(-1)}>
          <Icon name="arrow-left" />
        </button>
        <button type="button" aria-label={articleText.nextPicture} onClick={() => step(1)}>
          <Icon name="arrow-right" />
        </button>
        <button type="button" aria-label={articleText.closeGallery} onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
    </dialog>
  );
}
