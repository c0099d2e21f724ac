import { lazy } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';

/** In place of the editor alone, so that what else was written on the page can be stored before it is loaded again. */
function NoTextBlock() {
  return <p role="alert">{wordsText.editor.tools.noCode}</p>;
}

/** ProseMirror, apart from the rest of the desk. */
export const TextBlock = lazy(() => import('./text-block.tsx').catch(() => ({ default: NoTextBlock })));
