import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { OpenGuestEvent } from './guest-event-types.ts';
import styles from './doubles-list.module.css';

const text = invitationsText.door;

/** Tickets that let in more people than they have seats: at which doors, and when. */
export function DoublesList({ doubles }: Pick<OpenGuestEvent, 'doubles'>) {
  return (
    <ul className={styles.list}>
      {doubles.map(({ invitation_id: id, given_name: name, seats, scans }) => (
        <li key={id}>
          <p className={styles.name}>
            <Icon name="triangle-alert" />
            {name}
            <span>
              {text.overBy(
                scans.reduce((sum, scan) => sum + scan.seats, 0),
                seats,
              )}
            </span>
          </p>
          {scans.map((scan) => (
            <p key={scan.id}>{text.whereWhen(scan.door, scan.seats, scan.at_ts)}</p>
          ))}
        </li>
      ))}
    </ul>
  );
}
