import styles from './watch.module.css';

/** The picture under a mouse plays and pauses, twice makes it large; a finger only wakes the controls. */
export function PictureLayer({ onPress, onFull }: { onPress: () => void; onFull: () => void }) {
  return (
    // The same stands on buttons, and on keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      className={styles.layer}
      onPointerUp={(event) => {
        if (event.pointerType === 'mouse' && event.button === 0) onPress();
      }}
      onDoubleClick={onFull}
    />
  );
}
