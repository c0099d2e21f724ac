import { useId, useState } from 'react';
import { paths } from '#app/paths.ts';
import { consentText as text } from '#app/text/zh-hk/consent.ts';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { asksNot, consentNow } from '#app/components/shell/consent.ts';
import { notify } from '#app/components/shell/dialogs.ts';
import { ALL_PURPOSES, ConsentPurpose, NO_PURPOSES } from '#shared/ads/consent.ts';
import { saveConsent } from './save-consent.ts';
import styles from './cookie-settings.module.css';

const ASKED = [
  ['statistics', ConsentPurpose.STATISTICS],
  ['advertising', ConsentPurpose.ADVERTISING],
] as const;

function Purpose({
  of,
  bit,
  bits,
  change,
}: {
  of: keyof typeof text.purposes;
  bit: number;
  bits: number;
  change?: (to: number) => void;
}) {
  const id = useId();
  const { name, words } = text.purposes[of];
  return (
    <li className={styles.purpose}>
      <div>
        <label htmlFor={id}>{name}</label>
        <p id={`${id}-words`}>{words}</p>
      </div>
      {change ? (
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={`${id}-words`}
          aria-checked={(bits & bit) !== 0}
          checked={(bits & bit) !== 0}
          onChange={({ target }) => change(target.checked ? bits | bit : bits & ~bit)}
        />
      ) : (
        <span className={styles.always}>
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-describedby={`${id}-words`}
            aria-checked
            checked
            disabled
            readOnly
          />
          <span>{text.always}</span>
        </span>
      )}
    </li>
  );
}

/** Optional purposes, one switch each. Off by default. */
export function CookieSettings({ onClose }: { onClose: () => void }) {
  const [bits, setBits] = useState(consentNow);
  const save = (chosen: number) => {
    saveConsent(chosen);
    onClose();
    notify(text.saved);
  };
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      closeLabel={dialogs.close}
      actions={
        <>
          <Button tone="outline" onClick={() => save(NO_PURPOSES)}>
            {text.refuse}
          </Button>
          <Button tone="outline" onClick={() => save(ALL_PURPOSES)}>
            {text.accept}
          </Button>
          <Button onClick={() => save(bits)}>{text.save}</Button>
        </>
      }
    >
      <p>
        {text.lead}
        <a className={styles.policy} href={paths.bilingual('privacy')}>
          {text.policy}
        </a>
      </p>
      {asksNot() && <p className={styles.note}>{text.asksNot}</p>}
      <ul className={styles.purposes}>
        <Purpose of="necessary" bit={0} bits={0} />
        {ASKED.map(([of, bit]) => (
          <Purpose key={of} of={of} bit={bit} bits={bits} change={setBits} />
        ))}
      </ul>
    </Dialog>
  );
}
