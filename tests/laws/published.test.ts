import { expect, it } from 'vitest';
import { files, read, withoutComments } from './source.ts';

// The view `publishedArticles` alone decides what is public. Code that reads the table instead will show drafts sooner
// or later.

/** Files that need the table, with the reason. */
const MAY_READ_ALL: Record<string, string> = {
  'db/tables/articles.ts': 'defines both',
  'db/database.ts': 'names all tables',
  'db/tables/drafts.ts': 'refers to them by foreign keys',
  'db/tables/live-blogs.ts': 'refers to them by foreign keys',
  'domain/live-blogs/live-blogs.store.ts': 'names articles of every state to their editors',
  'domain/articles/article-edit.store.ts': 'writes what is not published yet',
  'domain/articles/home/home-order.store.ts': 'tells editors which pinned articles are not public',
  'domain/drafts/article-list.store.ts': 'lists articles of every state for their editors',
  'domain/search/search-source.store.ts': 'indexes what is to come, with the instant from which it may be found',
  'domain/search/search-index.store.ts': 'compares the index with what is to be in it',
};

const sources = () =>
  files(/^(app|db|domain|sandbox|server|scripts)\/.*\.tsx?$/).filter(
    // The seed only writes the table.
    (file) => !/\.test\.tsx?$|^db\/seed\//.test(file),
  );

/** Whether code names the table: as the object of db/tables, or in SQL. */
function namesTable(text: string): boolean {
  const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#db\/tables\/articles\.ts'/g)].some(
    ([, names = '']) => /(^|[\s,{])articles([\s,}]|$)/.test(names),
  );
  return (
    imported ||
    /\*\s*as\s+\w+\s+from '#db\/tables\/articles\.ts'/.test(text) ||
    /\b(?:tables|schema)\.articles\b|\bquery\.articles\b/.test(text) ||
    /\b(?:from|join|into|update)\s+"?articles"?\b(?!\s*\.ts)(?!')/i.test(text)
  );
}

it('reads articles through what is published, but where their state is the matter', () => {
  const named = sources().filter((file) => namesTable(withoutComments(read(file))));
  expect(named.filter((file) => !(file in MAY_READ_ALL))).toEqual([]);
});

it('has no exception that is not needed', () => {
  expect(Object.keys(MAY_READ_ALL).filter((file) => !namesTable(withoutComments(read(file))))).toEqual(
    // It defines the table and needs no import.
    ['db/tables/articles.ts'],
  );
});

it('finds every way to name the table', () => {
  for (const text of [
    "import { articleColumns, articles } from '#db/tables/articles.ts';",
    "import {\n  articles,\n  articleViews,\n} from '#db/tables/articles.ts';",
    "import * as all from '#db/tables/articles.ts';",
    'db.select().from(tables.articles)',
    'sql`select title from articles where id = 1`',
    'sql`select 1 join "articles" a on true`',
  ])
    expect(namesTable(text), text).toBe(true);
  expect(namesTable("import { publishedArticles } from '#db/tables/articles.ts'; sql`from published_articles`")).toBe(
    false,
  );
});
