import { useEffect, useEffectEvent, useState } from 'react';
import { deskTimetableText } from '#app/text/zh-hk/desk-timetable.ts';
import { clockHk, clockOfMinute, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { foretell, type DraftedRow, type Week, type WeekItem } from './drafting.ts';
import { movedBlock, movedBy, type Move } from './moving.ts';
import { changeFaultText, programText } from './row-text.ts';
import type { SaveFault } from './save.ts';

const { moving: text, faults: faultText, sets, form } = deskTimetableText;

/** Presses that follow each other are one change. */
const AFTER_LAST_KEY_MS = 500;

interface Options {
  week: Week;
  today: DayHk;
  isScheduled: boolean;
  onSave: (rows: DraftedRow[]) => Promise<SaveFault | null>;
}
interface Pending {
  item: WeekItem;
  move: Move;
}

/** Key moves of blocks: announced at once, and saved after the last key as ordinary changes of the set. */
export function useMoves({ week, today, isScheduled, onSave }: Options) {
  const [pending, setPending] = useState<Pending | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [words, setWords] = useState('');
  /** Where a moved block is after it was saved, for the focus. */
  const [moved, setMoved] = useState<{ day: DayHk; startMinute: number } | null>(null);

  function press(item: WeekItem, added: Move): void {
    if (isScheduled) return setWords(form.scheduled);
    if (isSaving) return setWords(text.saving);
    if (item.source === 'filler') return setWords(text.filler);
    const move = pending?.item === item ? movedBy(pending.move, added) : added;
    const to = movedBlock(week, item, move, today);
    if (to === null) return setWords(text.length);
    const { faults, gaps, rows } = foretell(week, to.rows);
    const name = item.title ?? programText(week, item.program_id);
    setPending({ item, move });
    setWords(
      [
        text.moved(name, to.day, clockOfMinute(to.startMinute), clockOfMinute(to.endMinute)),
        to.isWeekly ? text.weekly : '',
        ...(faults.length > 0 ? faults.map((fault) => changeFaultText(week, rows, fault)) : [faultText.clear]),
        ...gaps.map(
          ({ startsAt, endsAt }) =>
            `${sets.gaps}：${sets.gap(dayHkOf(startsAt), clockHk(startsAt), clockHk(endsAt))}。`,
        ),
      ].join(''),
    );
  }

  const save = useEffectEvent(async ({ item, move }: Pending) => {
    const to = movedBlock(week, item, move, today);
    if (to === null) return;
    setSaving(true);
    const fault = await onSave(to.rows);
    setSaving(false);
    setPending(null);
    if (fault) setWords(fault.words);
    else setMoved(to);
  });
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => void save(pending), AFTER_LAST_KEY_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return { press, pending, words, moved, onFound: () => setMoved(null) };
}
