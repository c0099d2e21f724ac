import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { toggleMark } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { EditorState, type Command, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { safeHref } from '#shared/text/editors-html.ts';
import { docOf, htmlOf } from './text-html.ts';
import { commands, textPlugins } from './text-keys.ts';
import { textSchema } from './text-schema.ts';
import styles from './text-block.module.css';

const text = wordsText.editor.tools;
const TOOLS = ['bold', 'italic', 'underline', 'h2', 'quote', 'bullets', 'numbers'] as const;

interface Props {
  label: string;
  html: string;
  onChange: (html: string) => void;
  onSave: () => void;
}

function LinkDialog({
  href,
  onSet,
  onClose,
}: {
  href: string;
  onSet: (href: string | null) => void;
  onClose: () => void;
}) {
  const [value, setValue] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A dialog gives the focus to its first button.
  useLayoutEffect(() => input.current?.focus(), []);
  const set = () => {
    const safe = safeHref(value.trim());
    if (safe === undefined) setWrong(true);
    else onSet(safe);
  };
  return (
    <Dialog
      title={text.link}
      onClose={onClose}
      actions={
        <>
          <Button tone="outline" onClick={onClose}>
            {text.cancel}
          </Button>
          {href !== '' && (
            <Button tone="outline" onClick={() => onSet(null)}>
              {text.unset}
            </Button>
          )}
          <Button onClick={set}>{text.set}</Button>
        </>
      }
    >
      <label className={styles.address}>
        {text.address}
        <input
          type="text"
          inputMode="url"
          ref={input}
          value={value}
          aria-invalid={isWrong || undefined}
          aria-describedby="link-fault"
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) set();
          }}
        />
      </label>
      <p id="link-fault" role="alert" className={styles.fault}>
        {isWrong && text.wrongAddress}
      </p>
    </Dialog>
  );
}

/** Replaces what differs from another document; not undone as if it had been typed here. */
function changeTo(state: EditorState, doc: Node): Transaction | null {
  const start = state.doc.content.findDiffStart(doc.content);
  const end = state.doc.content.findDiffEnd(doc.content);
  if (start === null || end === null) return null;
  // Where text repeats itself, the end may be found before the start.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return state.tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap)).setMeta('addToHistory', false);
}

const attributesOf = (label: string) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  class: styles.text ?? '',
});

/** One text block in ProseMirror, with its toolbar. */
export default function TextBlock({ label, html, onChange, onSave }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** The HTML of the view, as last reported to its owner. */
  const told = useRef(html);
  const [link, setLink] = useState<{ href: string } | null>(null);
  const tell = useEffectEvent(() => {
    told.current = htmlOf(view.current!.state.doc);
    onChange(told.current);
  });
  const save = useEffectEvent(onSave);
  const askLink = () => {
    const { selection, doc } = view.current!.state;
    const mark = doc.rangeHasMark(selection.from, selection.to, textSchema.marks.link)
      ? doc
          .resolve(selection.from + 1)
          .marks()
          .find(({ type }) => type === textSchema.marks.link)
      : undefined;
    setLink({ href: (mark?.attrs['href'] as string | undefined) ?? '' });
  };
  const openLink = useEffectEvent(askLink);
  const create = useEffectEvent((): EditorView => {
    const plugins = textPlugins(() => save());
    const made = new EditorView(holder.current, {
      state: EditorState.create({ doc: docOf(html), plugins }),
      attributes: attributesOf(label),
      handleKeyDown(_view, event) {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 'k') return false;
        // Outside a text the desk uses the same key.
        event.stopPropagation();
        openLink();
        return true;
      },
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction));
        if (transaction.docChanged) tell();
      },
    });
    return made;
  });
  useLayoutEffect(() => {
    const made = create();
    view.current = made;
    return () => made.destroy();
  }, []);
  // The label has the block's number, which changes as blocks come, go and move.
  useEffect(() => view.current?.setProps({ attributes: attributesOf(label) }), [label]);
  // Text from elsewhere, such as of another editor. Only what differs is replaced, so that the caret stays where it is.
  useEffect(() => {
    if (html === told.current || view.current === null) return;
    told.current = html;
    const { state } = view.current;
    const change = changeTo(state, docOf(html));
    if (change) view.current.updateState(state.apply(change));
  }, [html]);

  const run = (command: Command) => {
    command(view.current!.state, view.current!.dispatch.bind(view.current), view.current!);
    view.current!.focus();
  };
  const setHref = (href: string | null) => {
    setLink(null);
    const { state } = view.current!;
    const { from, to, empty } = state.selection;
    const type = textSchema.marks.link;
    if (href === null) return run((of, dispatch) => (dispatch?.(of.tr.removeMark(from, to, type)), true));
    if (!empty) return run(toggleMark(type, { href }, { removeWhenPresent: false }));
    run(
      (of, dispatch) => (
        dispatch?.(of.tr.replaceSelectionWith(textSchema.text(href, [type.create({ href })]), false)),
        true
      ),
    );
  };
  return (
    <div>
      <div role="toolbar" aria-label={text.label} className={styles.tools}>
        {TOOLS.map((tool) => (
          <button
            key={tool}
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(commands[tool])}
          >
            {text[tool]}
          </button>
        ))}
        <button type="button" onClick={askLink}>
          {text.link}
        </button>
        {(['undo', 'redo'] as const).map((tool) => (
          <button
            key={tool}
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(commands[tool])}
          >
            {text[tool]}
          </button>
        ))}
      </div>
      <div ref={holder} />
      {link && <LinkDialog href={link.href} onSet={setHref} onClose={() => setLink(null)} />}
    </div>
  );
}
