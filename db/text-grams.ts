import { sql, type SQL } from 'drizzle-orm';

/**
 * The pairs of characters in a text, or the only one, as the function `text_grams` of indexes has them: what contains the text has
 * all of them.
 */
export const gramsOf = (text: string): SQL => sql`array(select substr(lower(${text}::text), i, 2)
  from generate_series(1, greatest(char_length(lower(${text}::text)) - 1, 1)) as i)`;
