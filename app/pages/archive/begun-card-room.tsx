import styles from './begun.module.css';

/** Placeholders for the pictures and lines of cards. */
export function BegunCardRoom() {
  return (
    <div className={styles.skeletons} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((each) => (
        <div key={each}>
          <span className={styles.art} />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
