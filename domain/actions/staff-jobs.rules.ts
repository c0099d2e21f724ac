/** Rows of a job that one person lets run; more need another person. */
export const ROWS_ALONE = 50;
/** Rows of a job. */
export const MAX_JOB_ROWS = 1_000;
/** As a list shows a row. */
export const MAX_LABEL_CHARS = 200;
