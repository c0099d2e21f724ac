import { paths } from '#app/paths.ts';
import { figuresText } from '#app/text/zh-hk/figures.ts';
import { Button } from '#app/ui/button.tsx';
import page from '#app/styles/page.module.css';
import styles from './figures.module.css';

const text = figuresText.locked;

/** Without a pass: a field for the token if the station has a figures page, and nothing else. */
export function Locked({ hasPage, isWrong }: { hasPage: boolean; isWrong: boolean }) {
  return (
    <div className={`wrap ${page.head}`}>
      <h1>{text.title}</h1>
      {hasPage ? (
        <>
          <p className={page.intro}>{text.words}</p>
          <form method="post" action={paths.figures()} className={styles.form}>
            <input type="hidden" name="intent" value="enter" />
            <label htmlFor="figures-token">{text.token}</label>
            <input
              id="figures-token"
              name="token"
              type="password"
              autoComplete="current-password"
              required
              maxLength={200}
            />
            <Button type="submit">{text.open}</Button>
          </form>
          {isWrong && <p role="alert">{text.wrong}</p>}
        </>
      ) : (
        <p className={page.intro}>{text.absent}</p>
      )}
    </div>
  );
}
