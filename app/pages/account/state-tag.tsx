import { Icon } from '#app/ui/icon.tsx';
import styles from './account.module.css';

/** A one-word status. */
export function StateTag({ isGood, words: [good, other] }: { isGood: boolean; words: readonly [string, string] }) {
  return (
    <span className={styles.tag} data-good={isGood || undefined}>
      {isGood && <Icon name="check" />}
      {isGood ? good : other}
    </span>
  );
}
