import { useState } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { wordsRoomsText } from '#app/text/zh-hk/desk-words-rooms.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ActionButton } from '../../actions/action-button.tsx';
import { call } from '../../call.ts';
import { deskPaths } from '../../desk-paths.ts';
import { useLeaveGuard } from '../../directory/use-leave-guard.ts';
import { Panel } from '../../frame/panel.tsx';
import { inputOfSeconds, secondsOfInput } from '../hk-input.ts';
import { WordsHead } from './words-head.tsx';
import styles from './rooms.module.css';

const text = wordsRoomsText.home;

interface Pin {
  article_id: number;
  title: string;
  is_public: boolean;
  until_ts: number | null;
}
interface Shelf {
  shelf: 'topics' | 'highlights' | 'columns';
  content_type: number;
  most: number;
  pins: Pin[];
  newest: { article_id: number; title: string }[];
}

export const loadHomeOrder = ({ request }: LoaderFunctionArgs) =>
  call<{ shelves: Shelf[] }>('/api/staff/home-order', undefined, request.signal);

const inputOf = (pins: readonly Pin[]) => pins.map(({ article_id, until_ts }) => ({ article_id, until_ts }));

function ShelfPanel({ shelf: { shelf, content_type: kind, most, pins: saved, newest } }: { shelf: Shelf }) {
  const [pins, setPins] = useState(saved);
  const [chosen, setChosen] = useState('');
  const others = newest.filter(({ article_id: id }) => !pins.some((pin) => pin.article_id === id));
  const move = (index: number, by: number) => {
    const moved = [...pins];
    const [pin] = moved.splice(index, 1);
    moved.splice(index + by, 0, pin!);
    setPins(moved);
  };
  const pick = () => {
    const article = others.find(({ article_id: id }) => String(id) === chosen);
    if (article) setPins([...pins, { ...article, is_public: true, until_ts: null }]);
    setChosen('');
  };
  const isSame = JSON.stringify(inputOf(pins)) === JSON.stringify(inputOf(saved));
  useLeaveGuard(!isSame);
  return (
    <Panel title={text.shelves[shelf]} aside={<Link to={deskPaths.words({ kind: String(kind) })}>{text.all}</Link>}>
      {pins.length === 0 && <p className={styles.pad}>{text.empty}</p>}
      <ol className={styles.list}>
        {pins.map((pin, i) => (
          <li key={pin.article_id}>
            <div>
              <Link to={deskPaths.article(pin.article_id)}>{`${i + 1}. ${pin.title}`}</Link>
              {!pin.is_public && <p>{text.hidden}</p>}
            </div>
            <div className={styles.fields}>
              <label>
                {text.until}
                <input
                  type="datetime-local"
                  value={inputOfSeconds(pin.until_ts)}
                  onChange={({ target }) =>
                    setPins(pins.map((one) => (one === pin ? { ...pin, until_ts: secondsOfInput(target.value) } : one)))
                  }
                />
              </label>
              <Button tone="quiet" disabled={i === 0} aria-label={text.up(pin.title)} onClick={() => move(i, -1)}>
                <Icon name="arrow-up" />
              </Button>
              <Button
                tone="quiet"
                disabled={i === pins.length - 1}
                aria-label={text.down(pin.title)}
                onClick={() => move(i, 1)}
              >
                <Icon name="arrow-down" />
              </Button>
              <Button
                tone="quiet"
                aria-label={text.off(pin.title)}
                onClick={() => setPins(pins.filter((one) => one !== pin))}
              >
                <Icon name="x" />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.form}>
        <label className={styles.wide}>
          {text.choose}
          <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value="">{text.none}</option>
            {others.map(({ article_id: id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div className={styles.acts}>
          <Button tone="outline" disabled={chosen === '' || pins.length >= most} onClick={pick}>
            {text.add}
          </Button>
          <ActionButton
            action="home.order"
            input={{ shelf, pins: inputOf(pins), seen: saved.map(({ article_id: id }) => id) }}
            words={text.save}
            disabled={isSame}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Which articles come first on the home page. */
export function HomeOrderPage() {
  const { shelves } = useLoaderData<typeof loadHomeOrder>();
  return (
    <>
      <WordsHead title={text.title} note={text.note} />
      {shelves.map((shelf) => (
        <ShelfPanel key={`${shelf.shelf} ${JSON.stringify(inputOf(shelf.pins))}`} shelf={shelf} />
      ))}
    </>
  );
}
