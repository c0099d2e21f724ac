import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { fileTextSchema } from '#domain/archive/words/webvtt.schema.ts';
import { MAX_ID } from '#shared/ids.ts';
import { askImport, dropImport, programOfImport } from './classic-imports.ts';
import { CLASSIC_UPLOADS, EARLIEST_CLASSIC_TS, MAX_CLASSIC_TITLE_CHARS } from './classic-imports.rules.ts';

const id = z.number().int().min(1).max(MAX_ID);
const LATEST_TS = Date.UTC(2100, 0) / 1_000;
const instant = z.number().min(EARLIEST_CLASSIC_TS).max(LATEST_TS);
const dateOf = (ts: number): Date => new Date(Math.round(ts * 1_000));
const vtt = fileTextSchema.nullable().default(null).describe('WebVTT, timed from the start');

/** What staff do with classics that they import. */
export const classicImportActions = (): StaffAction[] => [
  staffAction({
    name: 'archive.import-classic',
    permission: CLASSIC_UPLOADS.permission,
    input: z.object({
      program_id: id,
      title: z.string().trim().max(MAX_CLASSIC_TITLE_CHARS).nullable().default(null),
      starts_ts: instant.describe('When it was first on air'),
      available_until_ts: instant.nullable().default(null).describe('Null: indefinitely'),
      upload_ids: z
        .array(z.uuid())
        .min(1)
        .max(2)
        .refine((ids) => new Set(ids).size === ids.length, 'names a file twice')
        .describe('One file, or one for each quality'),
      rundown: vtt,
      transcript: vtt,
      import_id: id.nullable().default(null).describe('One that was refused or failed, to correct it'),
    }),
    needsProof: true,
    assigned: ['subject_id'],
    async scopesOf(tx, { program_id: programId, import_id: importId }) {
      // To move one from a programme to another takes both, so a role for one programme does not suffice.
      if (importId !== null && (await programOfImport(tx, importId)) !== programId) return [];
      return [{ kind: 'program', id: String(programId) }];
    },
    async run(tx, { hand, now }, input) {
      const importId = await askImport(tx, { now }, hand, {
        programId: input.program_id,
        title: input.title || null,
        startsAt: dateOf(input.starts_ts),
        availableUntil: input.available_until_ts === null ? null : dateOf(input.available_until_ts),
        rundown: input.rundown,
        transcript: input.transcript,
        uploadIds: input.upload_ids,
        importId: input.import_id,
      });
      return { result: { import_id: importId } };
    },
  }),
  staffAction({
    name: 'archive.drop-import',
    permission: CLASSIC_UPLOADS.permission,
    input: z.object({ import_id: id }),
    needsReason: false,
    scopesOf: async (tx, { import_id: importId }) => [
      { kind: 'program', id: String(await programOfImport(tx, importId)) },
    ],
    run: (tx, { hand, now }, { import_id: importId }) => dropImport(tx, { now }, hand, importId),
  }),
];
