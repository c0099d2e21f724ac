import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// An effect of `useEffect` that follows a reply runs after the paint, on a busy device long after it. A key pressed by then
// goes to what had the focus before: it is moved by `useLayoutEffect`, together with what it goes to.

/** Opened by a press, whose effects run before the next event. */
const AFTER_A_PRESS = ['app/player/controls/use-menu.ts'];

const MOVES_FOCUS = /\.(focus|showModal)\(/;

/** The text from an opening bracket to its closing one. */
function bracketed(text: string, from: number): string {
  const closing: Record<string, string> = { '(': ')', '{': '}' };
  const [open, close] = [text[from]!, closing[text[from]!]!];
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

/** What a callback does when it is called: without the functions in it, such as handlers of later events. */
function ownCode(callback: string): string {
  const body = callback.slice(callback.indexOf('=>') + 2);
  let own = body;
  for (let at = own.indexOf('=> {'); at !== -1; at = own.indexOf('=> {'))
    own = own.slice(0, at) + own.slice(at + 3 + bracketed(own, at + 3).length);
  return own;
}

function callbacksOf(hook: RegExp, text: string): { name: string | undefined; code: string }[] {
  return [...text.matchAll(hook)].map((found) => ({
    name: found[1],
    code: ownCode(bracketed(text, found.index + found[0].length - 1)),
  }));
}

function movesLate(source: string): boolean {
  const text = withoutComments(source);
  const moving = callbacksOf(/const (\w+) = useEffectEvent\(/g, text).filter(({ code }) => MOVES_FOCUS.test(code));
  return callbacksOf(/\buseEffect()\(/g, text).some(
    ({ code }) => MOVES_FOCUS.test(code) || moving.some(({ name }) => code.includes(`${name}(`)),
  );
}

it('finds what moves the focus late, and not what a handler of an effect does', () => {
  expect(movesLate('useEffect(() => { if (isNew) field.current?.focus(); }, [isNew]);')).toBe(true);
  expect(movesLate('useEffect(() => box.current?.focus(), []);')).toBe(true);
  expect(movesLate('const go = useEffectEvent(() => { box.focus(); }); useEffect(() => go(), [at]);')).toBe(true);
  expect(movesLate('useEffect(() => { const on = () => { box.focus(); }; listen(on); }, []);')).toBe(false);
  expect(movesLate('useLayoutEffect(() => box.current?.focus(), []); useEffect(() => tell(), []);')).toBe(false);
});

it('moves no focus in an effect that runs after the paint', () => {
  const late = files(/^(app|desk)\/.*\.tsx?$/).filter((file) => movesLate(read(file)));
  expect(late).toEqual(AFTER_A_PRESS);
});
