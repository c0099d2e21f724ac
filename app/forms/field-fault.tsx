import { Icon } from '#app/ui/icon.tsx';
import styles from './form.module.css';

/** Error message of a field, below it. */
export function FieldFault({
  id,
  words,
  className = '',
}: {
  /** Id of the field. */
  id: string;
  words: string | undefined;
  className?: string | undefined;
}) {
  if (words === undefined) return null;
  return (
    <p className={`${styles.fault} ${className}`} id={`${id}-fault`}>
      <Icon name="circle-alert" />
      {words}
    </p>
  );
}
