import { formsText } from '#app/text/zh-hk/forms.ts';
import { useDebounced } from './use-debounced.ts';
import styles from './form.module.css';

/** The counter appears this many characters before the limit. */
const nearOf = (limit: number) => Math.min(50, Math.max(5, Math.floor(limit / 5)));

/** Remaining characters, shown near the limit and beyond it; announced when typing pauses. */
export function FormCounter({ chars, limit }: { chars: number; limit: number }) {
  const left = limit - chars;
  const words = left > nearOf(limit) ? '' : left >= 0 ? formsText.charsLeft(left) : formsText.charsOver(-left);
  const said = useDebounced(words);
  return (
    <>
      <span className={styles.counter} data-over={left < 0 || undefined} aria-hidden="true">
        {words}
      </span>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}
