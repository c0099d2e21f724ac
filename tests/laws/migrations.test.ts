import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'db/migrations';
/** Earlier ones were applied before the law. */
const FIRST = 72;
/** Breaks processes of the previous version, which serve during a deployment. */
const BREAKING = /\bDROP\s+(?:TABLE|COLUMN)\b|\bRENAME\b|\bSET\s+DATA\s+TYPE\b|\bALTER\s+COLUMN\s+\S+\s+TYPE\b/i;
/** The commit from which no code uses it, which must have been released before. */
const UNUSED = /^-- unused since [0-9a-f]{8,40}\b/m;

/** Statements that drop, rename or change a type without saying since when nothing uses the old form. */
const breakingIn = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    .filter((statement) => BREAKING.test(statement.replaceAll(/^--.*$/gm, '')) && !UNUSED.test(statement))
    .map((statement) => statement.trim());

it('drops, renames or changes a type only once no running version uses it', () => {
  const later = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST);
  for (const name of later) expect(breakingIn(readFileSync(`${FOLDER}/${name}`, 'utf8')), name).toEqual([]);
});

it.each([
  'DROP TABLE "songs";',
  'ALTER TABLE "songs" DROP COLUMN "title";',
  'ALTER TABLE "songs" RENAME COLUMN "title" TO "name";',
  'ALTER TABLE "songs" ALTER COLUMN "title" SET DATA TYPE integer;',
  'ALTER TABLE "songs" ALTER COLUMN title TYPE integer;',
])('refuses %s', (statement) => {
  expect(breakingIn(statement)).toEqual([statement]);
  expect(breakingIn(`-- unused since 9389c7c0\n${statement}`)).toEqual([]);
});

it('lets tables grow, and constraints and indexes be replaced', () => {
  expect(
    breakingIn(
      'ALTER TABLE "songs" ADD COLUMN "mood" text;--> statement-breakpoint\n' +
        'ALTER TABLE "songs" DROP CONSTRAINT "songs_kind";--> statement-breakpoint\nDROP INDEX "songs_idx";',
    ),
  ).toEqual([]);
});
