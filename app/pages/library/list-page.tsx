import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-router';
import { useFocusOn } from '#app/components/hooks/use-focus-on.ts';
import { paths } from '#app/paths.ts';
import { libraryText } from '#app/text/zh-hk/library.ts';
import { Button, type ButtonProps } from '#app/ui/button.tsx';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { readChange, writeChange, type ListChange, type ShownList } from './list-changes.ts';
import type { ListChanges } from './use-list-changes.ts';
import styles from './library.module.css';

/** The form of a list. Its buttons stand anywhere on the page, and each says its change by itself. */
const CHANGES = 'list-changes';

/** What makes a button say a change, with scripts and without. */
const saying = (change: ListChange) =>
  ({ type: 'submit', form: CHANGES, name: 'change', value: writeChange(change) }) as const;

export function ChangeButton({ change, ...button }: { change: ListChange } & ButtonProps) {
  return <Button {...button} {...saying(change)} />;
}

/** A change in the menu of a row. */
export function MenuItem({ change, children }: { change: ListChange; children: string }) {
  return (
    <li>
      <button {...saying(change)}>{children}</button>
    </li>
  );
}

/** What else can be done with an entry. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const close = (menu: HTMLDetailsElement) => {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  return (
    <details
      className={styles.menu}
      // Opening one closes the other.
      name="list-menu"
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.open && close(event.currentTarget)}
      onClick={({ currentTarget, target }) => {
        if ((target as Element).closest('button')) close(currentTarget);
      }}
    >
      <summary aria-label={libraryText.more(name)}>
        <Icon name="ellipsis" />
      </summary>
      <ul>{children}</ul>
    </details>
  );
}

interface ListPageProps {
  list: ShownList;
  changes: Pick<ListChanges<unknown>, 'send' | 'reply'>;
  isEmpty: boolean;
  /** Said to who hears the page, such as where an entry is now: it is seen anyway. */
  said?: string | undefined;
  /** Above the list. */
  tools: ReactNode;
  children: ReactNode;
}

/** A page of one list: what can be done with all of it, the list or that there is none, and the way back from a removal. */
export function ListPage({ list, changes: { send, reply }, isEmpty, said, tools, children }: ListPageProps) {
  const text = libraryText;
  // The pressed button went with its entry, or with what it put back.
  useFocusOn(reply, { to: reply?.undo != null ? '[data-undo]' : '[data-list] :is(a, summary)' });
  // With scripts a move is seen, and has been said.
  const isSeen = reply !== undefined && reply.turn !== '' && readChange(reply.change)?.kind === 'move';
  function press(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const change = submitter instanceof HTMLButtonElement ? readChange(submitter.value) : null;
    if (change === null) return;
    event.preventDefault();
    send(change);
  }
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title" className="vh">
        {text.lists[list].title}
      </h2>
      <Form method="post" id={CHANGES} onSubmit={press} />
      {reply?.problem && (
        <p className={styles.problem} role="alert">
          <Icon name="circle-alert" />
          {reply.problem}
        </p>
      )}
      <noscript>
        <p className={styles.note}>{text.noScripts}</p>
      </noscript>
      {isEmpty ? (
        <div className={styles.empty}>
          <h3>{text.empty[list].title}</h3>
          <p>{text.empty[list].words}</p>
          <ButtonLink tone="outline" href={paths.programs()}>
            {text.toPrograms}
          </ButtonLink>
        </div>
      ) : (
        <>
          <div className={styles.tools}>{tools}</div>
          {children}
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
      </div>
    </section>
  );
}
