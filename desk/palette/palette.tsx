import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { ContentType } from '#shared/enums.ts';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { roomsOf } from '../frame/rooms.ts';
import type { ListedEvent } from '../events/event-types.ts';
import type { Session } from '../session.ts';
import styles from './palette.module.css';

interface Found {
  type_id: number;
  id: number;
  title: string;
  url: string;
}

interface Option {
  key: string;
  words: string;
  kind: string;
  /** A path of the desk, or the address of a public page, which opens in a window of its own. */
  to: string;
}

const text = deskText.palette;
const SEARCH_AFTER_MS = 150;
const MAX_EVENTS = 5;

/** Content types of articles, which have a room; other things open on the public site. */
const isArticle = (type: number): boolean =>
  type >= ContentType.ARTICLE && type <= ContentType.TRAFFIC_PHONOGRAPH_ARTICLE;

/** Rooms and things in one list, by keyboard. */
export function Palette({ session, onClose }: { session: Session; onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const [q, setQ] = useState('');
  const [found, setFound] = useState<Found[]>([]);
  const [events, setEvents] = useState<ListedEvent[]>([]);
  const [active, setActive] = useState(0);
  const word = q.trim();

  const may = (permission: string) => session.permissions.includes(permission);
  const seesEvents = may('events.run');

  useEffect(() => {
    if (word === '') {
      setEvents([]);
      return setFound([]);
    }
    const mine = new AbortController();
    const timer = setTimeout(() => {
      call<{ items: Found[] }>(`/api/staff/search?q=${encodeURIComponent(word)}`, undefined, mine.signal).then(
        ({ items }) => setFound(items),
        // What was found before stays; the next key searches again.
        () => null,
      );
      if (seesEvents)
        call<{ items: ListedEvent[] }>(
          `/api/staff/events?text=${encodeURIComponent(word)}`,
          undefined,
          mine.signal,
        ).then(
          ({ items }) => setEvents(items.slice(0, MAX_EVENTS)),
          () => null,
        );
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [word, seesEvents]);

  const number = Number(/^#?(\d{1,9})$/.exec(word)?.[1] ?? 0);
  const options: Option[] = [
    ...(number > 0 && may('money.see')
      ? [{ key: 'order', words: text.order(number), kind: deskText.rooms.money, to: deskPaths.order(number) }]
      : []),
    ...(number > 0 && may('members.see')
      ? [{ key: 'member', words: text.member(number), kind: deskText.rooms.members, to: deskPaths.member(number) }]
      : []),
    ...(number > 0 && may('archive.see')
      ? [
          {
            key: 'broadcast',
            words: text.broadcast(number),
            kind: deskText.rooms.archive,
            to: deskPaths.broadcast(number),
          },
        ]
      : []),
    ...(number > 0 && may('films.edit')
      ? [{ key: 'film', words: text.film(number), kind: deskText.rooms.films, to: deskPaths.film(number) }]
      : []),
    ...roomsOf(session)
      .filter(({ words }) => words.includes(word))
      .map(({ to, words }) => ({ key: to, words, kind: text.room, to })),
    ...events.map(({ event_id: id, title }) => ({
      key: `event-${id}`,
      words: title,
      kind: deskText.rooms.events,
      to: deskPaths.event(id),
    })),
    ...found.map(({ type_id: type, id, title, url }) => ({
      key: `${type}-${id}`,
      words: title,
      kind: text.kinds[type] ?? text.page,
      to: isArticle(type) && may('articles.edit') ? deskPaths.article(id) : url,
    })),
  ];
  const chosen = Math.min(active, options.length - 1);

  async function open(option: Option | undefined): Promise<void> {
    if (option === undefined) return;
    onClose();
    if (option.to.startsWith('/')) await navigate(option.to);
    else window.open(option.to, '_blank', 'noopener');
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((chosen + step + options.length) % options.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void open(options[chosen]);
    }
  };

  return (
    <Dialog title={text.title} titleHidden onClose={onClose}>
      <input
        className={styles.input}
        type="search"
        role="combobox"
        aria-label={text.title}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[chosen] && `${listId}-${chosen}`}
        placeholder={text.hint}
        maxLength={60}
        autoComplete="off"
        value={q}
        onChange={(event) => {
          setQ(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={text.title} className={styles.list}>
        {options.map((option, i) => (
          // The keyboard stays in the input, which has the handler.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={option.key}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => void open(option)}
          >
            <span>{option.words}</span>
            <small>{option.kind}</small>
          </div>
        ))}
      </div>
      <p role="status" className={styles.empty}>
        {options.length === 0 && text.empty}
      </p>
    </Dialog>
  );
}
