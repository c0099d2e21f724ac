import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-router';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { EmptyState } from '#app/components/empty-state/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ChangeButton, CHANGES } from './change-button.tsx';
import { readChange, type ShownList } from './list-changes.ts';
import { SelectButton, TickBar } from './tick-bar.tsx';
import type { ListChanges } from './use-list-changes.ts';
import type { Ticks } from './use-ticks.ts';
import styles from '#app/pages/library/library.module.css';

interface ListPageProps {
  list: ShownList;
  changes: Pick<ListChanges<unknown>, 'send' | 'reply'>;
  ticks: Ticks;
  isEmpty: boolean;
  /** Number of entries shown; 0 also if a search has no results. */
  rows: number;
  /** Entries have grips for moving, replaced by boxes during selection. */
  hasGrips?: boolean;
  /** Screen reader announcement, such as an entry's new position, which is visible anyway. */
  said?: string | undefined;
  /** Also shown for an empty list. */
  head?: ReactNode;
  /** Above the list. */
  tools: ReactNode;
  children: ReactNode;
}

/** The page of a list: actions on all or selected entries, the list or its empty state, and undo after a removal. */
export function ListPage({
  list,
  changes: { send, reply },
  ticks,
  isEmpty,
  rows,
  hasGrips = false,
  said,
  head,
  tools,
  children,
}: ListPageProps) {
  const text = libraryText;
  // The pressed button disappeared with its entry, or with the undo bar.
  useFocusOn(reply, { to: reply?.undo != null ? '[data-undo]' : '[data-list] :is(a, summary)' });
  // With scripts a move is visible, and has been announced.
  const isSeen = reply !== undefined && reply.turn !== '' && readChange(reply.change)?.kind === 'move';
  function press(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const change = submitter instanceof HTMLButtonElement ? readChange(submitter.value) : null;
    event.preventDefault();
    if (change !== null) send(change);
  }
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title" className="vh">
        {text.lists[list].title}
      </h2>
      <Form method="post" id={CHANGES} onSubmit={press}>
        {/* Implicit submission with Enter uses the form's first button: this one changes nothing. */}
        <input type="submit" name="change" value="" hidden />
      </Form>
      {reply?.problem && (
        <p className={styles.problem} role="alert">
          <Icon name="circle-alert" />
          {reply.problem}
        </p>
      )}
      <noscript>
        <p className={styles.note}>{text.noScripts}</p>
      </noscript>
      {head}
      {isEmpty ? (
        <EmptyState heading="h3" title={text.empty[list].title} words={text.empty[list].words}>
          {list === 'favourite' ? (
            <ButtonLink tone="outline" href={paths.programs()}>
              {text.toPrograms}
            </ButtonLink>
          ) : (
            <ButtonLink tone="outline" href={paths.archives()}>
              {text.toArchive}
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <>
          <div className={styles.tools}>
            {tools}
            {rows > 0 && <SelectButton ticks={ticks} />}
          </div>
          <div data-led={hasGrips || ticks.isOn || undefined} data-choosing={ticks.isOn || undefined}>
            {children}
          </div>
        </>
      )}
      <div className={styles.foot}>
        <p role="status" className="vh">
          {said}
        </p>
        <div className={reply?.said && !isSeen ? styles.said : 'vh'}>
          <p role="status">{isSeen ? '' : reply?.said}</p>
          {reply?.undo != null && (
            <ChangeButton change={{ kind: 'undo', revision: reply.undo }} tone="outline" size="small" data-undo="">
              <Icon name="rotate-ccw" />
              {text.undo}
            </ChangeButton>
          )}
        </div>
        {rows > 0 && <TickBar list={list} ticks={ticks} />}
      </div>
    </section>
  );
}
