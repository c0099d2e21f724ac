import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { Button } from '#app/ui/button.tsx';
import type { KnownComer } from './tickets.ts';
import styles from './door.module.css';

const { door: text, helps } = invitationsText;

/** One invitation of the list, counted by hand. */
export function ComerRow({
  comer,
  onIn,
  onUndo,
}: {
  comer: KnownComer;
  onIn: (seats: number) => void;
  /** Undoes a scan. */
  onUndo: (scan: string) => void;
}) {
  const { given_name: name, seats, guests, food, help, arrived, standing } = comer;
  const last = standing.at(-1);
  return (
    <li data-in={arrived > seats ? 'double' : arrived === seats ? 'all' : undefined}>
      <div>
        <p className={styles.name}>{[name, ...guests].join('、')}</p>
        <p className={styles.quiet}>
          {text.arrived(arrived, seats)}
          {last && ` · ${text.lastAt(last.door, last.at_ts)}`}
          {help !== 'none' && ` · ${text.help(helps[help])}`}
          {food !== null && ` · ${text.food(food)}`}
        </p>
      </div>
      <p className={styles.acts}>
        {last && (
          <Button tone="outline" aria-label={text.of(name, text.undo(last.seats))} onClick={() => onUndo(last.id)}>
            {text.undo(last.seats)}
          </Button>
        )}
        <Button aria-label={text.of(name, text.more)} disabled={arrived >= seats} onClick={() => onIn(1)}>
          {text.more}
        </Button>
        {seats > 1 && (
          <Button
            aria-label={text.of(name, text.all)}
            disabled={arrived >= seats}
            onClick={() => onIn(seats - arrived)}
          >
            {text.all}
          </Button>
        )}
      </p>
    </li>
  );
}
