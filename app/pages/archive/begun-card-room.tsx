import styles from './begun.module.css';

/** Pictures and lines of cards that are still to come. */
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
