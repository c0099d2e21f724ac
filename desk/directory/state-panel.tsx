import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { Panel } from '../frame/panel.tsx';
import styles from './directory.module.css';

const text = directoryText.editor;

interface Props {
  isActive: boolean;
  mayEdit: boolean;
  /** `programs` or `hosts`. */
  module: string;
  input: object;
  words: { retire: string; restore: string; retireNote: string };
  changedBy: string | null;
  changedTs: number | null;
  publicUrl: string;
}

/** Whether it is public, who changed it last, and the button that withdraws or restores it. */
export function StatePanel({ isActive, mayEdit, module, input, words, changedBy, changedTs, publicUrl }: Props) {
  return (
    <Panel title={text.state}>
      <div className={styles.form}>
        <p>{isActive ? text.shown : text.retired}</p>
        {isActive && (
          <p className={styles.links}>
            <a href={publicUrl} target="_blank" rel="noreferrer">
              {text.open}
            </a>
          </p>
        )}
        {changedBy !== null && changedTs !== null && <p className={styles.quiet}>{text.by(changedBy, changedTs)}</p>}
        {mayEdit && (
          <p>
            <ActionButton
              action={`${module}.${isActive ? 'retire' : 'restore'}`}
              input={input}
              words={isActive ? words.retire : words.restore}
              tone="outline"
            />
          </p>
        )}
        {isActive && <p className={styles.quiet}>{words.retireNote}</p>}
      </div>
    </Panel>
  );
}
