import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { deskText } from '#app/text/zh-hk/desk.ts';
import { directoryText } from '#app/text/zh-hk/desk-directory.ts';
import { faultText } from '../actions/fault-text.ts';
import { runAction } from '../actions/run-action.ts';
import { showToast } from '../actions/toasts.ts';
import { CallError } from '../call.ts';
import { isSame, mergeEdit } from './merge.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const text = directoryText.editor;

/** The record as it was loaded or last saved. */
export interface Revised<Fields extends object> {
  fields: Fields;
  revision: string;
}

interface Other<Fields> {
  fields: Fields;
  names: (keyof Fields & string)[];
  by: string | null;
}

interface Saving<Fields extends object> {
  action: string;
  words: string;
  input: (fields: Fields, base: string) => object;
  /** For a record that is added: where to go then. */
  onAdded?: (result: Record<string, unknown>) => void;
}

/** Fields that the server refused, with the first reason. */
const faultyFields = (error: unknown): string[] => {
  const detail = error instanceof CallError && error.status === 400 ? error.detail : null;
  const { fieldErrors } = (typeof detail === 'object' ? (detail ?? {}) : {}) as { fieldErrors?: object };
  return Object.keys(fieldErrors ?? {});
};

/**
 * The form of a record that is saved as a whole, from the revision that it was loaded at. An edit that meets another
 * person's is merged by field and saved again; what both changed waits in `other` for a choice.
 */
export function useRecord<Fields extends object>(
  loaded: Revised<Fields>,
  { action, words, input, onAdded }: Saving<Fields>,
) {
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(loaded);
  const [fields, setFields] = useState(loaded.fields);
  const [other, setOther] = useState<Other<Fields> | null>(null);
  const [fault, setFault] = useState('');
  const [faulty, setFaulty] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const isChanged = !isSame(base.fields, fields);
  const isAdded = useRef(false);
  useLeaveGuard(isChanged, isAdded);
  // Loaded again, such as after an undo: an unchanged form shows it, a changed one meets it when it is saved.
  const [seen, setSeen] = useState(loaded.revision);
  if (seen !== loaded.revision) {
    setSeen(loaded.revision);
    if (!isChanged) {
      setBase(loaded);
      setFields(loaded.fields);
    }
  }

  /** Shows the current record, with what was typed while `mine` was sent. */
  const show = (mine: Fields, now: Fields) => setFields((present) => mergeEdit(mine, present, now).fields);

  async function save(mine: Fields, from: Revised<Fields>, mayMerge: boolean): Promise<void> {
    try {
      const reply = await runAction(action, input(mine, from.revision));
      // It awaits approval; the form has the current record.
      if (reply.outcome !== 'done') {
        show(mine, from.fields);
        showToast(deskText.act.asked(words), null);
        return;
      }
      if (onAdded) {
        isAdded.current = true;
        showToast(deskText.act.done(words), reply.undo);
        return onAdded(reply.result);
      }
      const saved = reply.result as unknown as Revised<Fields>;
      setBase(saved);
      show(mine, saved.fields);
      showToast(deskText.act.done(words), reply.undo);
      await revalidate();
    } catch (error) {
      const theirs = error instanceof CallError && error.status === 409 ? error.detail : null;
      if (theirs === null || typeof theirs !== 'object' || !('fields' in theirs)) {
        setFaulty(faultyFields(error));
        return setFault(faultText(error));
      }
      const now = theirs as Revised<Fields> & { changed_by: string | null };
      const merged = mergeEdit(from.fields, mine, now.fields);
      setBase(now);
      show(mine, merged.fields);
      if (merged.conflicts.length > 0) setOther({ fields: now.fields, names: merged.conflicts, by: now.changed_by });
      else if (mayMerge) await save(merged.fields, now, false);
      else setFault(text.again);
    }
  }
  return {
    fields,
    isChanged,
    isBusy,
    fault,
    faulty,
    other,
    edit: (change: Partial<Fields>) => {
      setFault('');
      setFields((present) => ({ ...present, ...change }));
    },
    /** Settles a field that both changed. */
    choose: (name: keyof Fields & string, value: Fields[typeof name]) => {
      setFields((present) => ({ ...present, [name]: value }));
      setOther((present) => {
        const names = present?.names.filter((one) => one !== name) ?? [];
        return present && names.length > 0 ? { ...present, names } : null;
      });
    },
    submit: async () => {
      setFault('');
      setFaulty([]);
      setBusy(true);
      await save(fields, base, true).finally(() => setBusy(false));
    },
  };
}
