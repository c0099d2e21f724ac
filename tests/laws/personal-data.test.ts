import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import type { PersonalTable } from '#db/personal-table.ts';
import { PERSONAL_BUT_NO_MEMBERS, PERSONAL_TABLES } from '#server/services/accounts/personal-tables.ts';
import { files } from './source.ts';

// Personal data are exported on request and erased on leaving: a forgotten table would stay for ever.

const rules: PersonalTable[] = Object.values(PERSONAL_TABLES);
const ruled = new Set<PgTable>(rules.map(({ table }) => table));
const tableName = (table: PgTable) => getTableConfig(table).name;

const tables: PgTable[] = [];
for (const file of files(/^db\/tables\/.*\.ts$/)) {
  const module = (await import(/* @vite-ignore */ `#db/${file.slice('db/'.length)}`)) as Record<string, unknown>;
  for (const value of Object.values(module)) if (is(value, PgTable)) tables.push(value);
}

const refersToMember = (table: PgTable) =>
  Object.values<PgColumn>(getTableColumns(table)).some(({ name }) => /(^|_)(member|user)_id$/.test(name)) ||
  getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === members);

/** Columns with an address, a number or a name that identifies a person, or with data received from others. */
const PERSON = /^(email|email_key|recipient|phone_no|from_no|remote_ip|dob|surname|given_name|payload)$/;
const namesSomebody = (table: PgTable) =>
  Object.values<PgColumn>(getTableColumns(table)).some(({ name }) => PERSON.test(name));

it('knows what to export and erase of every table that names a member', () => {
  expect(tables.length).toBeGreaterThan(30);
  const forgotten = tables.filter((table) => refersToMember(table) && !ruled.has(table)).map(tableName);
  expect(forgotten).toEqual([]);
});

it('has thought of every table that holds an address or a number of somebody', () => {
  const forgotten = tables
    .filter((table) => namesSomebody(table) && !ruled.has(table) && !PERSONAL_BUT_NO_MEMBERS.has(table))
    .map(tableName);
  expect(forgotten).toEqual([]);
});

it('shows every column of these tables, or says why not', () => {
  const wrong = rules.flatMap(({ table, shown, withheld }) => {
    const told = [...Object.keys(shown), ...Object.keys(withheld)];
    const present = Object.keys(getTableColumns(table));
    return [
      ...present.filter((key) => !told.includes(key)).map((key) => `${tableName(table)}.${key} is not mentioned`),
      ...told.filter((key) => !present.includes(key)).map((key) => `${tableName(table)}.${key} is not there`),
      ...told.filter((key, i) => told.indexOf(key) !== i).map((key) => `${tableName(table)}.${key} is mentioned twice`),
    ];
  });
  expect(wrong).toEqual([]);
});

it('never shows a hash, a code or a key', () => {
  const wrong = rules.flatMap(({ table, shown }) =>
    Object.keys(shown)
      .filter((key) => /hash|mac$|^code|challenge|publicKey|textCode|body/i.test(key))
      .map((key) => `${tableName(table)}.${key}`),
  );
  expect(wrong).toEqual([]);
});

it('keeps something after an erasure only with a reason, and only what names nobody by itself', () => {
  for (const { table, erase, keptBecause } of rules) {
    if (erase !== 'keep') continue;
    expect(keptBecause, tableName(table)).toBeTruthy();
    expect(namesSomebody(table), tableName(table)).toBe(false);
  }
  expect(rules.filter(({ erase }) => erase === 'blank').map(({ table }) => tableName(table))).toEqual(['members']);
});
