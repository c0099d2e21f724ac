import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { isDayHk, unixSeconds } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import type { ArchiveSettings, SoundKeeper, TapeKeeper } from './archive-services.ts';
import { setEdges, setParts } from './cutting/edited-broadcast.ts';
import { MAX_PARTS, PART_TITLE_CHARS } from './cutting/edited-broadcast.rules.ts';
import {
  getLockedBroadcast,
  recutDayByHand,
  removeSpan,
  restoreSpan,
  setFunction,
  setReplay,
  type RemovedSpan,
  type SoundEnder,
  type SoundRemover,
} from './cutting/staff-actions.ts';
import { SUSPENDABLE_FUNCTIONS } from './suspendable-functions.rules.ts';
import { correctCue } from './words/cue-corrections.ts';
import { importRundown, importTranscript } from './words/transcripts.ts';
import { MAX_FILE_BYTES } from './words/webvtt.rules.ts';
import { cueWordsSchema, fileTextSchema } from './words/webvtt.schema.ts';

export interface ArchiveActionServices {
  sound: SoundKeeper & SoundEnder & SoundRemover & TapeKeeper;
  settings: ArchiveSettings;
}

const id = z.number().int().min(1).max(MAX_ID);
const latest = Date.UTC(2100, 0) / 1_000;
/** Unix seconds, to the millisecond. */
const instant = z.number().min(0).max(latest);
const dateOf = (ts: number): Date => new Date(Math.round(ts * 1_000));

const broadcastInput = z.object({ archive_id: id });
const stateInput = broadcastInput.extend({
  available_until_ts: instant
    .nullish()
    .describe('End of availability, null for none; absent: as it is, or none if it has passed'),
});

const spanInput = z.object({ starts_ts: instant, ends_ts: instant });
const partInput = z.object({ starts_ts: instant, title: z.string().trim().max(PART_TITLE_CHARS) });
const spanOf = ({ starts_ts: from, ends_ts: to }: z.output<typeof spanInput>) => ({
  startsAt: dateOf(from),
  endsAt: dateOf(to),
});

const APPROVER = 'take-downs.approve';
const VERBS = { shown: 'archive.show', ended: 'archive.hide' } as const;

async function scopesOfBroadcast(tx: Tx, { archive_id: archiveId }: z.output<typeof broadcastInput>): Promise<Scope[]> {
  const { streamId, programId } = await getLockedBroadcast(tx, archiveId);
  return [
    { kind: 'channel', id: String(streamId) },
    { kind: 'program', id: String(programId) },
  ];
}

/** Removing sound for a right or a law is a take-down; one person may correct a mistake. */
const isTakeDown = ({ why }: Pick<RemovedSpan, 'why'>): boolean => why !== 'error';

const wasTakenDown = async (tx: Tx, { archive_id: archiveId }: z.output<typeof broadcastInput>): Promise<boolean> =>
  (await getLockedBroadcast(tx, archiveId)).state === 'taken_down';

/** Hides a broadcast, or shows it again. What was taken down does not return by one person. */
const stateAction = (state: 'shown' | 'ended', { sound }: ArchiveActionServices): StaffAction =>
  staffAction({
    name: VERBS[state],
    permission: 'archive.edit',
    input: stateInput,
    scopesOf: scopesOfBroadcast,
    secondPerson: { permission: APPROVER, isNeeded: (tx, _call, input) => wasTakenDown(tx, input) },
    async run(tx, { hand, now }, { archive_id: asked, available_until_ts: until }) {
      const availableUntil = typeof until === 'number' ? dateOf(until) : until;
      const done = await setReplay(tx, { sound, now }, hand, { archiveId: asked, state, availableUntil });
      const { archiveId, before, after } = done;
      const result = { archive_id: archiveId, before: before.state, after: after.state };
      if (before.state === state || before.state === 'taken_down') return { result };
      const formerUntil = before.availableUntil && unixSeconds(before.availableUntil);
      const input = { archive_id: archiveId, available_until_ts: formerUntil };
      return { result, undo: { action: VERBS[before.state], input } };
    },
  });

const importAction = (what: 'transcript' | 'rundown'): StaffAction =>
  staffAction({
    name: `archive.import-${what}`,
    permission: 'archive.edit',
    input: broadcastInput.extend({ text: fileTextSchema }),
    needsReason: false,
    scopesOf: scopesOfBroadcast,
    async run(tx, { hand, now }, { archive_id: archiveId, text }) {
      const take = what === 'transcript' ? importTranscript : importRundown;
      return { result: { cues: await take(tx, { now }, hand, { archiveId, text }) } };
    },
  });

/** Corrects one sentence of a transcript; without words it is deleted. */
const correctCueAction = (): StaffAction =>
  staffAction({
    name: 'archive.correct-cue',
    permission: 'archive.edit',
    input: broadcastInput.extend({
      starts_ts: instant.describe('Start of the cue'),
      ends_ts: instant.optional().describe('End of the cue, to put back one that was deleted'),
      words_before: z.string().max(MAX_FILE_BYTES).describe('As the editor saw them; empty: the cue was deleted'),
      words: cueWordsSchema.describe('Empty: deletes the cue'),
    }),
    needsReason: false,
    scopesOf: scopesOfBroadcast,
    async run(
      tx,
      { hand, now },
      { archive_id: asked, starts_ts: from, ends_ts: to, words_before: wordsBefore, words },
    ) {
      const correction = {
        archiveId: asked,
        startsAt: dateOf(from),
        endsAt: to === undefined ? to : dateOf(to),
        wordsBefore,
        words,
      };
      const { archiveId, endsAt } = await correctCue(tx, { now }, hand, correction);
      const times = { starts_ts: from, ends_ts: unixSeconds(endsAt) };
      const input = { archive_id: archiveId, ...times, words_before: words, words: wordsBefore };
      return { result: { words }, undo: { action: 'archive.correct-cue', input } };
    },
  });

/** What staff do to replays by hand, and the functions that they suspend. A change is public at once. */
export const archiveActions = (services: ArchiveActionServices): StaffAction[] => [
  staffAction({
    name: 'archive.recut',
    permission: 'archive.edit',
    input: z.object({ day: z.string().refine(isDayHk, 'is not a day') }),
    async run(tx, { hand, now }, { day }) {
      return { result: { changes: await recutDayByHand(tx, { ...services, now }, hand, day) } };
    },
  }),
  staffAction({
    name: 'archive.set-edges',
    permission: 'archive.edit',
    input: broadcastInput.extend(spanInput.shape).extend({ before: spanInput.describe('The edges that were shown') }),
    needsReason: false,
    scopesOf: scopesOfBroadcast,
    async run(tx, { hand, now }, { archive_id: asked, before: seen, ...span }) {
      const edges = { archiveId: asked, before: spanOf(seen), ...spanOf(span) };
      const { archiveId, before, after } = await setEdges(tx, { ...services, now }, hand, edges);
      const tsOf = (of: { startsAt: Date; endsAt: Date }) => ({
        starts_ts: unixSeconds(of.startsAt),
        ends_ts: unixSeconds(of.endsAt),
      });
      const input = { archive_id: archiveId, before: tsOf(after), ...tsOf(before) };
      return { result: { archive_id: archiveId, ...tsOf(after) }, undo: { action: 'archive.set-edges', input } };
    },
  }),
  staffAction({
    name: 'archive.set-parts',
    permission: 'archive.edit',
    input: broadcastInput.extend({
      before: z.array(instant).max(MAX_PARTS).describe('Beginnings of the parts that were shown'),
      parts: z.array(partInput).min(1).max(MAX_PARTS),
    }),
    needsReason: false,
    scopesOf: scopesOfBroadcast,
    async run(tx, { hand, now }, { archive_id: asked, before: seen, parts: asParts }) {
      const parts = asParts.map(({ starts_ts: ts, title }) => ({ startsAt: dateOf(ts), title: title || null }));
      const edit = { archiveId: asked, before: seen.map(dateOf), parts };
      const { archiveId, before, after } = await setParts(tx, { now }, hand, edit);
      const former = before.map(({ startsAt, title }) => ({ starts_ts: unixSeconds(startsAt), title: title ?? '' }));
      const input = {
        archive_id: archiveId,
        before: after.map(({ startsAt }) => unixSeconds(startsAt)),
        parts: former,
      };
      return { result: { parts: after.length }, undo: { action: 'archive.set-parts', input } };
    },
  }),
  stateAction('ended', services),
  stateAction('shown', services),
  staffAction({
    name: 'archive.take-down',
    permission: 'archive.take-down',
    input: broadcastInput,
    needsProof: true,
    scopesOf: scopesOfBroadcast,
    secondPerson: { permission: APPROVER, isNeeded: () => true },
    async run(tx, { hand, now }, { archive_id: asked }) {
      const done = await setReplay(tx, { ...services, now }, hand, { archiveId: asked, state: 'taken_down' });
      return { result: { archive_id: done.archiveId, before: done.before.state, after: done.after.state } };
    },
  }),
  staffAction({
    name: 'archive.remove-span',
    permission: 'archive.take-down',
    input: z
      .object({ stream_id: id, starts_ts: instant, ends_ts: instant, why: z.enum(['rights', 'law', 'error']) })
      .refine(({ starts_ts: from, ends_ts: to }) => to > from, { path: ['ends_ts'], message: 'is before the start' }),
    needsProof: true,
    assigned: ['subject_id'],
    scopesOf: (_tx, { stream_id: streamId }) => [{ kind: 'channel', id: String(streamId) }],
    secondPerson: { permission: APPROVER, isNeeded: (_tx, _call, span) => isTakeDown(span) },
    async run(tx, { hand, now }, { stream_id: streamId, starts_ts: from, ends_ts: to, why }) {
      const span = { streamId, startsAt: dateOf(from), endsAt: dateOf(to), why };
      const removalId = await removeSpan(tx, { ...services, now }, hand, span);
      const result = { removal_id: removalId };
      return isTakeDown(span) ? { result } : { result, undo: { action: 'archive.restore-span', input: result } };
    },
  }),
  staffAction({
    name: 'archive.restore-span',
    permission: 'archive.take-down',
    input: z.object({ removal_id: id }),
    needsProof: true,
    scopesOf: async (tx, { removal_id: removalId }) => [
      { kind: 'channel', id: String((await services.sound.getRemoval(tx, removalId)).streamId) },
    ],
    secondPerson: {
      permission: APPROVER,
      isNeeded: async (tx, _call, { removal_id: removalId }) =>
        isTakeDown(await services.sound.getRemoval(tx, removalId)),
    },
    async run(tx, { hand, now }, { removal_id: removalId }) {
      const span = await restoreSpan(tx, { ...services, now }, hand, removalId);
      const { streamId, startsAt, endsAt, why } = span;
      const again = { stream_id: streamId, starts_ts: unixSeconds(startsAt), ends_ts: unixSeconds(endsAt), why };
      return isTakeDown(span) ? {} : { undo: { action: 'archive.remove-span', input: again } };
    },
  }),
  importAction('transcript'),
  importAction('rundown'),
  correctCueAction(),
  staffAction({
    name: 'functions.switch-off',
    permission: 'functions.switch',
    input: z.object({ name: z.enum(SUSPENDABLE_FUNCTIONS), message: z.string().trim().min(1).max(200) }),
    async run(tx, { hand, now }, { name, message }) {
      const former = await setFunction(tx, { now }, hand, { name, message });
      const undo =
        former === null
          ? { action: 'functions.switch-on', input: { name } }
          : { action: 'functions.switch-off', input: { name, message: former } };
      return { undo };
    },
  }),
  staffAction({
    name: 'functions.switch-on',
    permission: 'functions.switch',
    input: z.object({ name: z.enum(SUSPENDABLE_FUNCTIONS) }),
    needsReason: false,
    async run(tx, { hand, now }, { name }) {
      const former = await setFunction(tx, { now }, hand, { name, message: null });
      return { undo: { action: 'functions.switch-off', input: { name, message: former ?? '' } } };
    },
  }),
];
