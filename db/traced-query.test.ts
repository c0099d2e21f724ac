import { expect, it } from 'vitest';
import { statementName } from './traced-query.ts';

it('names a statement by what it does and its first table, and by no value', () => {
  expect(statementName('select "id" from "articles" where "title" = $1')).toBe('select articles');
  expect(statementName(`select 'from members' as x /* from a */ from only "public"."orders"`)).toBe('select orders');
  expect(statementName('with due as (select 1 from a) insert into "mails" ("to") select $1 from due')).toBe(
    'insert mails',
  );
  expect(statementName('begin')).toBe('begin');
  expect(statementName(`set local x = 'wong@example.com'`)).toBe('set');
  expect(statementName(`select $tag$from wong$tag$, 'it''s from me'`)).toBe('select');
});
