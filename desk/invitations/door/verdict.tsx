import { useEffect, useLayoutEffect, useRef } from 'react';
import { invitationsText } from '#app/text/zh-hk/desk-invitations.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { KnownComer } from './tickets.ts';
import styles from './door.module.css';

const text = invitationsText.door;
const CLOSED_AFTER_MS = 2_000;

/** What a scan says: let in, ask how many, already in, or not on the list. */
export type Outcome =
  | { kind: 'in'; comer: KnownComer; seats: number }
  | { kind: 'choose'; comer: KnownComer }
  | { kind: 'used'; comer: KnownComer }
  | { kind: 'unknown'; words: string };

const ICONS = { in: 'check', choose: 'users', used: 'triangle-alert', unknown: 'x' } as const;

function Words({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'unknown') return <p>{outcome.words}</p>;
  const { comer } = outcome;
  return (
    <>
      <p className={styles.verdictName}>{[comer.given_name, ...comer.guests].join('、')}</p>
      {outcome.kind === 'in' && <p>{text.letIn(outcome.seats)}</p>}
      {outcome.kind === 'choose' && <p>{text.arrived(comer.arrived, comer.seats)}</p>}
      {outcome.kind === 'used' &&
        comer.standing.map(({ id, door, seats, at_ts }) => <p key={id}>{text.whereWhen(door, seats, at_ts)}</p>)}
      {comer.help !== 'none' && <p>{text.help(invitationsText.helps[comer.help])}</p>}
    </>
  );
}

/** Fills the screen: a valid scan for a moment, one that needs a person until pressed. */
export function Verdict({
  outcome,
  onChoose,
  onClose,
}: {
  outcome: Outcome;
  onChoose: (seats: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  // Before it is shown: the next key is for it.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    navigator.vibrate?.(outcome.kind === 'in' || outcome.kind === 'choose' ? 80 : [80, 60, 80]);
    if (outcome.kind !== 'in') return undefined;
    const timer = setTimeout(() => close.current(), CLOSED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <dialog
      ref={dialog}
      className={styles.verdict}
      data-kind={outcome.kind}
      aria-labelledby="verdict"
      onClose={() => close.current()}
    >
      <div role="status">
        <Icon name={ICONS[outcome.kind]} />
        <h2 id="verdict">{text.verdicts[outcome.kind]}</h2>
        <Words outcome={outcome} />
      </div>
      {outcome.kind === 'choose' && (
        <p className={styles.choices}>
          {Array.from({ length: outcome.comer.seats - outcome.comer.arrived }, (_, n) => n + 1).map((seats) => (
            <Button key={seats} onClick={() => onChoose(seats)}>
              {text.people(seats)}
            </Button>
          ))}
        </p>
      )}
      <Button tone="outline" onClick={onClose}>
        {outcome.kind === 'choose' ? text.nobody : text.goOn}
      </Button>
    </dialog>
  );
}
