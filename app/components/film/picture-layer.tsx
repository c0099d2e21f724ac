import styles from './watch.module.css';

/** A click on the picture toggles playback, a double click full screen; a tap only shows the controls. */
export function PictureLayer({ onPress, onFull }: { onPress: () => void; onFull: () => void }) {
  return (
    // Buttons and keys offer the same actions.
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
