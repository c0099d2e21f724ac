import { useEffect, useState, type RefObject } from 'react';
import { paths } from '#app/paths.ts';
import { stationNowMs } from '#app/components/shell/station-time.ts';
import { followedText as text } from '#app/text/zh-hk/follows.ts';
import { home } from '#app/text/zh-hk/home.ts';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Shelf } from '#app/ui/shelf.tsx';
import type { FollowedWire } from '#domain/follows/follows.schema.ts';
import { followKey } from '#domain/follows/follows.rules.ts';
import styles from './followed-row.module.css';
import { askFollowed } from './follows.ts';
import { markFollows } from './guest-list.ts';
import { newsWords } from './news-words.ts';

const SHOWN = 8;

/**
 * News of what the visitor follows. Where no space was reserved, as at the first visit with another device, it
 * appears only if it moves nothing that is in view; the next visit reserves it.
 */
export function FollowedRow({ place }: { place: RefObject<HTMLElement | null> }) {
  const [items, setItems] = useState<readonly FollowedWire[] | 'failed' | 'none' | null>(null);
  useEffect(() => {
    let isOver = false;
    void askFollowed(SHOWN).then((found) => {
      const box = place.current?.getBoundingClientRect();
      if (isOver || box === undefined) return;
      if (found !== null) markFollows(found.followed > 0);
      const isReserved = box.height > 0;
      if (!isReserved && (box.top < window.innerHeight || found === null || found.followed === 0)) return;
      setItems(found === null ? 'failed' : found.followed === 0 ? 'none' : found.items);
    });
    return () => {
      isOver = true;
    };
  }, [place]);
  if (items === null) return null;
  return (
    <section className={styles.row} aria-labelledby="followed">
      <SectionHeading id="followed" more={{ href: paths.following(), words: text.all }}>
        {text.title}
      </SectionHeading>
      {typeof items === 'string' || items.length === 0 ? (
        <p className={styles.words}>{items === 'failed' ? text.failed : items === 'none' ? text.none : text.quiet}</p>
      ) : (
        <Shelf label={text.title} words={home.shelf}>
          {(list) => (
            <ul {...list}>
              {items.map((item) => (
                <li key={followKey(item)}>
                  <Card item={item} />
                </li>
              ))}
            </ul>
          )}
        </Shelf>
      )}
    </section>
  );
}

function Card({ item }: { item: FollowedWire }) {
  const [first] = item.news;
  if (first === undefined) return null;
  return (
    <a
      className={styles.card}
      href={first.path}
      data-channel={first.channel_id ?? undefined}
      data-state={first.state ?? undefined}
    >
      <small>{text.kinds[item.kind]}</small>
      <b>{item.name}</b>
      <span>{newsWords(item, first, stationNowMs())}</span>
    </a>
  );
}
